#include "core/session/system_report.h"

#include "core/infer/device.h"
#include "core/infer/memory.h"
#include "core/train/build_info.h"

#include <nlohmann/json.hpp>
#include <torch/cuda.h>

#if UNLIT_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#endif

#include <fstream>
#include <thread>

#include <unistd.h>

namespace unlit {

namespace {

std::string processorModel() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "processor";
}

std::string precisionOn(const torch::Device& device) {
    switch (infer::resolvePrecision(Precision::Auto, device)) {
    case Precision::BFloat16:
        return "bfloat16";
    case Precision::Float16:
        return "float16";
    default:
        return "float32";
    }
}

/// What the engine's fast loops are made for.
std::string vectorUnit() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return "AVX-512";
    if (__builtin_cpu_supports("avx2"))
        return "AVX2";
    return "no AVX2: everything takes several times as long";
#else
    return "no x86: plain loops";
#endif
}

ComputeDevice processor() {
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    const auto pageSize = ::sysconf(_SC_PAGESIZE);
    ComputeDevice device{.name = "cpu",
                         .model = processorModel(),
                         .memoryBytes = {},
                         .freeBytes = infer::availableBytes(),
                         .traits = std::to_string(std::thread::hardware_concurrency()) +
                                   " threads, " + vectorUnit(),
                         .precision = precisionOn(torch::kCPU)};
    if (pages > 0 && pageSize > 0)
        device.memoryBytes =
            static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageSize);
    return device;
}

#if UNLIT_CUDA

ComputeDevice gpu(int index) {
    const cudaDeviceProp& properties = *at::cuda::getDeviceProperties(index);
    const torch::Device place(torch::kCUDA, static_cast<torch::DeviceIndex>(index));
    ComputeDevice device{.name = "cuda:" + std::to_string(index),
                         .model = properties.name,
                         .memoryBytes = properties.totalGlobalMem,
                         .freeBytes = {},
                         .traits = "compute capability " + std::to_string(properties.major) + "." +
                                   std::to_string(properties.minor),
                         .precision = precisionOn(place)};
    const c10::cuda::CUDAGuard guard(place);
    std::size_t free = 0;
    std::size_t total = 0;
    if (cudaMemGetInfo(&free, &total) == cudaSuccess)
        device.freeBytes = free;
    return device;
}

void addGpus(SystemReport& report) {
    report.hasCudaKernels = true;
    report.torchCuda =
        std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
    try {
        if (!torch::cuda::is_available()) {
            report.cudaProblem = "no GPU answers: the machine has none, or no NVIDIA driver";
            return;
        }
        for (int index = 0; index < static_cast<int>(torch::cuda::device_count()); ++index)
            report.devices.push_back(gpu(index));
    } catch (const std::exception& error) {
        report.cudaProblem = error.what();
    }
}

#else

void addGpus(SystemReport& report) {
    report.cudaProblem = "this program was built with a LibTorch without CUDA";
}

#endif

} // namespace

SystemReport describeSystem() {
    const auto built = nlohmann::ordered_json::parse(train::buildInfoJson());
    SystemReport report;
    report.version = built.at("version");
    report.commit = built.at("commit");
    report.compiler = built.at("compiler");
    report.buildType = built.at("build_type");
    report.system = built.at("system");
    for (const auto& [name, version] : built.at("libraries").items())
        report.libraries.emplace_back(name, version);
    report.devices.push_back(processor());
    addGpus(report);
    return report;
}

} // namespace unlit
