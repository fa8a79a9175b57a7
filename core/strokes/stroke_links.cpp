#include "core/strokes/stroke_links.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit {

namespace {

// Differences of natural logarithms, as Log100 has them: what a link just bears.
constexpr float kBrightnessBorne = 0.05F;
constexpr float kColorBorne = 0.04F;
constexpr float kTextureShare = 0.8F; ///< of the mean difference around, that is borne as well
constexpr int kTextureReach = 6;      ///< cells to each side
constexpr float kWeakestLink = 1e-5F;
constexpr float kHold = 5e-5F;
constexpr float kDarkHold = 0.02F;    ///< of that, where there is next to no light
constexpr double kBrightShare = 0.95; ///< of the cells are darker than what counts as full light
constexpr float kLog101 = 4.615120517F;

using Planes = std::array<std::vector<float>, 3>;

/// Brightness and two colour differences, in natural logarithms.
struct CellLook {
    std::vector<float> brightness;
    std::vector<float> redness;
    std::vector<float> blueness;
};

CellLook lookOf(const Planes& guide) {
    CellLook look;
    const std::size_t count = guide[0].size();
    for (std::vector<float>* plane : {&look.brightness, &look.redness, &look.blueness})
        plane->resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float mean = (guide[0][i] + guide[1][i] + guide[2][i]) / 3;
        look.brightness[i] = kLog101 * mean;
        look.redness[i] = kLog101 * (guide[0][i] - mean);
        look.blueness[i] = kLog101 * (guide[2][i] - mean);
    }
    return look;
}

/// Mean over windows of 2 r + 1 cells, cut off at the borders.
std::vector<float> windowMean(const std::vector<float>& values, int width, int height, int reach) {
    std::vector<float> rows(values.size());
    std::vector<float> result(values.size());
    const auto pass = [reach](const float* from, float* to, int count, int step) {
        double sum = 0;
        int inside = 0;
        for (int i = 0; i < std::min(reach, count); ++i, ++inside)
            sum += static_cast<double>(from[i * step]);
        for (int i = 0; i < count; ++i) {
            if (i + reach < count) {
                sum += static_cast<double>(from[(i + reach) * step]);
                ++inside;
            }
            if (i - reach - 1 >= 0) {
                sum -= static_cast<double>(from[(i - reach - 1) * step]);
                --inside;
            }
            to[i * step] = static_cast<float>(sum / inside);
        }
    };
    for (int y = 0; y < height; ++y)
        pass(values.data() + y * width, rows.data() + y * width, width, 1);
    for (int x = 0; x < width; ++x)
        pass(rows.data() + x, result.data() + x, height, width);
    return result;
}

/// What is lit tells most of its paint, and gives way last: as the square of its light.
std::vector<float> holdOf(const StrokeCells& cells) {
    std::vector<float> light(cells.grid.size());
    for (std::size_t i = 0; i < light.size(); ++i)
        light[i] = (cells.light[0][i] + cells.light[1][i] + cells.light[2][i]) / 3;
    std::vector<float> sorted = light;
    const auto at =
        static_cast<std::ptrdiff_t>(kBrightShare * static_cast<double>(light.size() - 1));
    std::ranges::nth_element(sorted, sorted.begin() + at);
    const float full = sorted[static_cast<std::size_t>(at)];
    for (float& one : light)
        one = kHold * std::clamp(std::exp(2 * (one - full)), kDarkHold, 1.0F);
    return light;
}

float distance(const CellLook& look, std::size_t a, std::size_t b, float textured) {
    const float brightness =
        (look.brightness[a] - look.brightness[b]) / (kBrightnessBorne + kTextureShare * textured);
    const float red = (look.redness[a] - look.redness[b]) / kColorBorne;
    const float blue = (look.blueness[a] - look.blueness[b]) / kColorBorne;
    return brightness * brightness + red * red + blue * blue;
}

} // namespace

StrokeLinks strokeLinks(const StrokeCells& cells) {
    const int width = cells.grid.width;
    const int height = cells.grid.height;
    const CellLook look = lookOf(cells.guide);
    const std::size_t count = cells.grid.size();
    std::vector<float> change(count, 0.0F);
    const auto forLinks = [&](auto visit) {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const auto i = static_cast<std::size_t>(y * width + x);
                visit(i, i + 1, x + 1 < width, true);
                visit(i, i + static_cast<std::size_t>(width), y + 1 < height, false);
            }
    };
    forLinks([&](std::size_t a, std::size_t b, bool isInside, bool) {
        if (isInside)
            change[a] += std::abs(look.brightness[a] - look.brightness[b]) / 2;
    });
    const std::vector<float> texture = windowMean(change, width, height, kTextureReach);
    StrokeLinks links{std::vector<float>(count, 0.0F), std::vector<float>(count, 0.0F),
                      holdOf(cells)};
    forLinks([&](std::size_t a, std::size_t b, bool isInside, bool isRight) {
        if (!isInside || cells.isDead[a] != 0 || cells.isDead[b] != 0)
            return;
        const float link =
            kWeakestLink + std::exp(-distance(look, a, b, (texture[a] + texture[b]) / 2));
        (isRight ? links.right : links.down)[a] = link;
    });
    return links;
}

} // namespace unlit
