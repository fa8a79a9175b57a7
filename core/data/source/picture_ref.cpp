#include "core/data/source/picture_ref.h"

#include "core/base/text.h"

namespace unlit::data {

std::string toText(const PictureRef& picture) {
    return picture.layer.empty() ? picture.path : picture.path + "#" + picture.layer;
}

PictureRef pictureRefFromText(std::string_view text) {
    constexpr std::string_view mark = ".exr#";
    const std::size_t at = toLower(text).find(mark);
    if (at == std::string::npos)
        return {std::string(text), ""};
    const std::size_t hash = at + mark.size() - 1;
    return {std::string(text.substr(0, hash)), std::string(text.substr(hash + 1))};
}

} // namespace unlit::data
