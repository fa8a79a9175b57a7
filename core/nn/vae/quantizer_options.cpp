#include "core/nn/vae/quantizer_options.h"

#include "core/base/error.h"
#include "core/nn/config_reader.h"

#include <array>
#include <utility>

namespace unlit::nn {

namespace {

constexpr std::array<std::pair<QuantizerKind, const char*>, 3> kQuantizers = {
    {{QuantizerKind::FiniteScalar, "fsq"},
     {QuantizerKind::LookupFree, "lfq"},
     {QuantizerKind::Codebook, "codebook"}}};
constexpr IntegerRange kLevels{2, 1 << 12};

} // namespace

std::string toString(QuantizerKind kind) {
    for (const auto& [value, name] : kQuantizers)
        if (value == kind)
            return name;
    return {};
}

std::int64_t QuantizerOptions::codeCount() const {
    switch (kind) {
    case QuantizerKind::LookupFree:
        return std::int64_t{1} << latentChannels;
    case QuantizerKind::Codebook:
        return size;
    default:
        break;
    }
    std::int64_t count = 1;
    for (const std::int64_t level : levels) {
        count *= level;
        if (count > kMostCodes)
            break; // what follows might not fit
    }
    return count;
}

std::string QuantizerOptions::text() const {
    std::string words = toString(kind);
    if (kind == QuantizerKind::LookupFree)
        return words + " " + std::to_string(latentChannels) + " bits";
    if (kind == QuantizerKind::Codebook)
        return words + " of " + std::to_string(size);
    for (std::size_t i = 0; i < levels.size(); ++i)
        words += (i == 0 ? " " : "x") + std::to_string(levels[i]);
    return words;
}

std::string obstacleOf(const QuantizerOptions& options) {
    const std::string channels = std::to_string(options.latentChannels);
    if (options.kind == QuantizerKind::LookupFree)
        return options.latentChannels <= kMostLookupFreeBits
                   ? ""
                   : "has one bit for each of " + channels + " latent channels, and " +
                         std::to_string(kMostLookupFreeBits) + " are the most";
    if (options.kind == QuantizerKind::Codebook)
        return options.size >= 2 && options.size <= kMostCodes
                   ? ""
                   : "has a size of " + std::to_string(options.size) + ", and 2 to " +
                         std::to_string(kMostCodes) + " are possible";
    if (std::cmp_not_equal(options.levels.size(), options.latentChannels))
        return "has " + std::to_string(options.levels.size()) + " levels for " + channels +
               " latent channels: one number for each is needed";
    return options.codeCount() <= kMostCodes
               ? ""
               : "has levels for more than " + std::to_string(kMostCodes) + " codes";
}

QuantizerOptions quantizerFromJson(const nlohmann::json& config, std::int64_t latentChannels) {
    const std::string what = "VAE config: quantizer";
    const ConfigReader reader(config, what);
    QuantizerOptions options;
    options.latentChannels = latentChannels;
    const std::string name = reader.text("name", "");
    bool isKnown = false;
    for (const auto& [kind, word] : kQuantizers)
        if (name == word) {
            options.kind = kind;
            isKnown = true;
        }
    if (!isKnown)
        throw Error::unsupported(what + ": name = \"" + name + "\" is not known",
                                 "known are fsq, lfq and codebook");
    if (options.kind == QuantizerKind::FiniteScalar)
        options.levels = reader.integers("levels", kLevels);
    if (options.kind == QuantizerKind::Codebook)
        options.size = reader.integer("size", 0, {2, kMostCodes});
    if (const std::string obstacle = obstacleOf(options); !obstacle.empty())
        throw Error::invalidInput(what + " " + obstacle, "take the config of the original model");
    return options;
}

nlohmann::json toJson(const QuantizerOptions& options) {
    nlohmann::json config = {{"name", toString(options.kind)}};
    if (options.kind == QuantizerKind::FiniteScalar)
        config["levels"] = options.levels;
    if (options.kind == QuantizerKind::Codebook)
        config["size"] = options.size;
    return config;
}

} // namespace unlit::nn
