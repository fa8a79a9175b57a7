#include "core/infer/tensor_run.h"

#include "core/infer/decode.h"
#include "core/infer/denoise.h"
#include "core/infer/device.h"
#include "core/infer/ensemble.h"
#include "core/infer/preprocess.h"

#include <algorithm>

namespace unlit::infer {

namespace {

double totalWork(const RunSettings& settings) {
    const WorkWeights weights;
    const double perMember = weights.step * static_cast<double>(settings.steps) +
                             weights.decode * static_cast<double>(settings.decodedTargets.size());
    return weights.encode + perMember * static_cast<double>(settings.ensemble);
}

struct Members {
    torch::Tensor pictures; ///< [E, K, 3, H, W] in [0,1]
    torch::Tensor latents;  ///< [E, T·L, h, w], only for a trace
};

/// Batch by batch through UNet and decoder, so that only pictures of earlier members are kept.
std::optional<Members> runMembers(LoadedModel& model, const torch::Tensor& image_1LHW,
                                  const torch::Tensor& noise_ECHW, const RunSettings& settings,
                                  RunProgress& progress, RunTrace* trace) {
    diffusion::DdimScheduler scheduler(settings.scheduler);
    scheduler.setTimesteps(settings.steps);
    if (trace != nullptr)
        trace->timesteps = scheduler.timesteps();
    std::vector<torch::Tensor> pictures;
    std::vector<torch::Tensor> latents;
    for (std::int64_t begin = 0; begin < settings.ensemble; begin += settings.batchSize) {
        const MemberBatch batch{begin, std::min(settings.ensemble, begin + settings.batchSize)};
        const auto clean =
            denoise(model, scheduler, image_1LHW, noise_ECHW.narrow(0, begin, batch.count()), batch,
                    settings, progress);
        if (!clean)
            return {};
        const auto decoded = decodeTargets(model, *clean, settings, progress);
        if (!decoded)
            return {};
        pictures.push_back(*decoded);
        if (trace != nullptr)
            latents.push_back(clean->to(torch::kCPU));
    }
    return Members{torch::cat(pictures), latents.empty() ? torch::Tensor() : torch::cat(latents)};
}

torch::Tensor toResultSize(const torch::Tensor& picture_K3HW, const PictureGeometry& geometry,
                           const RunSettings& settings) {
    const torch::Tensor restored = restoreSize(picture_K3HW, geometry, settings);
    return settings.resize.clipsAfterResize ? restored.clamp(0, 1) : restored;
}

RunResult combine(const Members& members, const PictureGeometry& geometry,
                  const RunSettings& settings, RunTrace* trace) {
    RunResult result;
    result.network = geometry.network;
    if (settings.ensemble == 1) {
        result.prediction_K3HW = toResultSize(members.pictures[0], geometry, settings);
        return result;
    }
    const EnsembleResult reduced = reduceEnsemble(members.pictures, settings.reduction);
    result.prediction_K3HW = toResultSize(reduced.prediction, geometry, settings);
    // Bicubic may take it below zero, which no deviation is.
    result.uncertainty_K3HW = restoreSize(reduced.uncertainty, geometry, settings);
    if (settings.resize.clipsAfterResize)
        result.uncertainty_K3HW = result.uncertainty_K3HW.clamp_min(0);
    if (trace != nullptr)
        trace->memberUncertainty = reduced.uncertainty;
    return result;
}

} // namespace

std::optional<RunResult> runTensors(LoadedModel& model, const RunInput& input,
                                    const RunSettings& settings, const RunControl& control) {
    RunProgress progress(control.progress, control.stop, totalWork(settings));
    progress.advance(0, "encoding");
    if (progress.stopRequested())
        return {};
    const torch::Tensor& picture = input.picture_13HW;
    const PictureGeometry geometry = planGeometry({picture.size(2), picture.size(3)}, settings,
                                                  model.inputVae->options().downscaleFactor());
    const PixelSize latent = geometry.latent();
    const ComputeScope scope(threadsFor(model.unetParameters, latent.height * latent.width));
    const torch::Tensor networkInput =
        input.networkInput ? *input.networkInput : preprocess(picture, geometry, settings);
    const torch::Tensor image_1LHW = encodePicture(model, networkInput);
    progress.advance(WorkWeights().encode, "encoding");

    const std::int64_t channels = model.latentChannels() * model.targetCount();
    const torch::Tensor noise_ECHW =
        input.initialNoise ? *input.initialNoise : drawNoise(settings, channels, latent);
    const auto members =
        runMembers(model, image_1LHW, noise_ECHW, settings, progress, control.trace);
    if (!members)
        return {};
    if (control.trace != nullptr) {
        control.trace->networkInput = networkInput;
        control.trace->imageLatent = image_1LHW.to(torch::kCPU);
        control.trace->initialNoise = noise_ECHW;
        control.trace->finalLatent = members->latents;
        control.trace->members = members->pictures;
    }
    return combine(*members, geometry, settings, control.trace);
}

} // namespace unlit::infer
