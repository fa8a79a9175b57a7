#include "core/base/steering.h"

#include <algorithm>

namespace unlit {

std::size_t steeringBytes(std::string_view text) {
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (!text.empty() && (byte(0) < 0x20 || byte(0) == 0x7f))
        return 1;
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F)
        return 2;
    const bool turns =
        byte(0) == 0xE2 && ((byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
                            (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    return turns ? 3 : 0;
}

std::string withoutSteering(std::string_view text, char instead) {
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t steering = steeringBytes(text.substr(at));
        clean += steering > 0 ? instead : text[at];
        at += std::max<std::size_t>(steering, 1);
    }
    return clean;
}

} // namespace unlit
