#include "core/train/loss/loss.h"

#include "core/base/error.h"

#include <torch/nn/functional/loss.h>

#include <array>

namespace unlit::train {

namespace functional = torch::nn::functional;

namespace {

constexpr std::array<std::int64_t, 2> kCells = {2, 3};

/// What each cell counts in the means of its sample: the weights with the mean 1 over the valid
/// cells, 0 elsewhere. Unset = all cells alike.
std::optional<torch::Tensor> shares(const std::optional<torch::Tensor>& valid_N1hw,
                                    const std::optional<torch::Tensor>& weights_NChw) {
    if (!valid_N1hw && !weights_NChw)
        return {};
    if (!weights_NChw)
        return valid_N1hw->to(torch::kFloat32);
    if (!valid_N1hw)
        return *weights_NChw / weights_NChw->mean(kCells, true);
    const torch::Tensor valid = valid_N1hw->to(weights_NChw->scalar_type());
    const torch::Tensor weights = *weights_NChw * valid;
    const torch::Tensor count = valid.sum(kCells, true).clamp_min(1);
    return weights * count / weights.sum(kCells, true).clamp_min(1e-12);
}

/// `difference` without `share` of its mean over the cells of each sample and channel.
torch::Tensor withoutOffset(const torch::Tensor& difference,
                            const std::optional<torch::Tensor>& shares_NChw, double share) {
    if (!shares_NChw)
        return difference - share * difference.mean(kCells, true);
    const torch::Tensor count = shares_NChw->sum(kCells, true).clamp_min(1);
    return difference - share * (difference * *shares_NChw).sum(kCells, true) / count;
}

torch::Tensor errorOf(const torch::Tensor& actual, const torch::Tensor& wanted,
                      const config::LossConfig& loss, std::int64_t stepsDone, bool isMean) {
    switch (loss.name) {
    case config::LossKind::Mse:
        return isMean ? functional::mse_loss(actual, wanted)
                      : functional::mse_loss(actual, wanted, torch::kNone);
    case config::LossKind::L1:
        return isMean ? functional::l1_loss(actual, wanted)
                      : functional::l1_loss(actual, wanted, torch::kNone);
    case config::LossKind::Huber: {
        auto options = functional::HuberLossFuncOptions().delta(loss.delta.at(stepsDone));
        return isMean ? functional::huber_loss(actual, wanted, options)
                      : functional::huber_loss(actual, wanted, options.reduction(torch::kNone));
    }
    }
    throw Error::internal("a loss of no known kind");
}

} // namespace

torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const config::LossConfig& loss, std::int64_t stepsDone,
                         const std::optional<torch::Tensor>& weights_NChw) {
    torch::Tensor actual = prediction;
    const std::optional<torch::Tensor> shares_NChw = shares(valid_N1hw, weights_NChw);
    if (loss.offsetInvariance > 0)
        actual = withoutOffset(prediction - target, shares_NChw, loss.offsetInvariance) + target;
    if (weights_NChw) {
        const torch::Tensor counted = shares_NChw->expand_as(target);
        return (errorOf(actual, target, loss, stepsDone, false) * counted).sum() / counted.sum();
    }
    if (!valid_N1hw)
        return errorOf(actual, target, loss, stepsDone, true);
    // LibTorch 1.13 scatters the gradient of masked_select in the order of memory, but the values
    // are selected in the order of the indices: both have to be the same.
    const torch::Tensor valid = valid_N1hw->expand_as(target).contiguous();
    return errorOf(actual.contiguous().masked_select(valid),
                   target.contiguous().masked_select(valid), loss, stepsDone, true);
}

torch::Tensor brightnessWeights(const torch::Tensor& target_N3HW, std::int64_t factor,
                                double whiteWeight) {
    const torch::Tensor shown = (target_N3HW.mean(1, true) * 0.5 + 0.5).clamp(0, 1);
    const torch::Tensor cells = torch::avg_pool2d(shown, {factor, factor});
    return torch::pow(whiteWeight, cells);
}

} // namespace unlit::train
