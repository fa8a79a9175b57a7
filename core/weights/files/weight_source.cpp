#include "core/weights/files/weight_source.h"

#include "core/weights/module_loader.h"

#include <ATen/CPUGeneratorImpl.h>

#include <cmath>
#include <memory>
#include <utility>

namespace unlit::weights {

namespace {

constexpr double kEmbeddingDeviation = 0.02;

std::vector<TensorSpec> specsOf(const StateDict& state) {
    std::vector<TensorSpec> specs;
    for (const auto& [name, tensor] : state)
        specs.push_back({name, tensor.scalar_type(), tensor.sizes().vec()});
    return specs;
}

/// Standard deviation of a weight [out, in, …]: its output is about as large as its input.
double deviationOf(const TensorSpec& spec) {
    if (spec.name.find("embeddings.") != std::string::npos)
        return kEmbeddingDeviation;
    double fanIn = 1;
    for (std::size_t i = 1; i < spec.shape.size(); ++i)
        fanIn *= static_cast<double>(spec.shape[i]);
    return 1 / std::sqrt(fanIn);
}

} // namespace

WeightSource weightsOf(StateDict state) {
    std::vector<TensorSpec> specs = specsOf(state);
    return {std::move(specs),
            [state = std::move(state)](const TensorSpec& spec) { return state.at(spec.name); }};
}

WeightSource randomWeights(const torch::nn::Module& module, std::uint64_t seed) {
    auto generator =
        std::make_shared<torch::Generator>(at::make_generator<at::CPUGeneratorImpl>(seed));
    return {
        specsOf(stateDictOf(module)), [generator](const TensorSpec& spec) {
            const auto options = torch::TensorOptions().dtype(spec.dtype);
            if (spec.shape.size() >= 2)
                return torch::empty(spec.shape, options).normal_(0, deviationOf(spec), *generator);
            return spec.name.ends_with(".weight") ? torch::ones(spec.shape, options)
                                                  : torch::zeros(spec.shape, options);
        }};
}

std::uint64_t byteCount(const WeightSource& source) {
    std::uint64_t total = 0;
    for (const TensorSpec& spec : source.specs) {
        std::uint64_t bytes = c10::elementSize(spec.dtype);
        for (const std::int64_t side : spec.shape)
            bytes *= static_cast<std::uint64_t>(side);
        total += bytes;
    }
    return total;
}

} // namespace unlit::weights
