#include "core/image/plain_info.h"

#include "core/image/orientation.h"

#include <utility>

namespace unlit {

ImageInfo plainInfo(const std::filesystem::path& path, const PlainPicture& picture) {
    ImageInfo info;
    info.path = path;
    info.format = picture.format;
    info.width = picture.width;
    info.height = picture.height;
    if (orientationSwapsSides(picture.orientation))
        std::swap(info.width, info.height);
    if (picture.orientation != 1)
        info.metadata["Orientation"] = std::to_string(picture.orientation);
    info.compression = picture.compression;
    std::vector<std::string> names = picture.color.isGrey ? std::vector<std::string>{"Y"}
                                                          : std::vector<std::string>{"R", "G", "B"};
    if (picture.alpha != AlphaKind::None)
        names.emplace_back("A");
    for (const std::string& name : names)
        info.channels.push_back({name, picture.sample});
    info.layers = {{"", names, 0, true}};
    info.alpha = picture.alpha;
    const ColorPlan plan = planColor(picture.color, {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    info.notes = picture.notes;
    return info;
}

DecodedPicture emptyPicture(const PlainPicture& picture) {
    DecodedPicture decoded;
    decoded.image = makeImage(picture.width, picture.height, {"R", "G", "B"}, ColorSpace::Raw);
    if (picture.alpha != AlphaKind::None)
        decoded.image.mask.assign(decoded.image.planeSize(), 1.0F);
    decoded.color = picture.color;
    decoded.isFloat = picture.sample.starts_with("float");
    decoded.alpha = picture.alpha;
    decoded.orientation = picture.orientation;
    decoded.notes = picture.notes;
    return decoded;
}

} // namespace unlit
