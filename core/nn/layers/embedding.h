// A table of learnt vectors, looked up by index.
#pragma once

#include "core/nn/layers/module.h"

namespace unlit::nn {

struct EmbeddingOptions {
    int64_t count = 0;
    int64_t features = 0;
};

/// ids [...] (int64) -> [..., D]. The caller checks the range of the ids.
struct EmbeddingImpl : Module {
    explicit EmbeddingImpl(const EmbeddingOptions& options) {
        weight = parameter("weight", {options.count, options.features});
    }

    torch::Tensor forward(const torch::Tensor& ids) {
        return watched(torch::embedding(weight, ids));
    }

    void initialise(const torch::Generator& generator) override {
        weight.normal_(0.0, 0.02, generator);
    }

    torch::Tensor weight; // [count, D]
};

TORCH_MODULE(Embedding);

} // namespace unlit::nn
