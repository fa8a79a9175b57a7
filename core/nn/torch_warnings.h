// LibTorch's warnings: to the program's log, in place of the terminal.
#pragma once

namespace unlit::nn {

/// From now on, in the whole process; again and again does no harm. LibTorch's handler is one for
/// all threads: call it before any computes.
void logTorchWarnings();

} // namespace unlit::nn
