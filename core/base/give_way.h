// Threads that nobody waits for give way to the one that draws the window.
#pragma once

namespace unlit {

/// How much of a busy processor is left to the others.
enum class Haste {
    Soon, ///< somebody looks on: a third of what a thread in front of it has
    Later ///< nobody waits: a tenth
};

/// Lowers the calling thread's share of a busy processor, and that of threads that it starts from
/// now on (Linux: niceness belongs to a thread, and is inherited). Where the system does not let
/// it, nothing changes.
void giveWay(Haste haste) noexcept;

} // namespace unlit
