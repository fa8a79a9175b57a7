#include "core/nn/kernels/winograd_conv.h"

#include "core/nn/kernels/products.h"
#include "core/nn/kernels/winograd_passes.h"
#include "core/nn/kernels/winograd_products.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace unlit::nn {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Below these a transform costs what the products save; by `./dev bench winograd`.
constexpr int64_t kLeastChannels = 16;
constexpr int64_t kLeastKernels = 512;
constexpr int64_t kLeastTiles = 64;

/// The kernels for the other way: [out, in, 3, 3] -> [in, out, 3, 3], turned by half.
torch::Tensor turned(const torch::Tensor& weight) {
    return weight.flip({2, 3}).transpose(0, 1);
}

torch::Tensor enlarged(const torch::Tensor& x_NCHW, int64_t scale) {
    return scale == 1 ? x_NCHW
                      : torch::upsample_nearest2d(x_NCHW,
                                                  {x_NCHW.size(2) * scale, x_NCHW.size(3) * scale});
}

/// A pull on the enlarged picture, on the picture before: sums over squares of scale².
torch::Tensor pullBeforeScale(const torch::Tensor& pull_NCHW, int64_t scale) {
    return scale == 1 ? pull_NCHW
                      : at::avg_pool2d(pull_NCHW, {scale, scale}, {}, 0, false, false,
                                       /*divisor_override=*/1);
}

struct WinogradConv : torch::autograd::Function<WinogradConv> {
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x_NCHW,
                                 const torch::Tensor& weight, const torch::Tensor& bias,
                                 int64_t scale) {
        context->save_for_backward({x_NCHW, weight});
        context->saved_data["scale"] = scale;
        return winogradProductsOf(x_NCHW, weight, bias, scale);
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const torch::Tensor &x = saved[0], &weight = saved[1];
        const int64_t scale = context->saved_data["scale"].toInt();
        if (torch::GradMode::is_enabled())
            return recordedGradients(x, weight, gradients[0], scale);
        const torch::Tensor dy = gradients[0].contiguous(torch::MemoryFormat::ChannelsLast);
        variable_list result(4);
        if (context->needs_input_grad(0))
            result[0] = pullBeforeScale(winogradProductsOf(dy, turned(weight), {}, 1), scale);
        if (context->needs_input_grad(1))
            result[1] = winogradPullOnWeight(x, dy, weight, scale);
        if (context->needs_input_grad(2))
            result[2] = dy.sum({0, 2, 3}, /*keepdim=*/false, torch::kFloat32).to(dy.scalar_type());
        return result;
    }

private:
    /// Where gradients are to have gradients.
    static variable_list recordedGradients(const torch::Tensor& x, const torch::Tensor& weight,
                                           const torch::Tensor& dy, int64_t scale) {
        const torch::Dtype type = x.scalar_type();
        const auto wide = [](const torch::Tensor& t) { return t.to(torch::kFloat32); };
        const auto [dx, dWeight, dBias] = at::convolution_backward(
            wide(dy), wide(enlarged(x, scale)), wide(weight), at::IntArrayRef{weight.size(0)},
            {1, 1}, {1, 1}, {1, 1}, false, {0, 0}, 1, {true, true, true});
        return {pullBeforeScale(dx, scale).to(type), dWeight.to(type), dBias.to(type), {}};
    }
};

} // namespace

bool isWinogradWorthIt(const torch::Tensor& x_NCHW, torch::IntArrayRef weight, int64_t scale) {
    const bool isNumber =
        x_NCHW.scalar_type() == torch::kFloat32 ||
        (x_NCHW.scalar_type() == torch::kBFloat16 && !sumsBFloat16(x_NCHW.device()));
    if (!x_NCHW.is_cpu() || !isNumber || !hasWideProducts())
        return false;
    const bool isKind = x_NCHW.dim() == 4 && weight[2] == 3 && weight[3] == 3 &&
                        x_NCHW.is_contiguous(torch::MemoryFormat::ChannelsLast);
    return isKind && std::min(weight[0], weight[1]) >= kLeastChannels &&
           weight[0] * weight[1] >= kLeastKernels && winogradTiles(x_NCHW, scale) >= kLeastTiles;
}

torch::Tensor winogradConv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                               const torch::Tensor& bias, int64_t scale) {
    // A Function takes no tensor that is not there.
    return WinogradConv::apply(
        x_NCHW, weight, bias.defined() ? bias : torch::zeros({weight.size(0)}, x_NCHW.options()),
        scale);
}

} // namespace unlit::nn
