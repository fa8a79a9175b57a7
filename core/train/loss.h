// How far a prediction is from its target, over the latent cells that may be learnt from.
#pragma once

#include <torch/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace unlit::train {

enum class LossKind {
    Mse,   ///< mean of squares
    L1,    ///< mean of absolute values
    Huber, ///< squares / 2 within delta, lines outside (Huber, 1964)
};

/// "mse_loss", "l1_loss", "huber_loss", as the reference's configs name torch's own.
std::string_view toString(LossKind kind);
/// Throws: Unsupported; `where` names the setting.
LossKind lossKindFromString(std::string_view text, const std::string& where);

struct LossOptions {
    LossKind kind = LossKind::Mse;
    double huberDelta = 1.0; ///< > 0
};

/// The mean over the valid elements of the whole batch, a scalar that can be differentiated.
/// prediction and target: one shape [N, C, h, w], float32. valid_N1hw: bool, repeated over the
/// channels; unset = all are valid. NaN when none is: the caller leaves such batches out.
torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const LossOptions& options);

} // namespace unlit::train
