// How much memory a piece of work takes at its peak, and how much there is.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

namespace unlit::train {

/// From its construction on. On the CPU the resident memory of the process, which Linux keeps the
/// peak of (VmHWM of /proc/self/status, reset through /proc/self/clear_refs); on a GPU what Torch's
/// allocator has given out there, where this program was built with CUDA.
class PeakMemory {
public:
    explicit PeakMemory(const torch::Device& device);

    /// Bytes above those at the beginning; unset where the system does not say.
    std::optional<std::uint64_t> rise() const;

private:
    torch::Device m_device;
    std::optional<std::uint64_t> m_start;
};

/// Bytes that this process has in use there; unset where the system does not say.
std::optional<std::uint64_t> bytesInUse(const torch::Device& device);

/// Bytes that it can still get there; unset where the system does not say.
std::optional<std::uint64_t> bytesFree(const torch::Device& device);

} // namespace unlit::train
