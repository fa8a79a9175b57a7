// The latent part of a run: encode the picture once, draw noise, take it away in N steps. Legend: E
// members, B members of a batch, T targets, L channels of one latent, h/w latent cells.
#pragma once

#include "core/diffusion/ddim.h"
#include "core/infer/condition.h"
#include "core/infer/loaded_model.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <optional>

namespace unlit::infer {

/// `picture_13HW`: float32 in [-1,1] at the network's size. Returns the scaled mean of the
/// posterior, [1, L, h, w], float32, on the model's device.
torch::Tensor encodePicture(LoadedModel& model, const torch::Tensor& picture_13HW);

/// Of the whole ensemble, [E, T·L, h, w], float32, on the CPU: the same numbers on every device.
torch::Tensor drawNoise(const RunSettings& settings, std::int64_t latentChannels, PixelSize latent,
                        const torch::Generator& generator);

/// What the UNet says to noisy latents `noisy_BCHW` [B, T·L, h, w] beside `image_BLHW`
/// [B, L, h, w]: [B, T·L, h, w]. Both on the model's device. Guided by a condition it is asked
/// twice.
torch::Tensor predictOutput(LoadedModel& model, const torch::Tensor& noisy_BCHW,
                            const torch::Tensor& image_BLHW, std::int64_t timestep,
                            ConcatOrder order, const Guidance& guidance);

/// Half-open range of members that go through the UNet together.
struct MemberBatch {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t count() const { return end - begin; }
};

/// The step, from 1, for progress; of an ensemble with its members.
WorkStage stepStage(MemberBatch members, std::int64_t step, const RunSettings& settings);

/// Runs all DDIM steps for `noise_BCHW` [B, T·L, h, w] next to the picture's latents, [1, L, h, w]
/// or one for each member. Returns the clean latents (float32, on the model's device), or nothing
/// when a stop was requested: it is looked at before every step. Throws Error when the result is
/// not finite.
std::optional<torch::Tensor> denoise(LoadedModel& model, const diffusion::DdimScheduler& scheduler,
                                     const torch::Tensor& image_xLHW,
                                     const torch::Tensor& noise_BCHW, MemberBatch members,
                                     const RunSettings& settings, RunProgress& progress);

} // namespace unlit::infer
