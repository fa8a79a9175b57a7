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

} // namespace unlit::nn
