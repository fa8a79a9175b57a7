// Profiles that are only curves and a matrix, as nearly all of cameras and screens are: exact, and
// much faster than the general way.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/color/icc_handles.h"
#include "core/image/image.h"

#include <array>
#include <optional>
#include <vector>

namespace unlit {

/// One curve (grey) or three, tabulated so that every 8-bit sample hits an entry, and the way from
/// their light to linear sRGB.
struct IccShaper {
    std::vector<std::vector<float>> curves;
    Matrix3 toRec709{}; ///< unused for grey
};

/// Empty for profiles with lookup tables, or of another kind. ICC.1:2022, annex F.
std::optional<IccShaper> readShaper(const IccHandle& profile);

/// An R,G,B picture to linear light of Rec.709, not clipped: what lies beyond the curves goes on as
/// their formula does, or by their last slope. False, with nothing done, for profiles that are not
/// only curves and a matrix.
bool unfoldShaper(Image& image, const IccHandle& profile);

/// An R,G,B picture to sRGB, clipped to [0,1].
void applyShaper(Image& image, const IccShaper& shaper);

} // namespace unlit
