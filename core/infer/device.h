// Where the networks run and in which number type.
#pragma once

#include "core/options/infer_options.h"

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

/// How CUDA's libraries compute; of the whole process, as LibTorch keeps it.
struct CudaArithmetic {
    /// The same input gives the same bytes: cuDNN's deterministic algorithms, and LibTorch's where
    /// it has a choice. What has no deterministic algorithm throws.
    bool isDeterministic = true;
    bool benchmarksCudnn = false; ///< cuDNN times its algorithms for each new shape; not repeatable
    bool allowsTf32 = false;      ///< float32 products from 10 bits: faster, no longer float32
};

/// Does nothing where LibTorch has no CUDA. Before the first product on a GPU: cuBLAS reads its
/// CUBLAS_WORKSPACE_CONFIG, which is set here unless the user has, once.
void setCudaArithmetic(const CudaArithmetic& arithmetic);

/// Gives back what LibTorch keeps of GPUs for its next tensors: before a second try with less, and
/// where others wait for it. The next allocations are slower.
void releaseDeviceMemory();

/// "cpu", "cuda:0".
std::string toString(const torch::Device& device);

/// What Auto means on this device: bfloat16 on CUDA and on CPUs with bfloat16 arithmetic (AMX,
/// AVX-512 BF16), else float32. Throws Error::unsupported for float16 on a CPU, for which LibTorch
/// has no kernels, and for int8 on a GPU.
Precision resolvePrecision(Precision wanted, const torch::Device& device);

/// What flows between the layers: float32, bfloat16 or float16; beside weights of 8 bits bfloat16
/// where Auto takes it, else float32. Auto itself is not a type.
torch::Dtype dtypeOf(Precision precision);

/// True when `cpuInfo`, the text of /proc/cpuinfo, lists bfloat16 arithmetic.
bool listsBFloat16(std::string_view cpuInfo);

/// Threads inside one operation for a network of `parameters` weights on `cells` latent cells: all
/// processors, but one where operations are so short that waiting for each other costs more than
/// the second thread brings (on a busy machine a hundred times more). OMP_NUM_THREADS has the last
/// word.
int threadsFor(std::int64_t parameters, std::int64_t cells);

/// Threads of one matrix product for such a network: all processors for one whose time goes into
/// its matrices, one for a small one, whose convolutions OpenBLAS's waiting threads would hinder.
/// OPENBLAS_NUM_THREADS has the last word.
int productThreadsFor(std::int64_t parameters);

/// Sets both numbers, the first for the calling thread, the second for the process (see
/// nn::setProductThreads). To be called wherever that network is about to compute: the last bits of
/// sums depend on them.
void useThreads(std::int64_t parameters, std::int64_t cells);

/// To be held by every entry that computes: no gradients, and the threads for a network, or so many
/// without a change to products. The mode belongs to the calling thread, as its number of threads
/// does; LibTorch may start it with one.
class ComputeScope {
public:
    explicit ComputeScope(int threads);
    ComputeScope(std::int64_t parameters, std::int64_t cells);

private:
    torch::NoGradGuard m_noGradients;
};

} // namespace unlit::infer
