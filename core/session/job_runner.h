// One thread that runs jobs in order: the compute thread of a session, or its writer.
#pragma once

#include "core/base/compute_turn.h"
#include "core/base/job_id.h"
#include "core/events/event_sink.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace unlit {

/// What the destructor does with jobs that have not started.
enum class AtShutdown {
    Cancel, ///< networks: nobody waits for them any more
    Finish, ///< saving: what a user asked to keep is kept
};

/// Takes jobs from any thread, runs them one after the other, and posts Started first and exactly
/// one Finished last for each. An exception that leaves a job becomes Finished{Failed}. The
/// destructor cancels or finishes what is there, and joins.
class JobRunner {
public:
    /// Posts events of the running job.
    using Post = std::function<void(decltype(Event::body))>;
    /// Returns Done or Cancelled; failures are thrown. Checks the stop token at least once per UNet
    /// step.
    using Work = std::function<Outcome(const Post& post, std::stop_token stop)>;

    /// `nextId` gives ids that are unique over the runners of one session. Both references outlive
    /// the runner. Jobs have `turn` while they run, where there is one: what is stopped before its
    /// turn comes ends as Cancelled, and the thread gives way as the turn says.
    JobRunner(EventSink& sink, std::atomic<std::uint64_t>& nextId,
              AtShutdown atShutdown = AtShutdown::Cancel,
              std::shared_ptr<ComputeTurn> turn = nullptr);
    ~JobRunner();
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    JobId submit(std::string title, Work work);
    /// Housekeeping between jobs: runs in its turn, has no id and posts nothing. `task` must not
    /// throw.
    void submitSilently(std::function<void()> task);
    void cancel(JobId job);
    void cancelAll();

private:
    struct Job {
        JobId id; ///< no job = silent
        std::string title;
        Work work;
        std::stop_source stop;
    };

    void run(const std::stop_token& threadStop);
    void runOne(Job& job);
    void post(JobId job, decltype(Event::body) body);

    EventSink& m_sink;
    std::atomic<std::uint64_t>& m_nextId;
    AtShutdown m_atShutdown;
    std::shared_ptr<ComputeTurn> m_turn;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_waiting;
    std::optional<std::pair<JobId, std::stop_source>> m_running;
    std::jthread m_thread; // last: starts when everything above exists, joins before it goes
};

} // namespace unlit
