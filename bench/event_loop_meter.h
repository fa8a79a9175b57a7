// How long an event waits for the GUI thread: what a hand feels as stutter.
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>

#include <chrono>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace unlit::bench {

/// Sends the thread that it was made in an event every 5 ms from another one while it lives.
class EventLoopMeter {
public:
    EventLoopMeter() : m_sender([this](const std::stop_token& stop) { send(stop); }) {}

    /// Milliseconds from sending to handling of each event so far. In its own thread.
    std::vector<double> take() { return std::exchange(m_waits, {}); }

private:
    using Clock = std::chrono::steady_clock;

    void send(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const Clock::time_point sent = Clock::now();
            QMetaObject::invokeMethod(
                &m_receiver,
                [this, sent] {
                    m_waits.push_back(
                        std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
                },
                Qt::QueuedConnection);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }

    std::vector<double> m_waits;
    QObject m_receiver;
    std::jthread m_sender; ///< last: it ends before what it speaks to
};

} // namespace unlit::bench
