#include "core/image/exr/exr_space_note.h"

#include <algorithm>
#include <string_view>

namespace unlit {

std::string exrSpaceNote(const std::vector<NamedLayer>& layers) {
    const ColorSpace first = layers.front().image->space;
    const bool isUniform = std::all_of(layers.begin(), layers.end(), [&](const NamedLayer& layer) {
        return layer.image->space == first;
    });
    if (isUniform && (first == ColorSpace::Linear || first == ColorSpace::AcesCg))
        return {};
    std::string note(toString(first));
    for (const NamedLayer& layer : layers)
        if (layer.image->space != first)
            note += "; " + layer.name + "=" + std::string(toString(layer.image->space));
    return note;
}

std::optional<ColorSpace> notedSpace(const std::string& note, const std::string& layer) {
    const std::string_view text = note;
    const std::string wanted = layer + "=";
    std::optional<ColorSpace> result = colorSpaceFromString(text.substr(0, text.find(';')));
    for (auto at = text.find("; "); at != std::string_view::npos; at = text.find("; ", at + 1)) {
        std::string_view entry = text.substr(at + 2);
        entry = entry.substr(0, entry.find(';'));
        if (entry.starts_with(wanted))
            result = colorSpaceFromString(entry.substr(wanted.size()));
    }
    return result;
}

} // namespace unlit
