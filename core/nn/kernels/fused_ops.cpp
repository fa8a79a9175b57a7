#include "core/nn/kernels/fused_ops.h"

#include "core/nn/cuda/cuda_ops.h"
#include "core/nn/kernels/group_moments.h"

#include <ATen/Parallel.h>

#include <vector>

namespace unlit::nn {

bool canFuse(const torch::Tensor& x, int64_t channels) {
    const bool known = x.scalar_type() == torch::kFloat32 || x.scalar_type() == torch::kBFloat16;
    return (known && x.is_cpu() && !torch::GradMode::is_enabled()) || cuda::canFuse(x, channels);
}

torch::Tensor fusedGroupNorm(const torch::Tensor& x_NCHW, int64_t groups,
                             const torch::Tensor& weight, const torch::Tensor& bias, double epsilon,
                             Activation activation) {
    if (x_NCHW.is_cuda())
        return cuda::groupNorm(x_NCHW, groups, weight, bias, epsilon,
                               activation == Activation::Silu, {}, {});
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    torch::Tensor y = torch::empty_like(x);
    const int64_t channels = x.size(1), pixels = x.size(2) * x.size(3);
    const torch::Tensor flatWeight = weight.contiguous(), flatBias = bias.contiguous();
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        for (int64_t sample = 0; sample < x.size(0); ++sample) {
            const Number* in = readable<Number>(x) + sample * pixels * channels;
            Number* out = writable<Number>(y) + sample * pixels * channels;
            const Affine affine =
                affineOf(statisticsOf(momentsOf(in, pixels, channels), pixels, groups, epsilon),
                         flatWeight.data_ptr<float>(), flatBias.data_ptr<float>());
            at::parallel_for(0, pixels, grainRows(channels), [&](int64_t begin, int64_t end) {
                scaleChannels(in + begin * channels, end - begin, channels, affine.scale.data(),
                              affine.offset.data(), activation, out + begin * channels);
            });
        }
    });
    return y;
}

torch::Tensor fusedLayerNorm(const torch::Tensor& input, const torch::Tensor& weight,
                             const torch::Tensor& bias, double epsilon) {
    if (input.is_cuda())
        return cuda::layerNorm(input, weight, bias, epsilon);
    const torch::Tensor x = input.contiguous();
    torch::Tensor y = torch::empty_like(x);
    const int64_t features = x.size(-1), rows = x.numel() / features;
    const torch::Tensor flatWeight = weight.contiguous(), flatBias = bias.contiguous();
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        at::parallel_for(0, rows, grainRows(features), [&](int64_t begin, int64_t end) {
            normaliseRows(readable<Number>(x) + begin * features, end - begin, features,
                          flatWeight.data_ptr<float>(), flatBias.data_ptr<float>(),
                          static_cast<float>(epsilon), writable<Number>(y) + begin * features);
        });
    });
    return y;
}

torch::Tensor fusedGeglu(const torch::Tensor& input) {
    if (input.is_cuda())
        return cuda::geglu(input);
    const torch::Tensor x = input.contiguous();
    const int64_t features = x.size(-1) / 2, rows = x.numel() / x.size(-1);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = features;
    torch::Tensor y = torch::empty(shape, x.options());
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        at::parallel_for(0, rows, grainRows(features), [&](int64_t begin, int64_t end) {
            gateRows(readable<Number>(x) + begin * 2 * features, end - begin, features,
                     writable<Number>(y) + begin * features);
        });
    });
    return y;
}

torch::Tensor addTo(torch::Tensor fresh, const torch::Tensor& other) {
    return torch::GradMode::is_enabled() ? fresh + other : fresh.add_(other);
}

} // namespace unlit::nn
