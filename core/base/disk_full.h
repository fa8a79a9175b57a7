// Whether what failed, failed because there is no room left on a disk.
#pragma once

#include "core/base/failure.h"

namespace unlit {

/// What is to be done about a disk, a quota or a file that is full; the hint of such errors alone.
inline constexpr const char* kFreeSomeSpace = "free some space, or choose another folder";

/// Of Error::system, and of whoever looks for room before it writes.
inline bool isDiskFull(const Failure& failure) {
    return failure.kind == ErrorKind::Io && failure.hint == kFreeSomeSpace;
}

} // namespace unlit
