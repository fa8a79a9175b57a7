// A sink that keeps everything, for tests: wait for an event, then look at what came before.
#pragma once

#include "core/events/event_sink.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace unlit {

class RecordingSink : public EventSink {
public:
    void post(Event event) noexcept override {
        {
            const std::lock_guard lock(m_mutex);
            m_events.push_back(std::move(event));
        }
        m_changed.notify_all();
    }

    std::vector<Event> events() const {
        const std::lock_guard lock(m_mutex);
        return m_events;
    }

    /// Bodies of one kind of one job, in order.
    template <class Body>
    std::vector<Body> of(JobId job) const {
        std::vector<Body> found;
        for (const Event& event : events())
            if (const Body* body = std::get_if<Body>(&event.body); body && event.job == job)
                found.push_back(*body);
        return found;
    }

    /// Waits until `condition(sink)` holds; false when that takes longer than `limit`.
    template <class Condition>
    bool waitFor(Condition condition, std::chrono::minutes limit = std::chrono::minutes(1)) const {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (!condition(*this)) {
            std::unique_lock lock(m_mutex);
            if (m_changed.wait_for(lock, std::chrono::milliseconds(5)) == std::cv_status::timeout &&
                std::chrono::steady_clock::now() > end)
                return false;
        }
        return true;
    }

    /// Waits for the job's last event.
    Finished finished(JobId job) const {
        waitFor([&](const RecordingSink& sink) { return !sink.of<Finished>(job).empty(); });
        const auto found = of<Finished>(job);
        return found.empty() ? Finished{Outcome::Failed,
                                        Failure{ErrorKind::Internal, "never finished", "", {}}}
                             : found.front();
    }

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    std::vector<Event> m_events;
};

} // namespace unlit
