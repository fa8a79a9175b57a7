#include "core/train/optim/trained_parameters.h"

#include <utility>

namespace unlit::train {

std::vector<NamedParameter> trainedParametersOf(torch::nn::Module& network) {
    std::vector<NamedParameter> parameters;
    for (auto& item : network.named_parameters()) {
        item.value().requires_grad_(true);
        parameters.push_back({item.key(), item.value()});
    }
    return parameters;
}

std::vector<NamedParameter> trainedDecoderOf(nn::AutoencoderKL& vae) {
    std::vector<NamedParameter> decoder;
    for (NamedParameter& parameter : trainedParametersOf(*vae)) {
        if (parameter.name.starts_with("encoder.") || parameter.name.starts_with("quant_conv.") ||
            parameter.name.starts_with("quantizer."))
            parameter.value.requires_grad_(false);
        else
            decoder.push_back(std::move(parameter));
    }
    return decoder;
}

} // namespace unlit::train
