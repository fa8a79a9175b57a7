#include "core/session/train/run_notices.h"

#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/base/overloaded.h"

#include <nlohmann/json.hpp>

#include <chrono>

namespace unlit {

RunNotices::RunNotices(const config::TrainConfig& config, std::filesystem::path run,
                       JobRunner::Post post)
    : m_on(config.on), m_folder(config.run.baseDataDir), m_run(std::move(run)),
      m_post(std::move(post)) {}

void RunNotices::add(const decltype(Event::body)& body) {
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
                tell("best", m_on.best, {});
        },
        [&](const RunClosed& closed) {
            m_step = closed.step;
            if (closed.how == "complete")
                tell("finished", m_on.finished, {});
            else
                tell("stopped", m_on.stopped, closed.how);
        },
    };
    std::visit(handlers, body);
}

void RunNotices::fail(const Failure& failure) {
    tell("failed", m_on.failed, failure.text());
}

void RunNotices::tell(const std::string& event, const std::vector<std::string>& command,
                      const std::string& detail) {
    if (command.empty())
        return;
    nlohmann::json json = {
        {"event", event}, {"run", m_run.string()}, {"step", m_step}, {"figures", m_figures}};
    if (!detail.empty())
        json["why"] = detail;
    std::string problem;
    try {
        const auto patience = std::chrono::duration<double>(m_on.timeout);
        problem =
            runCommand(
                {.words = command,
                 .folder = m_folder,
                 .input =
                     json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
                 .patience = std::chrono::duration_cast<std::chrono::milliseconds>(patience)})
                .problem();
    } catch (const Error& error) {
        problem = std::string(error.what()) + "; " + error.hint();
    }
    if (!problem.empty())
        m_post(LogLine{LogLine::Level::Warning,
                       "the command of on." + event + " (" + command.front() + ") " + problem});
}

} // namespace unlit
