#include "core/session/data/pair_preview.h"

#include "core/base/failure.h"
#include "core/data/loader/validity.h"

#include <algorithm>

namespace unlit {

namespace {

std::vector<std::string> colorLayers(const data::PictureSource& source, const std::string& path) {
    std::vector<std::string> names;
    for (const LayerInfo& layer : source.info(path).layers)
        if (layer.isColor)
            names.push_back(layer.name);
    return names;
}

void markLeftOut(PairPreview& preview, data::PairImages images) {
    const std::vector<unsigned char> valid = data::validPixels(images, {});
    Image marks = makeImage(images.beauty.width, images.beauty.height, {"Y"}, ColorSpace::Raw);
    std::ranges::transform(valid, marks.samples.begin(),
                           [](unsigned char isValid) { return isValid != 0 ? 0.0F : 1.0F; });
    const auto out = std::ranges::count(valid, 0);
    preview.leftOutShare = static_cast<double>(out) / static_cast<double>(valid.size());
    preview.leftOut = std::make_shared<const Image>(std::move(marks));
}

} // namespace

std::optional<PairPreview> previewPair(const data::PictureSource& source,
                                       const data::ListedPair& pair, const std::stop_token& stop) {
    PairPreview preview;
    data::PairImages images;
    images.beauty = source.read(pair.beauty).image;
    if (stop.stop_requested())
        return {};
    images.targets.push_back(source.read(pair.albedo).image);
    images.albedo = 0;
    if (stop.stop_requested())
        return {};
    try {
        if (pair.mask)
            images.mask = source.read(*pair.mask).image;
    } catch (...) {
        preview.maskProblem = translateCurrentException().message;
    }
    preview.beautyLayers = colorLayers(source, pair.beauty.path);
    preview.albedoLayers = colorLayers(source, pair.albedo.path);
    preview.beauty = std::make_shared<const Image>(images.beauty);
    preview.albedo = std::make_shared<const Image>(images.targets.front());
    const bool isSameSize = preview.beauty->width == preview.albedo->width &&
                            preview.beauty->height == preview.albedo->height;
    if (!isSameSize)
        return preview;
    try {
        markLeftOut(preview, std::move(images));
    } catch (...) {
        preview.maskProblem = translateCurrentException().message;
    }
    return preview;
}

} // namespace unlit
