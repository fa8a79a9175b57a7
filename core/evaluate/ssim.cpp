#include "core/evaluate/ssim.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace unlit::evaluate {

namespace {

constexpr std::size_t kFilter = 11;
constexpr double kSigma = 1.5;

std::array<double, kFilter> gaussianLine() {
    std::array<double, kFilter> line{};
    double sum = 0;
    for (std::size_t i = 0; i < kFilter; ++i) {
        const double x = static_cast<double>(i) - static_cast<double>(kFilter / 2);
        line[i] = std::exp(-x * x / (2 * kSigma * kSigma));
        sum += line[i];
    }
    for (double& weight : line)
        weight /= sum;
    return line;
}

/// A picture of the sides that it says, row by row.
struct Plane {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<double> values;
};

/// The places whose window lies in the picture: kFilter - 1 fewer each way.
Plane blurred(const Plane& plane, const std::array<double, kFilter>& line) {
    const std::size_t width = plane.width - kFilter + 1;
    const std::size_t height = plane.height - kFilter + 1;
    std::vector<double> rows(width * plane.height, 0.0);
    for (std::size_t y = 0; y < plane.height; ++y) {
        const double* const from = &plane.values[y * plane.width];
        double* const to = &rows[y * width];
        for (std::size_t k = 0; k < kFilter; ++k)
            for (std::size_t x = 0; x < width; ++x)
                to[x] += line[k] * from[x + k];
    }
    Plane result{width, height, std::vector<double>(width * height, 0.0)};
    for (std::size_t y = 0; y < height; ++y) {
        double* const to = &result.values[y * width];
        for (std::size_t k = 0; k < kFilter; ++k) {
            const double* const from = &rows[(y + k) * width];
            for (std::size_t x = 0; x < width; ++x)
                to[x] += line[k] * from[x];
        }
    }
    return result;
}

Plane validOf(std::span<const float> samples, std::span<const unsigned char> valid,
              const MetricInput& input) {
    Plane plane{static_cast<std::size_t>(input.width), static_cast<std::size_t>(input.height),
                std::vector<double>(samples.size())};
    for (std::size_t i = 0; i < samples.size(); ++i)
        plane.values[i] = valid.empty() || valid[i] != 0 ? static_cast<double>(samples[i]) : 0.0;
    return plane;
}

Plane product(const Plane& a, const Plane& b) {
    Plane result{a.width, a.height, std::vector<double>(a.values.size())};
    for (std::size_t i = 0; i < result.values.size(); ++i)
        result.values[i] = a.values[i] * b.values[i];
    return result;
}

double planeSimilarity(const MetricInput& input, std::size_t index,
                       const std::array<double, kFilter>& line) {
    const Plane x = validOf(input.predictionPlane(index), input.validPlane(index), input);
    const Plane y = validOf(input.truthPlane(index), input.validPlane(index), input);
    const Plane meanX = blurred(x, line);
    const Plane meanY = blurred(y, line);
    const Plane meanXX = blurred(product(x, x), line);
    const Plane meanYY = blurred(product(y, y), line);
    const Plane meanXY = blurred(product(x, y), line);
    const double c1 = std::pow(0.01 * input.range, 2);
    const double c2 = std::pow(0.03 * input.range, 2);
    double sum = 0;
    for (std::size_t i = 0; i < meanX.values.size(); ++i) {
        const double mx = meanX.values[i];
        const double my = meanY.values[i];
        const double variances = meanXX.values[i] - mx * mx + meanYY.values[i] - my * my;
        const double covariance = meanXY.values[i] - mx * my;
        sum += (2 * mx * my + c1) * (2 * covariance + c2) /
               ((mx * mx + my * my + c1) * (variances + c2));
    }
    return sum / static_cast<double>(meanX.values.size());
}

} // namespace

double structuralSimilarity(const MetricInput& input) {
    if (input.width < static_cast<int>(kFilter) || input.height < static_cast<int>(kFilter))
        return std::numeric_limits<double>::quiet_NaN();
    const std::array<double, kFilter> line = gaussianLine();
    double sum = 0;
    for (std::size_t plane = 0; plane < input.planeCount(); ++plane)
        sum += planeSimilarity(input, plane, line);
    return sum / static_cast<double>(input.planeCount());
}

} // namespace unlit::evaluate
