#include "core/train/autoencoder/reconstruction_loss.h"

#include <torch/nn/functional.h>
#include <torch/utils.h>

namespace unlit::train {

namespace {

torch::Tensor across(const torch::Tensor& x) {
    return x.slice(3, 1) - x.slice(3, 0, -1);
}

torch::Tensor down(const torch::Tensor& x) {
    return x.slice(2, 1) - x.slice(2, 0, -1);
}

} // namespace

torch::Tensor pixelLoss(const torch::Tensor& a_NCHW, const torch::Tensor& b_NCHW,
                        config::PixelLoss kind) {
    const torch::Tensor difference = a_NCHW - b_NCHW;
    return kind == config::PixelLoss::L1 ? difference.abs().mean() : difference.square().mean();
}

torch::Tensor gradientLoss(const torch::Tensor& a_NCHW, const torch::Tensor& b_NCHW,
                           std::int64_t scales) {
    // Differences and means are linear: those of the two pictures are those of their difference.
    torch::Tensor difference = a_NCHW - b_NCHW;
    torch::Tensor sum;
    std::int64_t used = 0;
    for (std::int64_t i = 0; i < scales; ++i) {
        if (i > 0)
            difference = torch::avg_pool2d(difference, 2);
        if (difference.size(2) < 2 || difference.size(3) < 2)
            break;
        const torch::Tensor here = across(difference).abs().mean() + down(difference).abs().mean();
        sum = sum.defined() ? sum + here : here;
        ++used;
        if (difference.size(2) < 4 || difference.size(3) < 4)
            break;
    }
    return used > 0 ? sum / static_cast<double>(used) : difference.sum() * 0;
}

torch::Tensor klLoss(const nn::DiagonalGaussian& posterior) {
    return 0.5 * (posterior.mean.square() + posterior.logvar.exp() - 1 - posterior.logvar).mean();
}

} // namespace unlit::train
