#include "core/nn/layers/module.h"

#include <torch/utils.h>

namespace unlit::nn {

void Module::initialise(const torch::Generator&) {}

torch::Tensor Module::watched(torch::Tensor output) const {
    watch("", output);
    return output;
}

void Module::watch(std::string_view what, const torch::Tensor& value) const {
    if (m_observer)
        m_observer(what, value);
}

torch::Tensor Module::parameter(const std::string& name, torch::IntArrayRef shape) {
    return register_parameter(name, torch::empty(shape, torch::kFloat32));
}

void initialiseWeights(torch::nn::Module& module, torch::Generator generator) {
    torch::NoGradGuard noGrad;
    for (const auto& part : module.modules())
        if (auto* ours = dynamic_cast<Module*>(part.get()))
            ours->initialise(generator);
}

std::vector<torch::Tensor> weightsOf(const torch::nn::Module& module) {
    std::vector<torch::Tensor> weights = module.parameters();
    for (const auto& part : module.modules())
        if (const auto* ours = dynamic_cast<const Module*>(part.get()))
            for (torch::Tensor& weight : ours->adapterWeights())
                weights.push_back(std::move(weight));
    return weights;
}

torch::Tensor computedIn(const torch::Tensor& x, const torch::Tensor& weight) {
    const bool isMaster = weight.defined() && weight.scalar_type() == torch::kFloat32;
    const bool isHalf = x.scalar_type() == torch::kBFloat16 || x.scalar_type() == torch::kFloat16;
    return isMaster && isHalf ? weight.to(x.scalar_type()) : weight;
}

} // namespace unlit::nn
