// Where the networks run and in which number type.
#pragma once

#include "core/infer/infer_options.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace unlit::infer {

/// "auto" (the first CUDA device where there is one, else the CPU), "cpu", "cuda", "cuda:N".
/// Throws Error: InvalidInput for another name, NotFound for a CUDA device that is not there,
/// Unsupported where this build of LibTorch has no CUDA.
torch::Device parseDevice(std::string_view name);

/// "cpu", "cuda:0".
std::string toString(const torch::Device& device);

/// What Auto means on this device: bfloat16 on CUDA and on CPUs with bfloat16 arithmetic (AMX,
/// AVX-512 BF16), else float32. Throws Error::unsupported for float16 on a CPU, for which LibTorch
/// has no kernels.
Precision resolvePrecision(Precision wanted, const torch::Device& device);

/// Float32, BFloat16 or Float16; Auto is not a type.
torch::Dtype dtypeOf(Precision precision);

/// True when `cpuInfo`, the text of /proc/cpuinfo, lists bfloat16 arithmetic.
bool listsBFloat16(std::string_view cpuInfo);

/// Threads inside one operation for a network of `parameters` weights on `cells` latent cells: all
/// processors, but one where operations are so short that waiting for each other costs more than
/// the second thread brings (on a busy machine a hundred times more). OMP_NUM_THREADS has the last
/// word.
int threadsFor(std::int64_t parameters, std::int64_t cells);

/// To be held by every entry that computes: no gradients, and that number of threads. Both settings
/// belong to the calling thread; LibTorch may start it with one thread.
class ComputeScope {
public:
    explicit ComputeScope(int threads);

private:
    torch::NoGradGuard m_noGradients;
};

} // namespace unlit::infer
