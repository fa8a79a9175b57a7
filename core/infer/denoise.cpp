#include "core/infer/denoise.h"

#include "core/diffusion/random.h"
#include "core/infer/finite_check.h"
#include "core/infer/vae_calls.h"
#include "core/infer/visiting_vae.h"

#include <algorithm>

namespace unlit::infer {

namespace {

torch::Tensor askUnet(LoadedModel& model, const torch::Tensor& input_BCHW,
                      const torch::Tensor& timesteps_B, const UNetCondition& condition) {
    const UNetCondition told = condition.expanded(input_BCHW.size(0));
    std::vector<torch::Tensor> inputs = {input_BCHW, timesteps_B, told.text_BLD};
    if (told.classes_B.defined())
        inputs.push_back(told.classes_B);
    const auto forward = [&unet = model.unet](const std::vector<torch::Tensor>& of) {
        return unet->forward(of[0], of[1], of[2], of.size() > 3 ? of[3] : torch::Tensor());
    };
    if (model.unet->conv_in->isWatched()) // a recorded pass tells nobody (attention_reader.h)
        return forward(inputs);
    return model.capturedUnet->call(forward, inputs, nn::weightsOf(*model.unet));
}

} // namespace

WorkStage stepStage(MemberBatch members, std::int64_t step, const RunSettings& settings) {
    using Kind = StagePart::Kind;
    WorkStage stage;
    if (settings.ensemble > 1)
        stage.push_back({.kind = Kind::Member,
                         .at = members.begin + 1,
                         .of = settings.ensemble,
                         .last = members.end});
    stage.push_back({.kind = Kind::Step, .at = step, .of = settings.steps});
    return stage;
}

torch::Tensor predictOutput(LoadedModel& model, const torch::Tensor& noisy_BCHW,
                            const torch::Tensor& image_BLHW, std::int64_t timestep,
                            ConcatOrder order, const Guidance& guidance) {
    const torch::Tensor input_BCHW = order == ConcatOrder::NoisyFirst
                                         ? torch::cat({noisy_BCHW, image_BLHW}, 1)
                                         : torch::cat({image_BLHW, noisy_BCHW}, 1);
    const torch::Tensor timesteps_B =
        torch::full({input_BCHW.size(0)}, timestep,
                    torch::TensorOptions().dtype(torch::kInt64).device(model.device));
    if (!guidance.untold)
        return askUnet(model, input_BCHW, timesteps_B, guidance.told);
    // A recorded pass gives its answer in one place.
    const torch::Tensor untold = askUnet(model, input_BCHW, timesteps_B, *guidance.untold).clone();
    return guided(askUnet(model, input_BCHW, timesteps_B, guidance.told), untold, guidance.scale);
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
    const Guidance guidance = guidanceOf(model, settings);
    torch::Tensor noisy = noise_BCHW.to(model.device);
    std::int64_t step = 0;
    for (const std::int64_t timestep : scheduler.timesteps()) {
        if (progress.stopRequested())
            return {};
        const torch::Tensor output =
            predictOutput(model, noisy, image_BLHW, timestep, settings.concatOrder, guidance);
        noisy = scheduler.step(output, timestep, noisy).prev;
        ++step;
        progress.advance(WorkWeights().step * static_cast<double>(members.count()),
                         stepStage(members, step, settings));
    }
    requireFinite(noisy, "removing the noise", model);
    return noisy;
}

} // namespace unlit::infer
