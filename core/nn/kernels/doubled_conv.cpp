#include "core/nn/kernels/doubled_conv.h"

#include "core/nn/kernels/products.h"

#include <torch/csrc/autograd/custom_function.h>

namespace unlit::nn {

namespace {

/// Adding up weights is paid once a call, products once a pixel.
constexpr std::int64_t kLeastPixels = 256;

/// Along one axis the kernel a, b, c falls on two pixels: (a + b, c) from an odd place of the
/// doubled picture, (a, b + c) from an even one. [..., 3, ...] -> [2 kinds, ..., 2, ...].
torch::Tensor phasesAlong(const torch::Tensor& weight, std::int64_t axis) {
    const auto tap = [&](std::int64_t i) { return weight.select(axis, i); };
    const torch::Tensor odd = torch::stack({tap(0) + tap(1), tap(2)}, axis);
    const torch::Tensor even = torch::stack({tap(0), tap(1) + tap(2)}, axis);
    return torch::stack({odd, even});
}

/// The pixels of the doubled picture, [N, 2H, 2W, C], whose row and column have the remainders
/// `row` and `column` by two, and where they stand around the corners, [N, H + 1, W + 1, 4 C].
struct Kind {
    std::int64_t row, column;

    torch::Tensor inPicture(const torch::Tensor& picture_NHWC) const {
        const auto size = picture_NHWC.sizes();
        return picture_NHWC.view({size[0], size[1] / 2, 2, size[2] / 2, 2, size[3]})
            .select(4, column)
            .select(2, row);
    }

    torch::Tensor aroundCorners(const torch::Tensor& corners) const {
        const auto size = corners.sizes();
        return corners.view({size[0], size[1], size[2], 2, 2, size[3] / 4})
            .select(4, 1 - column)
            .select(3, 1 - row)
            .narrow(2, column, size[2] - 1)
            .narrow(1, row, size[1] - 1);
    }
};

constexpr Kind kKinds[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};

/// Each pixel is copied once, forth and back.
struct PictureOfCorners : torch::autograd::Function<PictureOfCorners> {
    static torch::Tensor forward(torch::autograd::AutogradContext* context,
                                 const torch::Tensor& corners) {
        const auto size = corners.sizes();
        context->saved_data["size"] = size;
        torch::Tensor picture_NHWC = torch::empty(
            {size[0], 2 * size[1] - 2, 2 * size[2] - 2, size[3] / 4}, corners.options());
        for (const Kind& kind : kKinds)
            kind.inPicture(picture_NHWC).copy_(kind.aroundCorners(corners));
        return picture_NHWC;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list pulls) {
        const torch::Tensor pull_NHWC = pulls[0].contiguous();
        torch::Tensor corners =
            torch::zeros(context->saved_data["size"].toIntVector(), pull_NHWC.options());
        for (const Kind& kind : kKinds)
            kind.aroundCorners(corners).copy_(kind.inPicture(pull_NHWC));
        return {corners};
    }
};

} // namespace

bool isDoubledConvWorthIt(const torch::Tensor& x_NCHW) {
    return x_NCHW.is_cpu() && x_NCHW.size(2) * x_NCHW.size(3) >= kLeastPixels;
}

torch::Tensor phasesOf(const torch::Tensor& weight) {
    const torch::Tensor wide =
        weight.scalar_type() == torch::kBFloat16 ? weight.to(torch::kFloat32) : weight;
    const torch::Tensor lastIn = wide.permute({0, 2, 3, 1}).contiguous(); // [out, 3, 3, in]
    const torch::Tensor rows = phasesAlong(lastIn, 1);                    // [2, out, 2, 3, in]
    const torch::Tensor both = phasesAlong(rows, 3); // [2 columns, 2 rows, out, 2, 2, in]
    return both.transpose(0, 1).flatten(0, 2).permute({0, 3, 1, 2});
}

torch::Tensor doubledConv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& phases,
                              const torch::Tensor& bias) {
    // With one pixel of zeros around there is a window for each corner between pixels; it gives the
    // 2x2 pixels of the doubled picture around that corner, of which the rim's outer ones go.
    const torch::Tensor corners =
        conv2dOf(x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast), phases, bias.repeat({4}),
                 /*stride=*/1, /*padding=*/1);
    return PictureOfCorners::apply(corners.permute({0, 2, 3, 1}).contiguous())
        .permute({0, 3, 1, 2});
}

} // namespace unlit::nn
