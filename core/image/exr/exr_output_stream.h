// A half-written file as the OpenEXR library wants to write it.
#pragma once

#include "core/base/atomic_file.h"

#include <ImfIO.h>

#include <functional>

namespace unlit {

/// Calls `write` with a stream on the temporary file; does not commit. Throws Error: the system's
/// reason naming the target where a write failed, also one that the library swallowed; Internal
/// where the library refused what it was given. Errors that `write` throws pass through.
void writeThroughExrStream(AtomicFile& file, const std::function<void(Imf::OStream&)>& write);

} // namespace unlit
