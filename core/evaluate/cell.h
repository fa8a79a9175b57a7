// One cell of the table of an evaluation: which factor a prediction may have, which pixels count,
// and in which numbers they are compared.
#pragma once

#include "core/evaluate/scale_fit.h"

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

enum class Region {
    Masked, ///< valid pixels: mask, alpha, and where the truth can be trusted
    All,    ///< every pixel whose numbers are finite
};

enum class ValueSpace {
    Linear,  ///< scene-linear, as files have it
    Encoded, ///< clipped to [0, 1] and display-encoded; factors are fitted to these numbers
};

struct Cell {
    ScaleKind scale = ScaleKind::None;
    Region region = Region::Masked;
    ValueSpace space = ValueSpace::Linear;

    auto operator<=>(const Cell&) const = default;
};

std::string_view toString(Region region);    ///< "masked", "all"
std::string_view toString(ValueSpace space); ///< "linear", "encoded"

/// "one scale, masked, linear", for people.
std::string textOf(const Cell& cell);

/// All twelve, in the order in which they are shown.
std::vector<Cell> allCells();

} // namespace unlit::evaluate
