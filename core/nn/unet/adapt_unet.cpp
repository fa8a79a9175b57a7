#include "core/nn/unet/adapt_unet.h"

#include "core/base/error.h"

#include <torch/utils.h>

#include <nlohmann/json.hpp>

namespace unlit::nn {

namespace {

void replace(torch::Tensor& parameter, const torch::Tensor& value) {
    parameter.set_data(value.contiguous());
    parameter.mutable_grad() = torch::Tensor(); // it had the old shape
}

std::string channelText(const UNet2DConditionOptions& options) {
    return std::to_string(options.inChannels) + " input and " +
           std::to_string(options.outChannels) + " output channels";
}

} // namespace

void widenUnet(UNet2DConditionModel& unet, int64_t targets) {
    const UNet2DConditionOptions& options = unet->options();
    if (targets < 1)
        throw Error::invalidInput("a UNet needs at least 1 target, not " + std::to_string(targets));
    if (options.inChannels != options.outChannels)
        throw Error::invalidInput("a UNet with " + channelText(options) + " cannot be widened",
                                  "start from one whose input and output have the same channels");
    const int64_t latent = options.outChannels;
    torch::NoGradGuard noGrad;
    replace(unet->conv_in->weight, unet->conv_in->weight.repeat({1, targets + 1, 1, 1}) /
                                       static_cast<double>(targets + 1));
    if (targets > 1) {
        replace(unet->conv_out->weight, unet->conv_out->weight.repeat({targets, 1, 1, 1}));
        replace(unet->conv_out->bias, unet->conv_out->bias.repeat({targets}));
    }
    unet->setChannels(latent * (targets + 1), latent * targets);
}

nlohmann::json widenedConfig(nlohmann::json config, int64_t targets) {
    const UNet2DConditionOptions options = unetOptionsFromJson(config);
    config["in_channels"] = options.outChannels * (targets + 1);
    config["out_channels"] = options.outChannels * targets;
    return config;
}

nlohmann::json classedConfig(nlohmann::json config, int64_t classes) {
    config["num_class_embeds"] = classes;
    return config;
}

torch::Tensor exchangedConvIn(const torch::Tensor& weight, int64_t latentChannels,
                              ConcatOrder from) {
    const int64_t leading =
        from == ConcatOrder::NoisyFirst ? weight.size(1) - latentChannels : latentChannels;
    return torch::cat({weight.slice(1, leading), weight.slice(1, 0, leading)}, 1);
}

void exchangeConcatOrder(UNet2DConditionModel& unet, int64_t targets, ConcatOrder from) {
    const UNet2DConditionOptions& options = unet->options();
    const int64_t latent = targets < 1 ? 0 : options.outChannels / targets;
    if (latent < 1 || options.outChannels != latent * targets ||
        options.inChannels != latent * (targets + 1))
        throw Error::invalidInput("a UNet with " + channelText(options) + " is not one of " +
                                      std::to_string(targets) + " targets",
                                  "check the model's target_properties");
    torch::NoGradGuard noGrad;
    replace(unet->conv_in->weight, exchangedConvIn(unet->conv_in->weight, latent, from));
}

} // namespace unlit::nn
