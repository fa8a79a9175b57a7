#include "core/infer/device.h"

#include "core/base/error.h"
#include "core/nn/kernels/product_threads.h"

#include <torch/cuda.h>

#if UNLIT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

namespace unlit::infer {

namespace {

constexpr std::string_view kCuda = "cuda";

[[noreturn]] void throwUnknownDevice(std::string_view name) {
    throw Error::invalidInput("unknown device \"" + std::string(name) + "\"",
                              "use auto, cpu, cuda, or cuda:N");
}

std::optional<int> deviceNumber(std::string_view digits) {
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0)
        return {};
    return number;
}

torch::Device cudaDevice(std::string_view name, int index) {
    if (!torch::cuda::is_available())
        throw Error::unsupported("no CUDA device can be used for \"" + std::string(name) + "\"",
                                 "use --device cpu, or a LibTorch built with CUDA on a machine "
                                 "with an NVIDIA driver");
    const auto count = static_cast<int>(torch::cuda::device_count());
    if (index >= count)
        throw Error::notFound("there is no CUDA device " + std::to_string(index) + ", only " +
                                  std::to_string(count),
                              "devices count from cuda:0");
    return {torch::kCUDA, static_cast<torch::DeviceIndex>(index)};
}

bool cpuHasBFloat16() {
    std::ifstream file("/proc/cpuinfo");
    std::string processor;
    // The list of one processor is enough: it ends with an empty line.
    for (std::string line; std::getline(file, line) && !line.empty();)
        processor += line + '\n';
    return listsBFloat16(processor);
}

} // namespace

torch::Device parseDevice(std::string_view name) {
    if (name == "cpu")
        return torch::kCPU;
    if (name == "auto")
        return torch::cuda::is_available() ? cudaDevice(name, 0) : torch::Device(torch::kCPU);
    if (name == kCuda)
        return cudaDevice(name, 0);
    if (!name.starts_with("cuda:"))
        throwUnknownDevice(name);
    const std::optional<int> index = deviceNumber(name.substr(kCuda.size() + 1));
    if (!index)
        throwUnknownDevice(name);
    return cudaDevice(name, *index);
}

void setCudaArithmetic(const CudaArithmetic& arithmetic) {
    if (!torch::cuda::is_available())
        return;
    // cuBLAS is deterministic in a workspace of fixed size alone, and LibTorch refuses products
    // without.
    if (arithmetic.isDeterministic)
        ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
    at::Context& context = at::globalContext();
    context.setDeterministicCuDNN(arithmetic.isDeterministic);
    // With warnings alone attention keeps its way back that adds in any order.
    context.setDeterministicAlgorithms(arithmetic.isDeterministic, /*warn_only=*/false);
    context.setBenchmarkCuDNN(arithmetic.benchmarksCudnn);
    context.setAllowTF32CuDNN(arithmetic.allowsTf32);
    context.setAllowTF32CuBLAS(arithmetic.allowsTf32);
}

void releaseDeviceMemory() {
#if UNLIT_CUDA
    if (torch::cuda::is_available())
        c10::cuda::CUDACachingAllocator::emptyCache();
#endif
}

std::string toString(const torch::Device& device) {
    return device.str();
}

bool listsBFloat16(std::string_view cpuInfo) {
    return cpuInfo.find(" avx512_bf16") != std::string_view::npos ||
           cpuInfo.find(" amx_bf16") != std::string_view::npos;
}

Precision resolvePrecision(Precision wanted, const torch::Device& device) {
    if (wanted == Precision::Float16 && device.is_cpu())
        throw Error::unsupported("float16 needs a CUDA device",
                                 "use --precision bfloat16 or float32 on the CPU");
    if (wanted == Precision::Int8 && !device.is_cpu())
        throw Error::unsupported("int8 is computed on the processor only, not on " +
                                     toString(device),
                                 "use --device cpu, or another --precision");
    if (wanted != Precision::Auto)
        return wanted;
    if (device.is_cpu())
        return cpuHasBFloat16() ? Precision::BFloat16 : Precision::Float32;
    return Precision::BFloat16;
}

torch::Dtype dtypeOf(Precision precision) {
    switch (precision) {
    case Precision::BFloat16:
        return torch::kBFloat16;
    case Precision::Float16:
        return torch::kFloat16;
    case Precision::Float32:
        return torch::kFloat32;
    case Precision::Int8: // what flows between its layers
        return cpuHasBFloat16() ? torch::kBFloat16 : torch::kFloat32;
    case Precision::Auto:
        break;
    }
    throw Error::internal("automatic precision was not resolved");
}

int threadsFor(std::int64_t parameters, std::int64_t cells) {
    if (std::getenv("OMP_NUM_THREADS") != nullptr)
        return at::get_num_threads();
    // About a tenth of a second of one processor for one pass through the network.
    constexpr double kWorthSharing = 2e9;
    if (static_cast<double>(parameters) * static_cast<double>(cells) < kWorthSharing)
        return 1;
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int productThreadsFor(std::int64_t parameters) {
    if (std::getenv("OPENBLAS_NUM_THREADS") != nullptr)
        return nn::productThreads();
    constexpr std::int64_t kOfMatrices = 100'000'000; // Stable Diffusion's UNet has 865 million
    return parameters < kOfMatrices
               ? 1
               : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void useThreads(std::int64_t parameters, std::int64_t cells) {
    at::set_num_threads(threadsFor(parameters, cells));
    nn::setProductThreads(productThreadsFor(parameters));
}

ComputeScope::ComputeScope(int threads) {
    at::set_num_threads(threads);
}

ComputeScope::ComputeScope(std::int64_t parameters, std::int64_t cells) {
    useThreads(parameters, cells);
}

} // namespace unlit::infer
