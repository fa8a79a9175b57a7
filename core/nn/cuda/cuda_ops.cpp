#include "core/nn/cuda/cuda_ops.h"

#if UNLIT_CUDA
#include "core/nn/cuda/row_kernels.h"

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

namespace unlit::nn::cuda {

#if UNLIT_CUDA

namespace {

constexpr int64_t kVector = 8;
constexpr int64_t kMostChannels = 4096;
constexpr int64_t kMostFeatures = 2048;

Half numberOf(const torch::Tensor& x) {
    return x.scalar_type() == torch::kFloat16 ? Half::Float16 : Half::BFloat16;
}

Stream streamOf(const torch::Tensor& x) {
    return c10::cuda::getCurrentCUDAStream(x.device().index()).stream();
}

const void* dataOrNull(const torch::Tensor& x) {
    return x.defined() ? x.data_ptr() : nullptr;
}

} // namespace

bool canFuse(const torch::Tensor& x, int64_t channels) {
    const bool isHalf = x.scalar_type() == torch::kFloat16 || x.scalar_type() == torch::kBFloat16;
    return isHalf && x.is_cuda() && channels % kVector == 0 &&
           (x.dim() != 4 || channels <= kMostChannels) && x.numel() > 0 &&
           !torch::GradMode::is_enabled();
}

torch::Tensor groupNorm(const torch::Tensor& x_NCHW, int64_t groups, const torch::Tensor& weight,
                        const torch::Tensor& offset, double epsilon, bool isSilu,
                        const torch::Tensor& bias_C, const torch::Tensor& shift_NC) {
    const c10::cuda::CUDAGuard guard(x_NCHW.device());
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    torch::Tensor y = torch::empty_like(x);
    GroupNormTask task;
    task.number = numberOf(x);
    task.x = x.data_ptr();
    task.y = y.data_ptr();
    task.bias = dataOrNull(bias_C);
    const torch::Tensor shift = shift_NC.defined() ? shift_NC.contiguous() : shift_NC;
    task.shift = dataOrNull(shift);
    task.weight = weight.data_ptr<float>();
    task.offset = offset.data_ptr<float>();
    task.samples = x.size(0);
    task.pixels = x.size(2) * x.size(3);
    task.channels = x.size(1);
    task.groups = groups;
    task.epsilon = static_cast<float>(epsilon);
    task.silu = isSilu;
    const torch::Tensor scratch =
        torch::empty({groupNormScratch(task.samples, task.pixels, groups), 2},
                     torch::TensorOptions(torch::kFloat32).device(x.device()));
    task.scratch = scratch.data_ptr<float>();
    cuda::groupNorm(task, streamOf(x));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}

torch::Tensor layerNorm(const torch::Tensor& input, const torch::Tensor& weight,
                        const torch::Tensor& offset, double epsilon) {
    if (input.size(-1) > kMostFeatures)
        return torch::layer_norm(input.to(torch::kFloat32), weight.sizes(), weight, offset, epsilon)
            .to(input.scalar_type());
    const c10::cuda::CUDAGuard guard(input.device());
    const torch::Tensor x = input.contiguous();
    torch::Tensor y = torch::empty_like(x);
    LayerNormTask task;
    task.number = numberOf(x);
    task.x = x.data_ptr();
    task.y = y.data_ptr();
    task.weight = weight.data_ptr<float>();
    task.offset = offset.data_ptr<float>();
    task.channels = x.size(-1);
    task.rows = x.numel() / task.channels;
    task.epsilon = static_cast<float>(epsilon);
    cuda::layerNorm(task, streamOf(x));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}

torch::Tensor geglu(const torch::Tensor& input) {
    const c10::cuda::CUDAGuard guard(input.device());
    const torch::Tensor x = input.contiguous();
    const int64_t features = x.size(-1) / 2, rows = x.numel() / x.size(-1);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = features;
    torch::Tensor y = torch::empty(shape, x.options());
    cuda::geglu(numberOf(x), x.data_ptr(), y.data_ptr(), rows, features, streamOf(x));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}

torch::Tensor addBiased(torch::Tensor fresh_NCHW, const torch::Tensor& other_NCHW,
                        const torch::Tensor& bias_C, const torch::Tensor& bias2_C) {
    const c10::cuda::CUDAGuard guard(fresh_NCHW.device());
    const torch::Tensor y = fresh_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    const torch::Tensor x = other_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    cuda::addBiased(numberOf(y), y.data_ptr(), x.data_ptr(), dataOrNull(bias_C),
                    dataOrNull(bias2_C), y.numel() / y.size(1), y.size(1), streamOf(y));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}

#else

namespace {

[[noreturn]] torch::Tensor absent() {
    TORCH_CHECK(false, "this program was built without CUDA");
}

} // namespace

bool canFuse(const torch::Tensor&, int64_t) {
    return false;
}

torch::Tensor groupNorm(const torch::Tensor&, int64_t, const torch::Tensor&, const torch::Tensor&,
                        double, bool, const torch::Tensor&, const torch::Tensor&) {
    return absent();
}

torch::Tensor layerNorm(const torch::Tensor&, const torch::Tensor&, const torch::Tensor&, double) {
    return absent();
}

torch::Tensor geglu(const torch::Tensor&) {
    return absent();
}

torch::Tensor addBiased(torch::Tensor, const torch::Tensor&, const torch::Tensor&,
                        const torch::Tensor&) {
    return absent();
}

#endif

} // namespace unlit::nn::cuda
