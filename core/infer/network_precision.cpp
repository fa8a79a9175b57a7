#include "core/infer/network_precision.h"

#include "core/nn/layers/norm.h"

namespace unlit::infer {

namespace {

bool isNorm(const torch::nn::Module& module) {
    return module.as<nn::GroupNormImpl>() != nullptr || module.as<nn::LayerNormImpl>() != nullptr;
}

} // namespace

void allocateWeights(torch::nn::Module& network, torch::Device device, torch::Dtype dtype) {
    const torch::NoGradGuard noGradients;
    for (const auto& module : network.modules()) {
        const auto type = isNorm(*module) ? torch::kFloat32 : dtype;
        for (auto& weight : module->parameters(/*recurse=*/false))
            weight.set_data(
                torch::empty(weight.sizes(), torch::TensorOptions().dtype(type).device(device)));
    }
}

} // namespace unlit::infer
