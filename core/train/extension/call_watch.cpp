#include "core/train/extension/call_watch.h"

#include <utility>

namespace unlit::train {

CallWatch::CallWatch(std::chrono::duration<double> patience, std::function<void()> tell)
    : m_thread([this, patience, tell = std::move(tell)](const std::stop_token& stop) {
          std::unique_lock lock(m_mutex);
          m_changed.wait_for(lock, stop, patience, [] { return false; });
          if (!stop.stop_requested())
              tell();
      }) {}

} // namespace unlit::train
