// One number for how bright a colour is.
#pragma once

namespace unlit::ui {

/// Of linear Rec.709 light; ITU-R BT.709-6.
constexpr float luminance(float red, float green, float blue) {
    return 0.2126F * red + 0.7152F * green + 0.0722F * blue;
}

} // namespace unlit::ui
