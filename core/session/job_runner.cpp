#include "core/session/job_runner.h"

#include "core/base/failure.h"

#include <algorithm>

namespace unlit {

JobRunner::JobRunner(EventSink& sink, std::atomic<std::uint64_t>& nextId, AtShutdown atShutdown,
                     std::shared_ptr<ComputeTurn> turn)
    : m_sink(sink), m_nextId(nextId), m_atShutdown(atShutdown), m_turn(std::move(turn)),
      m_thread([this](const std::stop_token& stop) { run(stop); }) {}

JobRunner::~JobRunner() {
    m_thread.request_stop();
    if (m_atShutdown == AtShutdown::Cancel)
        cancelAll();
    m_thread.join();
}

JobId JobRunner::submit(std::string title, Work work) {
    const JobId id{++m_nextId};
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back({id, std::move(title), std::move(work), std::stop_source{}});
    }
    m_wake.notify_one();
    return id;
}

void JobRunner::submitSilently(std::function<void()> task) {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back({JobId{},
                             {},
                             [task = std::move(task)](const Post&, const std::stop_token&) {
                                 task();
                                 return Outcome::Done;
                             },
                             std::stop_source{}});
    }
    m_wake.notify_one();
}

void JobRunner::cancel(JobId job) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_running && m_running->first == job) {
            m_running->second.request_stop();
            return;
        }
        const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                        [&](const Job& j) { return j.id == job; });
        if (found == m_waiting.end())
            return;
        m_waiting.erase(found);
    }
    post(job, Finished{Outcome::Cancelled, {}});
}

void JobRunner::cancelAll() {
    std::deque<Job> dropped;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running)
            m_running->second.request_stop();
        dropped.swap(m_waiting);
    }
    for (const Job& job : dropped)
        post(job.id, Finished{Outcome::Cancelled, {}});
}

void JobRunner::run(const std::stop_token& threadStop) {
    if (m_turn && m_turn->haste()) // before a job: teams of threads that it starts give way, too
        giveWay(*m_turn->haste());
    while (true) {
        std::optional<Job> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, threadStop, [this] { return !m_waiting.empty(); }))
                return;
            job.emplace(std::move(m_waiting.front()));
            m_waiting.pop_front();
            m_running.emplace(job->id, job->stop);
        }
        runOne(*job);
    }
}

void JobRunner::runOne(Job& job) {
    post(job.id, Started{job.title});
    Finished finished{Outcome::Cancelled, {}};
    try {
        const ComputeTurnHold hold(m_turn, job.stop.get_token());
        if (hold.hasTurn())
            finished.outcome =
                job.work([&](decltype(Event::body) body) { post(job.id, std::move(body)); },
                         job.stop.get_token());
    } catch (...) {
        finished = {Outcome::Failed, translateCurrentException()};
    }
    job.work = nullptr; // what the job holds goes before its listeners hear that it has ended
    {
        const std::lock_guard lock(m_mutex);
        m_running.reset();
    }
    post(job.id, std::move(finished));
}

void JobRunner::post(JobId job, decltype(Event::body) body) {
    if (!job)
        return;
    m_sink.post({job, std::chrono::system_clock::now(), std::move(body)});
}

} // namespace unlit
