#include "core/session/infer/light_mask.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "core/session/infer/output_names.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr float kDarkestLit = 0.01F; // compressed masks have no exact black

struct MaskPicture {
    Image image;
    std::string name; ///< for messages
};

MaskPicture readMask(const fs::path& input, const InputOptions& options) {
    if (!options.maskLayer.empty())
        return {readImage(input, {options.maskLayer, ColorSpace::Raw}).image,
                "the layer " + options.maskLayer + " of " + input.string()};
    const fs::path file = maskFile(input, options.mask);
    return {readImage(file, {"", ColorSpace::Raw}).image, "the mask " + file.string()};
}

/// Not a number is no black.
bool isBlack(const Image& mask, std::size_t pixel) {
    if (!mask.mask.empty() && mask.mask[pixel] < kDarkestLit)
        return true;
    for (int c = 0; c < mask.channelCount(); ++c)
        if (!(mask.plane(c)[pixel] < kDarkestLit))
            return false;
    return true;
}

/// The image's alpha with 0 where the mask is black.
std::vector<float> alphaUnder(const MaskPicture& mask, const Image& image, const fs::path& input) {
    if (mask.image.width != image.width || mask.image.height != image.height)
        throw Error::invalidInput(mask.name + " has " + sizeText(mask.image) + " pixels, but " +
                                      input.string() + " has " + sizeText(image),
                                  "give a mask of the picture's size");
    std::vector<float> alpha = image.mask;
    alpha.resize(image.planeSize(), 1.0F);
    for (std::size_t pixel = 0; pixel < alpha.size(); ++pixel)
        if (isBlack(mask.image, pixel))
            alpha[pixel] = 0;
    // An alpha that is 0 everywhere would say nothing.
    if (std::ranges::none_of(alpha, [](float one) { return one > 0; }))
        throw Error::invalidInput(mask.name + " leaves no pixel of " + input.string(),
                                  "a mask is white where the picture has light");
    return alpha;
}

} // namespace

fs::path maskFile(const fs::path& input, const std::string& mask) {
    return expandInputFields(input, mask);
}

DisplayImage shownToNetwork(Image& image, const fs::path& input, const InputOptions& options,
                            const weights::ModelFolder& model, std::optional<double> exposureEv) {
    if (options.mask.empty() && options.maskLayer.empty())
        return toDisplay(image, model.transfer, exposureEv, model.headroomEv);
    // Exchanged and not copied: the picture may be as large as the memory.
    std::vector<float> own =
        std::exchange(image.mask, alphaUnder(readMask(input, options), image, input));
    DisplayImage display = toDisplay(image, model.transfer, exposureEv, model.headroomEv);
    image.mask = std::move(own);
    return display;
}

} // namespace unlit
