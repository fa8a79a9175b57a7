// Letters of five by seven dots, for labels on contact sheets.
#pragma once

#include "core/image/image.h"

#include <string_view>

namespace unlit::evaluate {

/// Draws in white at (left, top), `dot` pixels a dot; small letters as capitals, what has no letter
/// as a blank. Letters that do not fit before `right` are left out.
void drawLabel(Image& image, std::string_view text, int left, int top, int right, int dot);

/// Height of a line without spacing, in dots.
inline constexpr int kLabelHeight = 7;

} // namespace unlit::evaluate
