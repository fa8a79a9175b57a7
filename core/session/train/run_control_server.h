// The side of a run that is asked: a socket in its folder, heard by a thread of its own.
#pragma once

#include "core/events/event.h"
#include "core/runs/control/control_socket.h"
#include "core/runs/control/run_request.h"
#include "core/train/train_control.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace unlit {

/// Who this user is may ask, nobody else. One request after the other, each within two seconds and
/// four kilobytes, so that whoever hangs or floods holds up no more than others who ask, and never
/// the training. The socket goes with the server.
class RunControlServer {
public:
    /// `stop` ends the run, saved; called on the server's thread. `rateAt`: that of the recipe
    /// after so many steps, which the schedule multiplies. `writesEvents`: there are event files,
    /// for histograms. The caller holds the run's lock. Throws Error::system where no socket can be
    /// made.
    RunControlServer(std::filesystem::path run, std::shared_ptr<train::TrainControl> control,
                     std::function<void(AskedBy)> stop, std::function<double(std::int64_t)> rateAt,
                     bool writesEvents = true);
    ~RunControlServer();
    RunControlServer(const RunControlServer&) = delete;
    RunControlServer& operator=(const RunControlServer&) = delete;

    /// What the run tells, for answers. Any thread.
    void note(const decltype(Event::body)& body);
    /// Of a run that goes on with a rate that was set before.
    void noteRate(double rate);

private:
    void listen(const std::stop_token& stop);
    void serve(const runs::SocketHandle& asker);
    runs::RunAnswer take(const runs::RunRequest& request);
    runs::RunAnswer state() const;

    std::filesystem::path m_run;
    std::shared_ptr<train::TrainControl> m_control;
    std::function<void(AskedBy)> m_stop;
    std::function<double(std::int64_t)> m_rateAt;
    bool m_writesEvents;
    runs::SocketHandle m_socket;
    runs::SocketHandle m_wake;  ///< readable when the thread is to end
    mutable std::mutex m_mutex; ///< guards what follows
    runs::RunAnswer m_state;
    std::optional<double> m_setRate; ///< by hand, in place of the recipe's
    std::jthread m_thread;           // last: it ends first
};

} // namespace unlit
