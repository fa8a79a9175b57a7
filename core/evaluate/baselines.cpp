#include "core/evaluate/baselines.h"

#include "core/evaluate/retinex.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace unlit::evaluate {

namespace {

constexpr float kMiddleGrey = 0.18F;
// Colour: the best of a coarse grid on ten objects of the MIT set, on which Grosse et al. choose
// theirs, too. Grey: not tuned.
const RetinexThresholds kGreyThresholds{0.4, {}};
const RetinexThresholds kColour{1.2, 0.1};

std::string numberText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

} // namespace

std::string_view toString(Baseline baseline) {
    switch (baseline) {
    case Baseline::Input:
        return "input";
    case Baseline::Constant:
        return "constant";
    case Baseline::GreyRetinex:
        return "grey-retinex";
    case Baseline::ColourRetinex:
        return "colour-retinex";
    }
    return "input";
}

const std::vector<Baseline>& allBaselines() {
    static const std::vector<Baseline> kAll = {Baseline::Input, Baseline::Constant,
                                               Baseline::GreyRetinex, Baseline::ColourRetinex};
    return kAll;
}

std::optional<Baseline> baselineFromString(std::string_view name) {
    for (const Baseline baseline : allBaselines())
        if (toString(baseline) == name)
            return baseline;
    return {};
}

std::string describe(Baseline baseline) {
    switch (baseline) {
    case Baseline::Input:
        return "the picture itself";
    case Baseline::Constant:
        return "18 % grey everywhere";
    case Baseline::GreyRetinex:
        return "log brightness changes above " + numberText(kGreyThresholds.brightness);
    case Baseline::ColourRetinex:
        return "log brightness changes above " + numberText(kColour.brightness) +
               ", or log chroma changes above " + numberText(*kColour.chroma);
    }
    return {};
}

std::optional<Image> baselineAlbedo(Baseline baseline, const Image& shown,
                                    const std::vector<unsigned char>& valid,
                                    const std::stop_token& stop) {
    if (baseline == Baseline::GreyRetinex)
        return retinexAlbedo(shown, valid, kGreyThresholds, stop);
    if (baseline == Baseline::ColourRetinex)
        return retinexAlbedo(shown, valid, kColour, stop);
    Image albedo = shown;
    if (baseline == Baseline::Constant)
        std::ranges::fill(albedo.samples, kMiddleGrey);
    return albedo;
}

} // namespace unlit::evaluate
