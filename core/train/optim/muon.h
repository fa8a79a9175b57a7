// Muon: momentum whose matrices are made orthogonal before they move the weights.
#pragma once

#include <torch/optim/optimizer.h>

#include <memory>
#include <vector>

namespace unlit::train {

struct MuonOptions : public torch::optim::OptimizerCloneableOptions<MuonOptions> {
    double lr = 0;
    double weightDecay = 0.1; ///< decoupled, as AdamW's
    double momentum = 0.95;

    double get_lr() const override { return lr; }

    void set_lr(double rate) override { lr = rate; }
};

struct MuonParamState : public torch::optim::OptimizerCloneableParamState<MuonParamState> {
    torch::Tensor momentumBuffer; ///< shaped as the weight
};

/// Keller Jordan, "Muon: An optimizer for hidden layers in neural networks" (2024), with Nesterov
/// momentum; a step is as long as one of AdamW at the same rate (0.2 * sqrt(longer side), Liu et
/// al., "Muon is Scalable for LLM Training", 2025: torch's "match_rms_adamw"). A convolution
/// counts as the matrix [outputs, inputs * kernel]. Weights: float32, at least two dimensions.
/// Thread: the one that trains.
class Muon : public torch::optim::Optimizer {
public:
    Muon(std::vector<torch::Tensor> weights, const MuonOptions& defaults);

    torch::Tensor step(LossClosure closure = nullptr) override;
};

/// Of matrix = U S V^T about U V^T: five Newton-Schulz steps, singular values within 0.68 and 1.14
/// where they are not below a thousandth of the largest. [rows, columns], or as many matrices as
/// one likes, [n, rows, columns]; float32. Products are of numbers in `type`: bfloat16 costs a
/// third, and turns the step by less than it itself leaves open (cosine above 0.99 where singular
/// values span a hundredfold). Those of float32 are of the matrix times its own transpose where
/// that is fewer: the same to 2e-4 of its length, for singular values that span up to a
/// millionfold.
torch::Tensor orthogonalized(const torch::Tensor& matrix, torch::Dtype type);

} // namespace unlit::train
