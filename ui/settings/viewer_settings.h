// What the viewer of the Infer page remembers.
#pragma once

#include "core/image/paint_limits.h"

namespace unlit::ui {

struct ViewerSettings {
    bool marksPaint = false;     ///< what lies outside of `paintLimits`
    bool marksLightless = false; ///< pixels without light
    PaintLimits paintLimits{};   ///< low below high
    bool operator==(const ViewerSettings&) const = default;
};

} // namespace unlit::ui
