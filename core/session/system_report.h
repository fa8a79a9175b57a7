// What this program was built with and what it can compute on here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

struct ComputeDevice {
    std::string name;                                    ///< as --device takes it: "cpu", "cuda:0"
    std::string model;                                   ///< "AMD EPYC 9B45", "NVIDIA H200"
    std::optional<std::uint64_t> memoryBytes, freeBytes; ///< unset where the system does not say
    std::string traits;    ///< "2 threads, bfloat16", "compute capability 9.0"
    std::string precision; ///< what --precision auto means there
};

struct SystemReport {
    std::string version, commit, compiler, buildType, system;
    std::vector<std::pair<std::string, std::string>> libraries; ///< name, version
    std::string torchCuda;       ///< "13.0", "" where LibTorch has no CUDA
    bool hasCudaKernels = false; ///< this program's own
    std::string cudaProblem;     ///< why there is no GPU to compute on; "" where there is one
    std::vector<ComputeDevice> devices; ///< the processor first
};

/// Opens the engine and the GPUs, which can take a second. Throws Error where the engine cannot be
/// opened, else nothing but std::bad_alloc. Thread: any.
SystemReport describeSystem();

} // namespace unlit
