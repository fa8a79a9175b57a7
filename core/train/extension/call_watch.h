// Tells when a call inside of the process takes long: it cannot be ended.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace unlit::train {

/// `tell` is called once a call, on a thread of the watch, while the call goes on.
class CallWatch {
public:
    CallWatch(std::chrono::duration<double> patience, std::function<void()> tell);
    ~CallWatch() = default;
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::jthread m_thread; // last: it uses the others, and ends first
};

} // namespace unlit::train
