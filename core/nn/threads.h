// How many processors the networks use.
#pragma once

namespace unlit::nn {

/// Lets LibTorch work on `threads` processors, or on all that this process may use (0). It must be
/// said: LibTorch as Debian builds it starts with one thread, and the networks would run at half
/// their speed or less. Applies to the calling thread and those that it starts; call it once,
/// before the first network runs. Returns the number in force.
int configureThreads(int threads = 0);

} // namespace unlit::nn
