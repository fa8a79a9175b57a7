#include "core/image/fill_lightless.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit {

namespace {

constexpr int kColors = 3;
constexpr int kSmallSide = 1024;

/// Colours with how much of a cell is known.
struct FillLevel {
    int width = 0;
    int height = 0;
    std::vector<std::array<float, kColors + 1>> cells; ///< means of what is known, and its share

    FillLevel(int w, int h)
        : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}

    std::array<float, kColors + 1>& at(int y, int x) {
        return cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(x)];
    }

    const std::array<float, kColors + 1>& at(int y, int x) const {
        return const_cast<FillLevel*>(this)->at(y, x);
    }
};

/// Means of the lit pixels of blocks of `factor` a side.
FillLevel smallCopy(const Image& image, const LightMap& map, int factor) {
    FillLevel level((image.width + factor - 1) / factor, (image.height + factor - 1) / factor);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::size_t i =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                static_cast<std::size_t>(x);
            if (map.pixels[i] != PixelLight::Lit)
                continue;
            auto& cell = level.at(y / factor, x / factor);
            for (int c = 0; c < kColors; ++c)
                cell[static_cast<std::size_t>(c)] += decodeDisplay(image.plane(c)[i], image.space);
            cell[kColors] += 1;
        }
    const auto whole = static_cast<float>(factor * factor);
    for (auto& cell : level.cells) {
        if (cell[kColors] > 0)
            for (int c = 0; c < kColors; ++c)
                cell[static_cast<std::size_t>(c)] /= cell[kColors];
        cell[kColors] /= whole;
    }
    return level;
}

FillLevel halved(const FillLevel& fine) {
    FillLevel coarse((fine.width + 1) / 2, (fine.height + 1) / 2);
    for (int y = 0; y < coarse.height; ++y)
        for (int x = 0; x < coarse.width; ++x) {
            auto& cell = coarse.at(y, x);
            float known = 0;
            for (int dy = 0; dy < 2; ++dy)
                for (int dx = 0; dx < 2; ++dx) {
                    if (2 * y + dy >= fine.height || 2 * x + dx >= fine.width)
                        continue;
                    const auto& part = fine.at(2 * y + dy, 2 * x + dx);
                    known += part[kColors];
                    for (std::size_t c = 0; c < kColors; ++c)
                        cell[c] += part[kColors] * part[c];
                }
            if (known > 0)
                for (std::size_t c = 0; c < kColors; ++c)
                    cell[c] /= known;
            cell[kColors] = std::min(1.0F, known); // one known cell of four is enough
        }
    return coarse;
}

/// Bilinear, cell centres over cell centres.
std::array<float, kColors> filledAt(const FillLevel& level, float y, float x) {
    const auto clamped = [](float at, int size) {
        return std::clamp(at, 0.0F, static_cast<float>(size - 1));
    };
    const float cy = clamped(y, level.height);
    const float cx = clamped(x, level.width);
    const int y0 = static_cast<int>(cy);
    const int x0 = static_cast<int>(cx);
    const int y1 = std::min(y0 + 1, level.height - 1);
    const int x1 = std::min(x0 + 1, level.width - 1);
    const float fy = cy - static_cast<float>(y0);
    const float fx = cx - static_cast<float>(x0);
    std::array<float, kColors> value{};
    for (std::size_t c = 0; c < kColors; ++c) {
        const float top = level.at(y0, x0)[c] + fx * (level.at(y0, x1)[c] - level.at(y0, x0)[c]);
        const float bottom = level.at(y1, x0)[c] + fx * (level.at(y1, x1)[c] - level.at(y1, x0)[c]);
        value[c] = top + fy * (bottom - top);
    }
    return value;
}

/// What is not known of a cell comes from the level above, which is known throughout.
void fillFrom(FillLevel& fine, const FillLevel& coarse) {
    for (int y = 0; y < fine.height; ++y)
        for (int x = 0; x < fine.width; ++x) {
            auto& cell = fine.at(y, x);
            const float known = std::min(1.0F, cell[kColors]);
            if (known >= 1)
                continue;
            const auto above = filledAt(coarse, (static_cast<float>(y) + 0.5F) / 2 - 0.5F,
                                        (static_cast<float>(x) + 0.5F) / 2 - 0.5F);
            for (std::size_t c = 0; c < kColors; ++c)
                cell[c] = known * cell[c] + (1 - known) * above[c];
            cell[kColors] = 1;
        }
}

/// Mean luminance of what is known (weights: ITU-R BT.709-6).
float knownLuminance(const FillLevel& level) {
    double sum = 0;
    double weight = 0;
    for (const auto& cell : level.cells) {
        const double known = cell[kColors];
        sum += known * (0.2126 * cell[0] + 0.7152 * cell[1] + 0.0722 * cell[2]);
        weight += known;
    }
    return static_cast<float>(sum / weight);
}

/// Cells to the nearest that is known at all; steps aslant count 1.4 (chamfer of two passes:
/// Borgefors, "Distance Transformations in Digital Images", 1986).
std::vector<float> distanceToKnown(const FillLevel& level) {
    constexpr float kAslant = 1.41421356F;
    const auto width = static_cast<std::ptrdiff_t>(level.width);
    const auto height = static_cast<std::ptrdiff_t>(level.height);
    std::vector<float> distance(level.cells.size());
    for (std::size_t i = 0; i < distance.size(); ++i)
        distance[i] = level.cells[i][kColors] > 0 ? 0.0F : 1e9F;
    const auto take = [&](std::ptrdiff_t y, std::ptrdiff_t x, std::ptrdiff_t dy,
                          std::ptrdiff_t dx) {
        if (y + dy < 0 || y + dy >= height || x + dx < 0 || x + dx >= width)
            return;
        float& here = distance[static_cast<std::size_t>(y * width + x)];
        const float there = distance[static_cast<std::size_t>((y + dy) * width + x + dx)];
        here = std::min(here, there + (dx != 0 && dy != 0 ? kAslant : 1.0F));
    };
    for (std::ptrdiff_t y = 0; y < height; ++y)
        for (std::ptrdiff_t x = 0; x < width; ++x)
            for (const auto& [dy, dx] : {std::pair{0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
                take(y, x, dy, dx);
    for (std::ptrdiff_t y = height; y-- > 0;)
        for (std::ptrdiff_t x = width; x-- > 0;)
            for (const auto& [dy, dx] : {std::pair{0, 1}, {1, 1}, {1, 0}, {1, -1}})
                take(y, x, dy, dx);
    return distance;
}

void fadeToGrey(FillLevel& level, const std::vector<float>& distance, float grey) {
    constexpr float kReach = 0.08F; // of the longer side: there a third of the colour is left
    const float reach = kReach * static_cast<float>(std::max(level.width, level.height));
    for (std::size_t i = 0; i < distance.size(); ++i) {
        const float share = std::exp(-distance[i] / reach);
        for (std::size_t c = 0; c < kColors; ++c)
            level.cells[i][c] = grey + share * (level.cells[i][c] - grey);
    }
}

} // namespace

void fillLightless(Image& image, const LightMap& map) {
    if (std::ranges::find(map.pixels, PixelLight::Lit) == map.pixels.end())
        return;
    const int factor =
        std::max(1, (std::max(image.width, image.height) + kSmallSide - 1) / kSmallSide);
    std::vector<FillLevel> levels{smallCopy(image, map, factor)};
    const float grey = knownLuminance(levels.front());
    const std::vector<float> distance = distanceToKnown(levels.front());
    while (levels.back().width > 1 || levels.back().height > 1)
        levels.push_back(halved(levels.back()));
    for (std::size_t i = levels.size() - 1; i-- > 0;)
        fillFrom(levels[i], levels[i + 1]);
    fadeToGrey(levels.front(), distance, grey);
    const auto scale = 1.0F / static_cast<float>(factor);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::size_t i =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                static_cast<std::size_t>(x);
            if (map.pixels[i] == PixelLight::Lit)
                continue;
            const auto value =
                filledAt(levels.front(), (static_cast<float>(y) + 0.5F) * scale - 0.5F,
                         (static_cast<float>(x) + 0.5F) * scale - 0.5F);
            for (int c = 0; c < kColors; ++c)
                image.plane(c)[i] = encodeDisplay(value[static_cast<std::size_t>(c)], image.space);
        }
}

} // namespace unlit
