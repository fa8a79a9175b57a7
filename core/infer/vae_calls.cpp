#include "core/infer/vae_calls.h"

namespace unlit::infer {

namespace {

/// Larger ones keep the GPU busy without, and their recordings would hold too much memory.
constexpr std::int64_t kMostReplayedPixels = std::int64_t{1024} * 1024;

bool isReplayed(const LoadedModel& model, nn::AutoencoderKL& vae, std::int64_t pixels) {
    return model.device.is_cuda() && !model.offloadsVaes && !vae->tiling() &&
           pixels <= kMostReplayedPixels;
}

} // namespace

torch::Tensor encodedMean(LoadedModel& model, nn::AutoencoderKL& vae,
                          const torch::Tensor& picture_N3HW) {
    const torch::Tensor picture = picture_N3HW.to(model.device);
    const auto encode = [&vae](const std::vector<torch::Tensor>& of) {
        return vae->encode(of[0]).mean;
    };
    if (!isReplayed(model, vae, picture.size(0) * picture.size(2) * picture.size(3)))
        return encode({picture});
    return model.capturedEncoder->call(encode, {picture}, nn::weightsOf(*vae));
}

torch::Tensor decodedPicture(LoadedModel& model, const torch::Tensor& latent_NLHW) {
    nn::AutoencoderKL& vae = model.targetVae;
    const auto decode = [&vae](const std::vector<torch::Tensor>& of) { return vae->decode(of[0]); };
    const std::int64_t factor = vae->options().downscaleFactor();
    const std::int64_t cells = latent_NLHW.size(0) * latent_NLHW.size(2) * latent_NLHW.size(3);
    if (!isReplayed(model, vae, cells * factor * factor))
        return decode({latent_NLHW});
    return model.capturedDecoder->call(decode, {latent_NLHW}, nn::weightsOf(*vae));
}

} // namespace unlit::infer
