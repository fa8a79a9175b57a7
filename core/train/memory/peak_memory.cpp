#include "core/train/memory/peak_memory.h"

#include "core/infer/memory.h"

#include <fstream>
#include <string>

#if UNLIT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#endif

namespace unlit::train {

namespace {

/// VmHWM counts again from what is resident now.
bool resetResidentPeak() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return file.good();
}

std::optional<std::uint64_t> residentPeak() {
    constexpr std::uint64_t kKibibyte = 1024;
    std::ifstream file("/proc/self/status");
    for (std::string key; file >> key; file.ignore(4096, '\n')) {
        std::uint64_t value = 0;
        if (key == "VmHWM:" && file >> value)
            return value * kKibibyte;
    }
    return {};
}

#if UNLIT_CUDA

constexpr auto kAll = static_cast<std::size_t>(0); ///< of the allocator's kinds of statistics

auto statisticsOf(const torch::Device& device) {
    return c10::cuda::CUDACachingAllocator::getDeviceStats(device.index()).allocated_bytes[kAll];
}

std::optional<std::uint64_t> cudaInUse(const torch::Device& device) {
    return static_cast<std::uint64_t>(statisticsOf(device).current);
}

std::optional<std::uint64_t> cudaPeak(const torch::Device& device) {
    return static_cast<std::uint64_t>(statisticsOf(device).peak);
}

bool resetCudaPeak(const torch::Device& device) {
    c10::cuda::CUDACachingAllocator::resetPeakStats(device.index());
    return true;
}

std::optional<std::uint64_t> cudaFree(const torch::Device& device) {
    const c10::cuda::CUDAGuard guard(device);
    std::size_t free = 0;
    std::size_t total = 0;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess)
        return {};
    const auto statistics = c10::cuda::CUDACachingAllocator::getDeviceStats(device.index());
    // What the allocator holds back is free for tensors, too.
    return free + static_cast<std::uint64_t>(statistics.reserved_bytes[kAll].current -
                                             statistics.allocated_bytes[kAll].current);
}

#else

std::optional<std::uint64_t> cudaInUse(const torch::Device&) {
    return {};
}

std::optional<std::uint64_t> cudaPeak(const torch::Device&) {
    return {};
}

bool resetCudaPeak(const torch::Device&) {
    return false;
}

std::optional<std::uint64_t> cudaFree(const torch::Device&) {
    return {};
}

#endif

} // namespace

PeakMemory::PeakMemory(const torch::Device& device) : m_device(device) {
    const bool isReset = device.is_cuda() ? resetCudaPeak(device) : resetResidentPeak();
    if (isReset)
        m_start = bytesInUse(device);
}

std::optional<std::uint64_t> PeakMemory::rise() const {
    const auto peak = m_device.is_cuda() ? cudaPeak(m_device) : residentPeak();
    if (!m_start || !peak)
        return {};
    return *peak > *m_start ? *peak - *m_start : 0;
}

std::optional<std::uint64_t> bytesInUse(const torch::Device& device) {
    return device.is_cuda() ? cudaInUse(device) : infer::residentBytes();
}

std::optional<std::uint64_t> bytesFree(const torch::Device& device) {
    return device.is_cuda() ? cudaFree(device) : infer::availableBytes();
}

} // namespace unlit::train
