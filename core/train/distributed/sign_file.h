// Signs of life of the processes of one machine, in a file that has all the room it will ever need.
#pragma once

#include "core/train/distributed/pulse.h"

#include <filesystem>

namespace unlit::train {

/// A board of `size` places in a file that all of them open, and the first one makes; its room is
/// taken at once, so that a disk that fills up later silences nobody. Threads: any. Throws
/// Error::system, when it is made and when it is used.
SignBoard signFile(const std::filesystem::path& file, int size);

} // namespace unlit::train
