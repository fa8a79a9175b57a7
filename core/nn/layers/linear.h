// Fully connected layer and dropout.
#pragma once

#include "core/nn/layers/module.h"

namespace unlit::nn {

struct LinearOptions {
    int64_t inFeatures = 0;
    int64_t outFeatures = 0;
    bool bias = true;
};

/// x: [..., in] -> [..., out].
struct LinearImpl : Module {
    explicit LinearImpl(const LinearOptions& options);
    torch::Tensor forward(const torch::Tensor& x);
    void initialise(const torch::Generator& generator) override;

    torch::Tensor weight; // [out, in]
    torch::Tensor bias;   // [out], undefined without bias
};

TORCH_MODULE(Linear);

/// Holds its place in the lists of diffusers; works only while training.
struct DropoutImpl : Module {
    explicit DropoutImpl(double probability) : m_probability(probability) {}

    torch::Tensor forward(const torch::Tensor& x);

private:
    double m_probability;
};

TORCH_MODULE(Dropout);

} // namespace unlit::nn
