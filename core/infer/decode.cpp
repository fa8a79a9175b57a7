#include "core/infer/decode.h"

#include "core/infer/finite_check.h"
#include "core/infer/vae_calls.h"
#include "core/infer/visiting_vae.h"

namespace unlit::infer {

torch::Tensor decodeLatent(LoadedModel& model, const torch::Tensor& latent_1LHW,
                           const std::string& name) {
    const torch::Tensor unscaled = latent_1LHW / model.targetVae->options().scalingFactor;
    const torch::Tensor decoded = decodedPicture(model, unscaled);
    requireFinite(decoded, "decoding " + name, model);
    return ((decoded.clamp(-1, 1) + 1) / 2).to(torch::kCPU);
}

std::optional<torch::Tensor> decodeTargets(LoadedModel& model, const torch::Tensor& latents_BCHW,
                                           const RunSettings& settings, RunProgress& progress) {
    const VisitingVae visiting(model, model.targetVae);
    const std::int64_t latentChannels = model.latentChannels();
    std::vector<torch::Tensor> members;
    for (std::int64_t member = 0; member < latents_BCHW.size(0); ++member) {
        std::vector<torch::Tensor> targets;
        for (std::size_t kept = 0; kept < settings.decodedTargets.size(); ++kept) {
            if (progress.stopRequested())
                return {};
            const std::int64_t first = settings.decodedTargets[kept] * latentChannels;
            const torch::Tensor latent =
                latents_BCHW.narrow(0, member, 1).narrow(1, first, latentChannels);
            targets.push_back(decodeLatent(model, latent, settings.targetNames[kept]));
            progress.advance(WorkWeights().decode, {{.kind = StagePart::Kind::Decoding,
                                                     .name = settings.targetNames[kept]}});
        }
        members.push_back(torch::cat(targets).unsqueeze(0));
    }
    return torch::cat(members);
}

} // namespace unlit::infer
