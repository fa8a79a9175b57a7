#include "core/image/alpha.h"

#include <algorithm>

namespace unlit {

AlphaKind applyAlpha(DecodedPicture& picture, const ReadOptions& options) {
    Image& image = picture.image;
    const AlphaKind kind =
        picture.alpha == AlphaKind::None ? AlphaKind::None : options.alpha.value_or(picture.alpha);
    // Where alpha is left out the colours stay as stored: over black, if they were multiplied.
    if (options.alpha == AlphaKind::None)
        image.mask.clear();
    const bool isRaw = options.space ? *options.space == ColorSpace::Raw : picture.color.isData;
    if (kind != AlphaKind::Premultiplied || isRaw || image.mask.empty())
        return kind;
    for (int c = 0; c < image.channelCount(); ++c) {
        const std::span<float> plane = image.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i) {
            const float alpha = image.mask[i];
            if (alpha > 0 && alpha < 1)
                plane[i] = picture.isFloat ? plane[i] / alpha : std::min(plane[i] / alpha, 1.0F);
        }
    }
    return kind;
}

std::vector<float> multipliedByMask(std::span<const float> plane, std::span<const float> mask,
                                    bool keepGlow) {
    std::vector<float> result(plane.size());
    std::transform(
        plane.begin(), plane.end(), mask.begin(), result.begin(),
        [&](float color, float alpha) { return alpha > 0 || !keepGlow ? color * alpha : color; });
    return result;
}

std::vector<std::string> notesOnLeftOut(int count) {
    if (count < 1)
        return {};
    return {std::to_string(count) + (count == 1 ? " channel is" : " channels are") +
            " neither colour nor said to be alpha, and left out"};
}

} // namespace unlit
