#include "core/train/autoencoder/reconstruction_validator.h"

#include <torch/utils.h>

#include <utility>

namespace unlit::train {

namespace {

/// Rows and columns that the VAE would drop, at the right and the bottom.
torch::Tensor cutTo(const torch::Tensor& x_CHW, std::int64_t factor) {
    return x_CHW.slice(1, 0, x_CHW.size(1) / factor * factor)
        .slice(2, 0, x_CHW.size(2) / factor * factor)
        .contiguous();
}

} // namespace

ReconstructionValidator::ReconstructionValidator(nn::AutoencoderKL vae, torch::Device device,
                                                 config::ValidationConfig validation,
                                                 config::EvalConfig evaluation)
    : Validator(std::move(validation), std::move(evaluation)), m_vae(std::move(vae)),
      m_device(device) {}

void ReconstructionValidator::begin(const ValidationSet& set) {
    m_vae->eval();
    m_names = measuredNames(*set.pairs);
    m_codes = {};
}

void ReconstructionValidator::addTally(const std::vector<std::int64_t>& tally) {
    for (std::size_t i = 0; i + 1 < tally.size(); i += 2)
        m_codes.add(tally[i], tally[i + 1]);
}

std::vector<std::pair<std::string, double>> ReconstructionValidator::figuresOfSet() const {
    if (!m_vae->quantizer)
        return {};
    return {{"code_usage", m_codes.usageOf(m_vae->quantizer->options().codeCount())},
            {"code_perplexity", m_codes.perplexity()}};
}

std::vector<std::string> ReconstructionValidator::measuredNames(const data::Dataset& set) const {
    std::vector<std::string> names = {"beauty"};
    for (const std::string& target : set.targetNames())
        names.push_back(target);
    return names;
}

std::optional<ValidatedPicture> ReconstructionValidator::predict(const data::Sample& sample,
                                                                 const Seed&,
                                                                 const std::stop_token& stop) {
    if (stop.stop_requested())
        return {};
    const torch::NoGradGuard noGrad;
    const std::int64_t factor = m_vae->options().downscaleFactor();
    ValidatedPicture picture = pictureOf(sample);
    picture.beauty = cutTo(picture.beauty, factor);
    picture.valid_1HW = cutTo(picture.valid_1HW, factor);
    std::vector<torch::Tensor> pictures = {cutTo(sample.beauty_CHW, factor)};
    for (const torch::Tensor& target : sample.targets_TCHW)
        pictures.push_back(cutTo(target, factor));
    CodeCounts codes;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const torch::Tensor latent = m_vae->encode(pictures[i].unsqueeze(0).to(m_device)).mean;
        if (m_vae->quantizer)
            codes.add(m_vae->quantizer->codes(latent));
        const torch::Tensor back = m_vae->decode(latent)[0].to(torch::kCPU);
        const ValidatedTarget target{.name = m_names[i],
                                     .space = ColorSpace::Raw,
                                     .prediction = toUnit(back).clamp(0, 1),
                                     .truth = toUnit(pictures[i]),
                                     .uncertainty = {}};
        measure({.name = target.name}, target, picture);
        picture.targets.push_back(target);
    }
    for (const auto& [code, count] : codes.counts())
        picture.tally.insert(picture.tally.end(), {code, count});
    return picture;
}

} // namespace unlit::train
