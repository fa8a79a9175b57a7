// From where on a surface counts as black: what the loader masks is what the pair doctor reports.
#pragma once

namespace unlit::data {

/// Linear light, of luminance or of a channel; an albedo below it is black.
inline constexpr float kBlackAlbedo = 0.002F;

} // namespace unlit::data
