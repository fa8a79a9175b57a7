#include "core/train/loss.h"

#include "core/base/error.h"

#include <torch/nn/functional/loss.h>

namespace unlit::train {

namespace functional = torch::nn::functional;

std::string_view toString(LossKind kind) {
    switch (kind) {
    case LossKind::Mse:
        return "mse_loss";
    case LossKind::L1:
        return "l1_loss";
    case LossKind::Huber:
        return "huber_loss";
    }
    return "";
}

LossKind lossKindFromString(std::string_view text, const std::string& where) {
    for (const LossKind kind : {LossKind::Mse, LossKind::L1, LossKind::Huber})
        if (text == toString(kind))
            return kind;
    throw Error::unsupported(where + " is \"" + std::string(text) + "\"",
                             "use mse_loss, l1_loss or huber_loss");
}

torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const LossOptions& options) {
    torch::Tensor actual = prediction;
    torch::Tensor wanted = target;
    if (valid_N1hw) {
        const torch::Tensor valid = valid_N1hw->expand_as(target);
        actual = prediction.masked_select(valid);
        wanted = target.masked_select(valid);
    }
    switch (options.kind) {
    case LossKind::Mse:
        return functional::mse_loss(actual, wanted);
    case LossKind::L1:
        return functional::l1_loss(actual, wanted);
    case LossKind::Huber:
        return functional::huber_loss(
            actual, wanted, functional::HuberLossFuncOptions().delta(options.huberDelta));
    }
    throw Error::internal("a loss of no known kind");
}

} // namespace unlit::train
