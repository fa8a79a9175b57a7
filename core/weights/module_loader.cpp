#include "core/weights/module_loader.h"

#include "core/base/error.h"

#include <torch/utils.h>

namespace unlit::weights {

StateDict stateDictOf(const torch::nn::Module& module) {
    StateDict state;
    for (const auto& entry : module.named_parameters())
        state.emplace(entry.key(), entry.value());
    for (const auto& entry : module.named_buffers())
        state.emplace(entry.key(), entry.value());
    return state;
}

LoadReport compareWith(const torch::nn::Module& module, const StateDict& state) {
    LoadReport report;
    const StateDict wanted = stateDictOf(module);
    for (const auto& [name, parameter] : wanted) {
        const auto found = state.find(name);
        if (found == state.end())
            report.missing.push_back(name);
        else if (found->second.sizes() != parameter.sizes())
            report.wrongShape.push_back(
                {name, parameter.sizes().vec(), found->second.sizes().vec()});
        else
            ++report.loaded;
    }
    for (const auto& [name, tensor] : state)
        if (!wanted.contains(name))
            report.unexpected.push_back(name);
    return report;
}

LoadReport loadInto(torch::nn::Module& module, StateDict state, const std::string& what,
                    Strictness strictness,
                    const std::function<void(const std::string& name)>& loaded) {
    LoadReport report = compareWith(module, state);
    if (strictness == Strictness::Strict && !report.complete()) {
        throw Error::invalidInput("the weights in " + what +
                                      " do not fit their config: " + report.sentence(),
                                  "take config.json and weights from the same model");
    }
    const torch::NoGradGuard noGrad;
    for (auto& [name, parameter] : stateDictOf(module)) {
        auto entry = state.extract(name);
        if (entry.empty() || entry.mapped().sizes() != parameter.sizes())
            continue;
        parameter.copy_(entry.mapped());
        if (loaded)
            loaded(name);
    }
    return report;
}

} // namespace unlit::weights
