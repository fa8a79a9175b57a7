#include "core/image/color/chromaticities.h"

#include <cmath>
#include <cstddef>

namespace unlit {

namespace {

using Vector3 = std::array<double, 3>;

// Bradford cone responses; ICC.1:2022, annex E.
constexpr Matrix3 kBradford = {
    {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};

Vector3 times(const Matrix3& m, const Vector3& v) {
    Vector3 result{};
    for (std::size_t row = 0; row < 3; ++row)
        result[row] = m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
    return result;
}

Vector3 xyzOf(const std::array<double, 2>& xy) {
    return {xy[0] / xy[1], 1.0, (1.0 - xy[0] - xy[1]) / xy[1]};
}

double determinant(const Matrix3& m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// Columns are the xyz of the primaries, before white fixes their strengths.
Matrix3 unscaledPrimaries(const Chromaticities& c) {
    Matrix3 columns{};
    const std::array<const std::array<double, 2>*, 3> primaries = {&c.red, &c.green, &c.blue};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& xy = *primaries[i];
        columns[0][i] = xy[0];
        columns[1][i] = xy[1];
        columns[2][i] = 1.0 - xy[0] - xy[1];
    }
    return columns;
}

} // namespace

bool isNear(const Chromaticities& a, const Chromaticities& b) {
    const auto near = [](const std::array<double, 2>& p, const std::array<double, 2>& q) {
        return std::abs(p[0] - q[0]) < 1e-3 && std::abs(p[1] - q[1]) < 1e-3;
    };
    return near(a.red, b.red) && near(a.green, b.green) && near(a.blue, b.blue) &&
           near(a.white, b.white);
}

bool isUsable(const Chromaticities& c) {
    for (const auto& xy : {c.red, c.green, c.blue, c.white})
        if (!std::isfinite(xy[0]) || !std::isfinite(xy[1]) || std::abs(xy[0]) > 4 ||
            std::abs(xy[1]) > 4)
            return false;
    if (c.white[1] < 1e-3 || std::abs(determinant(unscaledPrimaries(c))) < 1e-4)
        return false;
    // White must be a mixture of all three primaries.
    const Vector3 strengths = times(inverse(unscaledPrimaries(c)), xyzOf(c.white));
    return strengths[0] > 1e-6 && strengths[1] > 1e-6 && strengths[2] > 1e-6;
}

Matrix3 rgbToXyz(const Chromaticities& space) {
    Matrix3 columns = unscaledPrimaries(space);
    const Vector3 strengths = times(inverse(columns), xyzOf(space.white));
    for (auto& row : columns)
        for (std::size_t i = 0; i < 3; ++i)
            row[i] *= strengths[i];
    return columns;
}

Matrix3 rgbToRgb(const Chromaticities& from, const Chromaticities& to) {
    const Vector3 source = times(kBradford, xyzOf(from.white));
    const Vector3 target = times(kBradford, xyzOf(to.white));
    Matrix3 scale{};
    for (std::size_t i = 0; i < 3; ++i)
        scale[i][i] = target[i] / source[i];
    const Matrix3 adapt = multiply(inverse(kBradford), multiply(scale, kBradford));
    return multiply(inverse(rgbToXyz(to)), multiply(adapt, rgbToXyz(from)));
}

Matrix3 multiply(const Matrix3& a, const Matrix3& b) {
    Matrix3 product{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            for (std::size_t i = 0; i < 3; ++i)
                product[row][column] += a[row][i] * b[i][column];
    return product;
}

Matrix3 inverse(const Matrix3& m) {
    const double d = determinant(m);
    const auto minor = [&](std::size_t r0, std::size_t c0, std::size_t r1, std::size_t c1) {
        return (m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0]) / d;
    };
    return {{{minor(1, 1, 2, 2), minor(0, 2, 2, 1), minor(0, 1, 1, 2)},
             {minor(1, 2, 2, 0), minor(0, 0, 2, 2), minor(0, 2, 1, 0)},
             {minor(1, 0, 2, 1), minor(0, 1, 2, 0), minor(0, 0, 1, 1)}}};
}

} // namespace unlit
