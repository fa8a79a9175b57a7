#include "core/infer/denoise.h"

#include "core/diffusion/random.h"
#include "core/infer/finite_check.h"
#include "core/infer/vae_calls.h"
#include "core/infer/visiting_vae.h"

#include <algorithm>

namespace unlit::infer {

namespace {

std::string stepText(MemberBatch members, std::int64_t step, const RunSettings& settings) {
    std::string text;
    if (settings.ensemble > 1) {
        text = members.count() == 1 ? "member " : "members ";
        text += std::to_string(members.begin + 1);
        if (members.count() > 1)
            text += "–" + std::to_string(members.end);
        text += " of " + std::to_string(settings.ensemble) + " · ";
    }
    return text + "step " + std::to_string(step) + " of " + std::to_string(settings.steps);
}

} // namespace

torch::Tensor predictOutput(LoadedModel& model, const torch::Tensor& noisy_BCHW,
                            const torch::Tensor& image_BLHW, std::int64_t timestep,
                            ConcatOrder order) {
    const torch::Tensor input_BCHW = order == ConcatOrder::NoisyFirst
                                         ? torch::cat({noisy_BCHW, image_BLHW}, 1)
                                         : torch::cat({image_BLHW, noisy_BCHW}, 1);
    const std::int64_t batch = input_BCHW.size(0);
    const torch::Tensor timesteps_B = torch::full(
        {batch}, timestep, torch::TensorOptions().dtype(torch::kInt64).device(model.device));
    const torch::Tensor text_BLD = model.emptyText_1LD.expand({batch, -1, -1});
    return model.capturedUnet->call(
        [&unet = model.unet](const std::vector<torch::Tensor>& inputs) {
            return unet->forward(inputs[0], inputs[1], inputs[2]);
        },
        {input_BCHW, timesteps_B, text_BLD}, nn::weightsOf(*model.unet));
}

torch::Tensor encodePicture(LoadedModel& model, const torch::Tensor& picture_13HW) {
    const VisitingVae visiting(model, model.inputVae);
    const torch::Tensor latent =
        encodedMean(model, model.inputVae, picture_13HW) * model.inputVae->options().scalingFactor;
    requireFinite(latent, "encoding the picture", model);
    return latent;
}

torch::Tensor drawNoise(const RunSettings& settings, std::int64_t latentChannels, PixelSize latent,
                        const torch::Generator& generator) {
    if (settings.beginsWithZeros)
        return torch::zeros({settings.ensemble, latentChannels, latent.height, latent.width});
    const auto draw = [&](std::int64_t members) {
        return diffusion::randn({members, latentChannels, latent.height, latent.width}, generator);
    };
    if (settings.resize.noiseDraw == NoiseDraw::WholeEnsemble)
        return draw(settings.ensemble);
    std::vector<torch::Tensor> batches;
    for (std::int64_t begin = 0; begin < settings.ensemble; begin += settings.batchSize)
        batches.push_back(draw(std::min(settings.batchSize, settings.ensemble - begin)));
    return torch::cat(batches);
}

std::optional<torch::Tensor> denoise(LoadedModel& model, const diffusion::DdimScheduler& scheduler,
                                     const torch::Tensor& image_xLHW,
                                     const torch::Tensor& noise_BCHW, MemberBatch members,
                                     const RunSettings& settings, RunProgress& progress) {
    const torch::Tensor image_BLHW = image_xLHW.expand({members.count(), -1, -1, -1});
    torch::Tensor noisy = noise_BCHW.to(model.device);
    std::int64_t step = 0;
    for (const std::int64_t timestep : scheduler.timesteps()) {
        if (progress.stopRequested())
            return {};
        const torch::Tensor output =
            predictOutput(model, noisy, image_BLHW, timestep, settings.concatOrder);
        noisy = scheduler.step(output, timestep, noisy).prev;
        ++step;
        progress.advance(WorkWeights().step * static_cast<double>(members.count()),
                         stepText(members, step, settings));
    }
    requireFinite(noisy, "removing the noise", model);
    return noisy;
}

} // namespace unlit::infer
