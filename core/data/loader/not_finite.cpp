#include "core/data/loader/not_finite.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace unlit::data {

namespace {

/// Without a branch, so that many numbers are looked at at once.
bool hasNotFinite(std::span<const float> samples) {
    constexpr std::uint32_t kExponent = 0x7F80'0000;
    std::uint32_t found = 0;
    for (const float sample : samples)
        found |= (std::bit_cast<std::uint32_t>(sample) & kExponent) == kExponent ? 1U : 0U;
    return found != 0;
}

std::size_t notFinitePixels(const Image& image) {
    std::vector<unsigned char> isBad(image.planeSize(), 0);
    const auto look = [&isBad](std::span<const float> plane) {
        for (std::size_t i = 0; i < std::min(plane.size(), isBad.size()); ++i)
            isBad[i] |= std::isfinite(plane[i]) ? 0 : 1;
    };
    for (int c = 0; c < image.channelCount(); ++c)
        look(image.plane(c));
    look(image.mask);
    return static_cast<std::size_t>(std::ranges::count(isBad, 1));
}

void addTo(std::string& text, const std::string& name, const Image& image) {
    if (!hasNotFinite(image.samples) && !hasNotFinite(image.mask))
        return;
    const std::size_t bad = notFinitePixels(image);
    const std::size_t all = image.planeSize();
    text += (text.empty() ? "not finite: " : ", ") + name + " in " +
            (bad == all ? "all of its pixels"
                        : std::to_string(bad) + " of " + std::to_string(all) + " pixels");
}

} // namespace

std::string notFiniteIn(const PairImages& pair, const std::vector<std::string>& targets,
                        const ValidPixels& valid) {
    std::string text;
    addTo(text, "beauty", pair.beauty);
    for (std::size_t i = 0; i < pair.targets.size() && i < targets.size(); ++i)
        addTo(text, targets[i], pair.targets[i]);
    if (pair.mask)
        addTo(text, "mask", *pair.mask);
    if (text.empty())
        return text;
    const bool isAnyValid = std::ranges::find(valid, 1) != valid.end();
    return text + (isAnyValid ? "; they are not learnt from" : "; nothing of it is learnt from");
}

} // namespace unlit::data
