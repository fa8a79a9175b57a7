// Memory of this process and machine: what is there, what a run needs, giving it back.
#pragma once

#include <cstdint>
#include <optional>

namespace unlit::infer {

/// Bytes of this process in physical memory; unset where the system does not say.
std::optional<std::uint64_t> residentBytes();

/// Bytes that the machine can still give without swapping; unset where the system does not say.
std::optional<std::uint64_t> availableBytes();

/// Returns freed tensors to the system: the C allocator keeps them resident otherwise.
void releaseFreedMemory();

} // namespace unlit::infer
