#include "core/config/new_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::config {

namespace {

/// As many halvings as a picture of 16384 pixels has any use for.
constexpr std::size_t kMostResolutions = 10;
constexpr std::int64_t kMostBits = 24; ///< of a code

class NewModelFindings {
public:
    void error(const std::string& key, const std::string& what, const std::string& hint) {
        m_all.push_back({Diagnostic::Severity::Error, {}, key, key + " " + what, hint});
    }

    std::vector<Diagnostic> take() { return std::move(m_all); }

private:
    std::vector<Diagnostic> m_all;
};

bool checkCount(const std::string& key, std::size_t count, NewModelFindings& found) {
    if (count >= 1 && count <= kMostResolutions)
        return true;
    found.error(key,
                "has " + std::to_string(count) + " entries, but 1 to " +
                    std::to_string(kMostResolutions) + " resolutions are possible",
                "list the channels of each resolution");
    return false;
}

/// GroupNorm splits every width into equal groups.
void checkGroups(const std::string& section, const std::vector<std::int64_t>& widths,
                 std::int64_t groups, NewModelFindings& found) {
    for (const std::int64_t width : widths)
        if (width % groups != 0)
            return found.error(section + ".norm_num_groups",
                               "is " + std::to_string(groups) + ", which does not divide the " +
                                   std::to_string(width) + " channels of a resolution",
                               "choose a number that divides all of " + section +
                                   ".block_out_channels");
}

void checkPerResolution(const std::string& key, const std::vector<std::int64_t>& list,
                        std::size_t count, NewModelFindings& found) {
    if (list.size() != 1 && list.size() != count)
        found.error(key,
                    "has " + std::to_string(list.size()) + " entries, but the UNet has " +
                        std::to_string(count) + " resolutions",
                    "give one for each of unet.block_out_channels, or a single one for all");
}

void checkUnet(const NewUnetConfig& unet, NewModelFindings& found) {
    const std::size_t count = unet.blockOutChannels.size();
    if (!checkCount("unet.block_out_channels", count, found))
        return;
    checkGroups("unet", unet.blockOutChannels, unet.normGroups, found);
    checkPerResolution("unet.layers_per_block", unet.layersPerBlock, count, found);
    checkPerResolution("unet.attention", unet.attention, count, found);
    checkPerResolution("unet.heads", unet.heads, count, found);
    if (unet.heads.size() != 1 && unet.heads.size() != count)
        return;
    const std::vector<std::int64_t> heads = perResolution(unet.heads, count);
    for (std::size_t i = 0; i < count; ++i)
        if (unet.blockOutChannels[i] % heads[i] != 0)
            return found.error("unet.heads",
                               "has " + std::to_string(heads[i]) + ", which does not divide the " +
                                   std::to_string(unet.blockOutChannels[i]) +
                                   " channels of its resolution",
                               "choose a number that divides them");
}

void checkQuantizer(const NewVaeConfig& vae, NewModelFindings& found) {
    const NewQuantizerConfig& quantizer = *vae.quantizer;
    const std::string channels = std::to_string(vae.latentChannels);
    if (vae.posteriorStd > 0)
        found.error("vae.posterior_std",
                    "is noise of latents, and vae.quantizer makes codes of them", "set it to 0");
    if (quantizer.name != "fsq" && !quantizer.levels.empty())
        found.error("vae.quantizer.levels",
                    "is of fsq, and vae.quantizer.name is " + quantizer.name, "take it out");
    if (quantizer.name != "codebook" && quantizer.size)
        found.error("vae.quantizer.size",
                    "is of codebook, and vae.quantizer.name is " + quantizer.name, "take it out");
    if (quantizer.name == "lfq" && vae.latentChannels > kMostBits)
        found.error("vae.latent_channels",
                    "is " + channels + ", each of which becomes a bit of a code, and " +
                        std::to_string(kMostBits) + " are the most",
                    "make it smaller");
    if (quantizer.name != "fsq")
        return;
    const std::vector<std::int64_t> levels = levelsOf(vae);
    if (std::cmp_not_equal(levels.size(), vae.latentChannels))
        return found.error("vae.quantizer.levels",
                           "has " + std::to_string(levels.size()) + " entries, but there are " +
                               channels + " latent channels",
                           "give one for each of vae.latent_channels, or a single one for all");
    double bits = 0;
    for (const std::int64_t level : levels)
        bits += std::log2(static_cast<double>(level));
    if (bits > static_cast<double>(kMostBits))
        found.error("vae.quantizer.levels",
                    "makes more than 2^" + std::to_string(kMostBits) + " codes",
                    "take fewer levels, or fewer vae.latent_channels");
}

void checkVae(const NewVaeConfig& vae, NewModelFindings& found) {
    if (!checkCount("vae.block_out_channels", vae.blockOutChannels.size(), found))
        return;
    checkGroups("vae", vae.blockOutChannels, vae.normGroups, found);
    const std::int64_t factor = std::int64_t{1} << (vae.blockOutChannels.size() - 1);
    if (vae.sampleSize % factor != 0)
        found.error("vae.sample_size",
                    "is " + std::to_string(vae.sampleSize) + ", no multiple of the " +
                        std::to_string(factor) + " pixels that become one latent cell",
                    "choose a multiple");
    if (vae.start == "pyramid" && vae.posteriorStd <= 0 && !vae.quantizer)
        found.error("vae.posterior_std",
                    "is 0, but vae.start is pyramid, whose latents noise of about 1 would drown",
                    "set it to 0.05, for example");
    if (vae.quantizer)
        checkQuantizer(vae, found);
}

} // namespace

std::vector<std::int64_t> perResolution(const std::vector<std::int64_t>& list, std::size_t count) {
    return list.size() == 1 ? std::vector<std::int64_t>(count, list.front()) : list;
}

std::vector<std::int64_t> levelsOf(const NewVaeConfig& vae) {
    constexpr std::int64_t kUsualLevels = 8;
    const std::vector<std::int64_t>& given = vae.quantizer->levels;
    const auto channels = static_cast<std::size_t>(vae.latentChannels);
    return given.empty() ? std::vector<std::int64_t>(channels, kUsualLevels)
                         : perResolution(given, channels);
}

std::vector<Diagnostic> validate(const NewModelConfig& config) {
    NewModelFindings found;
    checkUnet(config.unet, found);
    checkVae(config.vae, found);
    if (config.textEncoder.width % config.textEncoder.heads != 0)
        found.error("text_encoder.heads",
                    "is " + std::to_string(config.textEncoder.heads) +
                        ", which does not divide the width of " +
                        std::to_string(config.textEncoder.width),
                    "choose a number that divides it");
    if (config.scheduler.betaEnd < config.scheduler.betaStart)
        found.error("scheduler.beta_end", "is below scheduler.beta_start",
                    "noise grows from the first timestep to the last");
    if (config.scheduler.rescaleBetasZeroSnr && config.scheduler.predictionType == "epsilon")
        found.error("scheduler.prediction_type",
                    "is epsilon, but at the last timestep of rescale_betas_zero_snr there is "
                    "nothing but noise, and a picture cannot be found from predicted noise",
                    "set it to v_prediction or sample, or rescale_betas_zero_snr to false");
    if (config.unet.start == "copy" && config.scheduler.predictionType == "epsilon")
        found.error("unet.start",
                    "is copy, but scheduler.prediction_type is epsilon: noise is no picture that "
                    "could be copied",
                    "set scheduler.prediction_type to v_prediction or sample");
    if (config.unet.start == "copy" && config.unet.zeroOutput)
        found.error("unet.zero_output", "is true, but unet.start is copy, which is not zero",
                    "take one of the two out");
    if (config.pipeline.targets.empty())
        found.error("pipeline.kwargs.target_properties", "names no target",
                    "list at least one in target_names");
    return found.take();
}

} // namespace unlit::config
