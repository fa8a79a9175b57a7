// Primaries and white points of RGB spaces, and the matrices between them.
#pragma once

#include <array>

namespace unlit {

using Matrix3 = std::array<std::array<double, 3>, 3>; ///< rows; applied to column vectors

/// CIE 1931 xy of the three primaries and of white.
struct Chromaticities {
    std::array<double, 2> red{};
    std::array<double, 2> green{};
    std::array<double, 2> blue{};
    std::array<double, 2> white{};
};

/// ITU-R BT.709-6.
constexpr Chromaticities kRec709 = {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}};
/// ACEScg, Academy S-2014-004.
constexpr Chromaticities kAp1 = {
    {0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}, {0.32168, 0.33767}};

/// All coordinates within 0.001: files store them as floats, or rounded to three digits.
bool isNear(const Chromaticities& a, const Chromaticities& b);

/// False where no RGB space has such numbers: not finite, primaries on one line, white without
/// light.
bool isUsable(const Chromaticities& chromaticities);

/// Linear RGB to CIE XYZ, white at Y = 1. Precondition: isUsable.
Matrix3 rgbToXyz(const Chromaticities& space);

/// Linear RGB to linear RGB; white maps to white by the Bradford transform (ICC.1:2022, annex E).
/// Precondition: isUsable(both).
Matrix3 rgbToRgb(const Chromaticities& from, const Chromaticities& to);

Matrix3 multiply(const Matrix3& a, const Matrix3& b);
Matrix3 inverse(const Matrix3& matrix);

} // namespace unlit
