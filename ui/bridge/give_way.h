// Threads that nobody waits for give way to the one that draws the window.
#pragma once

namespace unlit::ui {

/// Lowers the calling thread's share of a busy processor, and that of threads that it starts from
/// now on (Linux: niceness belongs to a thread, and is inherited). Where the system does not let
/// it, nothing changes.
void giveWay() noexcept;

} // namespace unlit::ui
