// One thread for work that nobody waits for: averages, counts.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace unlit::ui {

/// Tasks run one after the other, in order, on a thread that gives way, as those do that a task
/// starts. A task should look at its token every few milliseconds.
/// The destructor stops the running task, drops the others and joins.
class BackgroundQueue {
public:
    using Task = std::function<void(const std::stop_token&)>;

    BackgroundQueue();
    ~BackgroundQueue();
    BackgroundQueue(const BackgroundQueue&) = delete;
    BackgroundQueue& operator=(const BackgroundQueue&) = delete;

    /// Any thread.
    void post(Task task);
    /// Stops the running task and drops those that wait. Does not wait itself. Any thread.
    void clear();

private:
    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Task> m_tasks;
    std::stop_source m_running;
    std::jthread m_thread;
};

} // namespace unlit::ui
