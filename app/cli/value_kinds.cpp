#include "app/cli/value_kinds.h"

#include <charconv>
#include <cmath>

namespace unlit::cli {

namespace {

constexpr double kMostStops = 64; // 2^64 already leaves the range of half and most of float

} // namespace

void addInputSpace(OptionSet& options, std::optional<ColorSpace>& space) {
    options.choice("--input-space", space,
                   autoOrNamesOf({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                                  ColorSpace::AcesCg, ColorSpace::Raw}),
                   "Colour space of the input; auto = what the file says; raw = values untouched",
                   "auto");
}

void addOutputSpace(OptionSet& options, std::optional<ColorSpace>& space) {
    options.choice(
        "--output-space", space,
        autoOrNamesOf({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear, ColorSpace::Raw}),
        "Colour space of the output; auto = linear in EXR and TIFF, sRGB in PNG, data "
        "untouched; raw = values untouched",
        "auto");
}

void addLoras(OptionSet& options, LoraChoices& loras, const std::string& help) {
    const auto assign = [&loras](const std::string& text) {
        const auto lora = loraChoiceFrom(text);
        if (lora)
            loras.push_back(*lora);
        return lora.has_value();
    };
    options.repeated("--lora", "FILE[:SCALE]", {kAllowedLora, {}}, assign,
                     help + ", as unlit train, diffusers, peft (its folder) or kohya's scripts "
                            "save them, and how much of them; several add up",
                     "none");
}

void addExposure(OptionSet& options, std::optional<double>& exposureEv, const std::string& help,
                 const std::string& defaultText) {
    const auto assign = [&exposureEv](const std::string& text) {
        if (text == "auto") {
            exposureEv.reset();
            return true;
        }
        const std::size_t sign = text.starts_with('+') ? 1 : 0;
        const char* end = text.data() + text.size();
        double value = 0;
        const auto [stop, failure] = std::from_chars(text.data() + sign, end, value);
        if (failure != std::errc{} || stop != end || !(std::abs(value) <= kMostStops))
            return false;
        exposureEv = value;
        return true;
    };
    options.value("--exposure", "auto|EV", {"auto, or stops from -64 to 64", {"auto"}}, assign,
                  help, defaultText);
}

void addLayerNames(OptionSet& options, std::string& file) {
    options.text("--layer-names", "FILE", file,
                 "Table of layer names and roles, like configs/layers.yaml",
                 "$UNLIT_LAYERS, ~/.config/unlit/layers.yaml, or the built-in one");
}

std::shared_ptr<const LayerTable> layerTableFrom(const std::string& file) {
    return file.empty() ? nullptr : std::make_shared<const LayerTable>(LayerTable::load(file));
}

void addSeed(OptionSet& options, std::uint64_t& seed, const std::string& help,
             const std::string& defaultText) {
    const auto assign = [&seed](const std::string& text) {
        const char* begin = text.data();
        const char* end = begin + text.size();
        std::int64_t negative = 0;
        const bool isNegative = text.starts_with('-');
        const auto [stop, failure] =
            isNegative ? std::from_chars(begin, end, negative) : std::from_chars(begin, end, seed);
        if (isNegative)
            seed = static_cast<std::uint64_t>(negative);
        return failure == std::errc{} && stop == end;
    };
    options.value("--seed", "N", {"a whole number from -2^63 to 2^64-1", {}}, assign, help,
                  defaultText);
}

} // namespace unlit::cli
