#include "core/train/loss.h"

#include "core/base/error.h"

#include <torch/nn/functional/loss.h>

namespace unlit::train {

namespace functional = torch::nn::functional;

torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const config::LossConfig& loss, std::int64_t stepsDone) {
    torch::Tensor actual = prediction;
    torch::Tensor wanted = target;
    if (valid_N1hw) {
        // LibTorch 1.13 scatters the gradient of masked_select in the order of memory, but the
        // values are selected in the order of the indices: both have to be the same.
        const torch::Tensor valid = valid_N1hw->expand_as(target).contiguous();
        actual = prediction.contiguous().masked_select(valid);
        wanted = target.contiguous().masked_select(valid);
    }
    switch (loss.name) {
    case config::LossKind::Mse:
        return functional::mse_loss(actual, wanted);
    case config::LossKind::L1:
        return functional::l1_loss(actual, wanted);
    case config::LossKind::Huber:
        return functional::huber_loss(
            actual, wanted, functional::HuberLossFuncOptions().delta(loss.delta.at(stepsDone)));
    }
    throw Error::internal("a loss of no known kind");
}

} // namespace unlit::train
