// Fully connected layer and dropout.
#pragma once

#include "core/nn/kernels/int8_products.h"
#include "core/nn/layers/module.h"

#include <memory>
#include <optional>
#include <utility>

namespace unlit::nn {

struct LinearOptions {
    int64_t inFeatures = 0;
    int64_t outFeatures = 0;
    bool bias = true;
};

/// A low-rank addition to a weight: scale * up * down. Source: Hu et al. 2021, "LoRA".
struct LowRankUpdate {
    torch::Tensor down; ///< "A": [rank, in], float32
    torch::Tensor up;   ///< "B": [out, rank], float32
    double scale = 1;   ///< alpha / rank
};

/// x: [..., in] -> [..., out]. float32 weights with a bfloat16 x compute in bfloat16.
struct LinearImpl : Module {
    explicit LinearImpl(const LinearOptions& options);
    torch::Tensor forward(const torch::Tensor& x);
    void initialise(const torch::Generator& generator) override;
    void keepInInt8() override;

    /// From now on the output is that of weight + update; the weight itself stays. Null takes it
    /// off. Gradients of the update's tensors are recorded where they ask for it. Not saved with
    /// the module.
    void setUpdate(std::shared_ptr<const LowRankUpdate> update) { m_update = std::move(update); }

    std::vector<torch::Tensor> adapterWeights() const override;

    torch::Tensor weight; // [out, in], or the panels of 8 bits
    torch::Tensor bias;   // [out], undefined without bias

private:
    torch::Tensor product(const torch::Tensor& x) const;

    std::shared_ptr<const LowRankUpdate> m_update;
    std::optional<Int8Matrix> m_int8;
};

TORCH_MODULE(Linear);

/// Holds its place in the lists of diffusers; works only while training.
struct DropoutImpl : Module {
    explicit DropoutImpl(double probability) : m_probability(probability) {}

    torch::Tensor forward(const torch::Tensor& x);

    bool isActive() const { return is_training() && m_probability > 0; }

private:
    double m_probability;
};

TORCH_MODULE(Dropout);

} // namespace unlit::nn
