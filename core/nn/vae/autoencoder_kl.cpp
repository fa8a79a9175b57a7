#include "core/nn/vae/autoencoder_kl.h"

#include "core/base/error.h"

namespace unlit::nn {

namespace {

constexpr double kLeastLogVariance = -30, kMostLogVariance = 20;

Conv2d pointwise(int64_t channels) {
    return Conv2d(Conv2dOptions{channels, channels, /*kernel=*/1, /*stride=*/1, /*padding=*/0});
}

} // namespace

AutoencoderKLImpl::AutoencoderKLImpl(const AutoencoderKLOptions& options) : m_options(options) {
    encoder = register_module("encoder", Encoder(options));
    decoder = register_module("decoder", Decoder(options));
    if (options.useQuantConv)
        quant_conv = register_module("quant_conv", pointwise(2 * options.latentChannels));
    if (options.usePostQuantConv)
        post_quant_conv = register_module("post_quant_conv", pointwise(options.latentChannels));
    if (options.quantizer)
        quantizer = register_module("quantizer", Quantizer(*options.quantizer));
}

DiagonalGaussian AutoencoderKLImpl::encode(const torch::Tensor& x_NCHW) {
    TORCH_CHECK(x_NCHW.dim() == 4 && x_NCHW.size(1) == m_options.inChannels,
                "VAE: expected a picture with ", m_options.inChannels, " channels, got ",
                x_NCHW.sizes());
    const int64_t factor = m_options.downscaleFactor();
    if (x_NCHW.size(2) < factor || x_NCHW.size(3) < factor)
        throw Error::invalidInput(
            "a picture of " + std::to_string(x_NCHW.size(3)) + "x" +
                std::to_string(x_NCHW.size(2)) + " pixels is too small for this model",
            "both sides must have at least " + std::to_string(factor) + " pixels");
    const torch::Tensor both = sampleBySample(x_NCHW, [this](const torch::Tensor& picture) {
        if (!m_tiling)
            return moments(picture);
        return runInTiles(picture, encodeTiles(*m_tiling, m_options.downscaleFactor()),
                          [this](const torch::Tensor& tile) { return moments(tile); });
    });
    const auto halves = both.chunk(2, 1); // mean, logvar
    if (quantizer)
        return {quantizer->bounded(halves[0]).contiguous(),
                torch::full_like(halves[1], kLeastLogVariance)};
    return {halves[0].contiguous(), halves[1].clamp(kLeastLogVariance, kMostLogVariance)};
}

torch::Tensor AutoencoderKLImpl::moments(const torch::Tensor& x_NCHW) {
    const torch::Dtype type = m_computeType.value_or(encoder->conv_in->weight.scalar_type());
    torch::Tensor both = encoder(x_NCHW.to(type).contiguous(torch::MemoryFormat::ChannelsLast));
    if (quant_conv)
        both = quant_conv(both);
    return both.to(torch::kFloat32).contiguous();
}

torch::Tensor AutoencoderKLImpl::decode(const torch::Tensor& z_NCHW) {
    TORCH_CHECK(z_NCHW.dim() == 4 && z_NCHW.size(1) == m_options.latentChannels,
                "VAE: expected a latent with ", m_options.latentChannels, " channels, got ",
                z_NCHW.sizes());
    return sampleBySample(z_NCHW, [this](const torch::Tensor& continuous) {
        const torch::Tensor latent = quantizer ? quantizer(continuous) : continuous;
        if (!m_tiling)
            return decodeTile(latent);
        return runInTiles(latent, decodeTiles(*m_tiling, m_options.downscaleFactor()),
                          [this](const torch::Tensor& tile) { return decodeTile(tile); });
    });
}

torch::Tensor AutoencoderKLImpl::decodeTile(const torch::Tensor& z_NCHW) {
    const torch::Dtype type = m_computeType.value_or(decoder->conv_in->weight.scalar_type());
    torch::Tensor z = z_NCHW.to(type).contiguous(torch::MemoryFormat::ChannelsLast);
    if (post_quant_conv)
        z = post_quant_conv(z);
    return decoder(z).to(z_NCHW.scalar_type()).contiguous();
}

torch::Tensor
AutoencoderKLImpl::sampleBySample(const torch::Tensor& batch_NCHW,
                                  const std::function<torch::Tensor(const torch::Tensor&)>& run) {
    if (!m_slices || batch_NCHW.size(0) <= 1)
        return run(batch_NCHW);
    std::vector<torch::Tensor> samples;
    for (const torch::Tensor& sample : batch_NCHW.split(1))
        samples.push_back(run(sample));
    return torch::cat(samples);
}

} // namespace unlit::nn
