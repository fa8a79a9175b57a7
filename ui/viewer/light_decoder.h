// Stored numbers to linear light, fast and many: the inverse of a screen's curve from a table.
#pragma once

#include "core/image/color/color_space.h"

#include <span>
#include <vector>

namespace unlit::ui {

/// Within 2e-7 of decodeDisplay relatively, and exact at powers of two (white stays 1). Any thread.
class LightDecoder {
public:
    /// The shared table of a space. `space` AcesCg: only the curve (none), not the primaries.
    static const LightDecoder& of(ColorSpace space);

    explicit LightDecoder(ColorSpace space);

    /// In place.
    void decode(std::span<float> values) const;

private:
    float decoded(float value) const;

    ColorSpace m_space;
    std::vector<float> m_table; ///< empty where values are linear already
};

} // namespace unlit::ui
