// Making a text-to-image UNet fit for T targets, and exchanging the order of its inputs.
#pragma once

#include "core/nn/unet/unet_2d_condition.h"
#include "core/options/infer_options.h"

#include <nlohmann/json_fwd.hpp>

namespace unlit::nn {

/// Turns a UNet with C latent channels in and out into one with C*(T+1) in and C*T out: conv_in's
/// weight is repeated T+1 times and divided by T+1 (bias kept); for T > 1 conv_out's weight and
/// bias are repeated T times, unscaled. Source: Ke et al. 2024, section 3.2; Marigold-IID. Throws
/// Error::invalidInput if targets < 1 or the UNet is not a plain C -> C one.
void widenUnet(UNet2DConditionModel& unet, int64_t targets);

/// The config that belongs to the widened UNet: in_channels and out_channels changed.
nlohmann::json widenedConfig(nlohmann::json config, int64_t targets);

/// The config of the same UNet with an embedding of so many classes, for setClasses().
nlohmann::json classedConfig(nlohmann::json config, int64_t classes);

/// A conv_in weight [out, C*(T+1), k, k] whose input order was `from`, in the other order; exact.
/// C is `latentChannels`; the image has C channels, the noisy targets have the rest.
torch::Tensor exchangedConvIn(const torch::Tensor& weight, int64_t latentChannels,
                              ConcatOrder from);

/// The same for the model: with the inputs exchanged too, it gives the same numbers.
/// Throws Error::invalidInput if the UNet does not have C*(T+1) inputs and C*T outputs.
void exchangeConcatOrder(UNet2DConditionModel& unet, int64_t targets,
                         ConcatOrder from = ConcatOrder::NoisyFirst);

} // namespace unlit::nn
