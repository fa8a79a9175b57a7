#include "core/session/train/run_notices.h"

#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/base/overloaded.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

namespace unlit {

RunNotices::RunNotices(const config::TrainConfig& config, std::filesystem::path run,
                       JobRunner::Post post)
    : m_on(config.on), m_folder(config.run.baseDataDir), m_run(std::move(run)),
      m_post(std::move(post)) {}

void RunNotices::add(const decltype(Event::body)& body) {
    sayProblems();
    const auto handlers = Overloaded{
        [](const auto&) {},
        [&](const ScalarsReady& row) {
            m_step = row.step;
            for (const auto& [tag, value] : row.scalars)
                m_figures[tag] = value;
        },
        [&](const ValidationDone& done) {
            m_step = done.step;
            for (const auto& [name, value] : done.metrics)
                m_figures["val/" + done.dataset + "/" + name] = value;
            if (done.isBest)
                tellBest();
        },
        [&](const RunClosed& closed) {
            m_step = closed.step;
            if (closed.how == "complete")
                tellEnd("finished", m_on.finished, {});
            else
                tellEnd("stopped", m_on.stopped, closed.how);
        },
    };
    std::visit(handlers, body);
}

void RunNotices::fail(const Failure& failure) {
    tellEnd("failed", m_on.failed, failure.text());
}

RunNotices::Notice RunNotices::noticeOf(const std::string& event,
                                        const std::vector<std::string>& command,
                                        const std::string& detail) const {
    nlohmann::json json = {
        {"event", event}, {"run", m_run.string()}, {"step", m_step}, {"figures", m_figures}};
    if (!detail.empty())
        json["why"] = detail;
    return {event, command,
            json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

std::string RunNotices::tell(const Notice& notice) const {
    std::string problem;
    try {
        const auto patience = std::chrono::duration<double>(m_on.timeout);
        problem = runCommand(
                      {.words = notice.command,
                       .folder = m_folder,
                       .input = notice.input,
                       .patience = std::chrono::duration_cast<std::chrono::milliseconds>(patience)})
                      .problem();
    } catch (const Error& error) {
        problem = std::string(error.what()) + "; " + error.hint();
    }
    return problem.empty() ? problem
                           : "the command of on." + notice.event + " (" + notice.command.front() +
                                 ") " + problem;
}

void RunNotices::tellBest() {
    if (m_on.best.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    m_waiting = noticeOf("best", m_on.best, {});
    m_changed.notify_all();
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { tellWaiting(stop); });
}

void RunNotices::tellWaiting(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return m_waiting.has_value(); })) {
        const Notice notice = *std::exchange(m_waiting, std::nullopt);
        m_isTelling = true;
        lock.unlock();
        const std::string problem = tell(notice);
        lock.lock();
        m_isTelling = false;
        if (!problem.empty())
            m_problems.push_back(problem);
        m_changed.notify_all();
    }
}

void RunNotices::waitForBest() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_isTelling && !m_waiting; });
}

/// On the thread that trains: who hears of them need not be ready for another one.
void RunNotices::sayProblems() {
    std::vector<std::string> problems;
    {
        const std::scoped_lock lock(m_mutex);
        problems.swap(m_problems);
    }
    for (std::string& problem : problems)
        m_post(LogLine{LogLine::Level::Warning, std::move(problem)});
}

void RunNotices::tellEnd(const std::string& event, const std::vector<std::string>& command,
                         const std::string& detail) {
    waitForBest();
    sayProblems();
    if (command.empty())
        return;
    if (std::string problem = tell(noticeOf(event, command, detail)); !problem.empty())
        m_post(LogLine{LogLine::Level::Warning, std::move(problem)});
}

} // namespace unlit
