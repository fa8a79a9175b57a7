#include "tests/core/data/test_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace unlit::test {

namespace {

/// Draws that are the same everywhere: the engine is what the standard says to the bit, what its
/// distributions make of it is left to each library.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : m_engine(seed) {}

    /// In [0, 1).
    float unit() {
        const float value = static_cast<float>(m_engine()) / 18446744073709551616.0F;
        return std::min(value, std::nextafter(1.0F, 0.0F));
    }

    /// Mean 0, deviation 1, by Marsaglia's polar method, two at a time.
    float normal() {
        if (m_second)
            return *std::exchange(m_second, std::nullopt);
        float x = 0;
        float y = 0;
        float square = 0;
        do {
            x = 2 * unit() - 1;
            y = 2 * unit() - 1;
            square = x * x + y * y;
        } while (square > 1 || square == 0);
        const float scale = std::sqrt(-2 * std::log(square) / square);
        m_second = x * scale;
        return y * scale;
    }

private:
    std::mt19937_64 m_engine;
    std::optional<float> m_second;
};

/// Smooth noise in [0, 1]: random values on a grid, bilinear between.
class Noise {
public:
    Noise(Draws& draws, int cells) : m_cells(cells) {
        m_values.resize(static_cast<std::size_t>((cells + 2) * (cells + 2)));
        for (float& each : m_values)
            each = draws.unit();
    }

    float at(float u, float v) const {
        const float x = u * static_cast<float>(m_cells);
        const float y = v * static_cast<float>(m_cells);
        const int column = static_cast<int>(x);
        const int row = static_cast<int>(y);
        const float fx = x - static_cast<float>(column);
        const float fy = y - static_cast<float>(row);
        const float top = cell(column, row) * (1 - fx) + cell(column + 1, row) * fx;
        const float low = cell(column, row + 1) * (1 - fx) + cell(column + 1, row + 1) * fx;
        return top * (1 - fy) + low * fy;
    }

private:
    float cell(int column, int row) const {
        return m_values[static_cast<std::size_t>(row * (m_cells + 2) + column)];
    }

    int m_cells;
    std::vector<float> m_values;
};

} // namespace

ScenePair makeScene(std::uint64_t seed, int width, int height) {
    Draws draws(seed * 7919 + 13);
    const Noise coarse(draws, 5);
    const Noise fine(draws, 34);
    const Noise relief(draws, 9);
    const Noise patches(draws, 12);
    const std::array<float, 3> light = {1, 0.8F + 0.2F * draws.unit(), 0.7F + 0.3F * draws.unit()};
    std::array<std::array<float, 3>, 3> paints{};
    for (auto& paint : paints)
        for (float& channel : paint)
            channel = 0.06F + 0.6F * draws.unit();
    const float brightness = std::exp2(0.05F * draws.normal());
    const float slant = draws.unit() * 2 - 1;
    const float shadowEdge = 0.3F + 0.4F * draws.unit();
    ScenePair pair{makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear),
                   makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear)};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto i = static_cast<std::size_t>(y * width + x);
            const float u = static_cast<float>(x) / static_cast<float>(width);
            const float v = static_cast<float>(y) / static_cast<float>(height);
            const auto paint = static_cast<std::size_t>(
                std::clamp(static_cast<int>(patches.at(u, v) * 4.5F - 0.7F), 0, 2));
            const float texture = 0.55F + 0.35F * fine.at(u, v) + 0.2F * coarse.at(u, v);
            const float slope = (relief.at(u, v) - relief.at(std::min(u + 0.02F, 1.0F), v)) * 2;
            const bool inShadow = u + slant * v > shadowEdge + 0.35F;
            const float shade = std::max(0.02F, 0.75F + slope + 0.3F * (v - 0.5F));
            const float lit = (inShadow ? 0.18F : 1.0F) * shade + 0.12F;
            const float gloss =
                inShadow ? 0 : 0.08F * std::pow(std::clamp(shade, 0.0F, 1.0F), 8.0F);
            for (int c = 0; c < 3; ++c) {
                const auto channel = static_cast<std::size_t>(c);
                const float albedo = std::min(0.9F, paints[paint][channel] * texture);
                const float grain = 1 + 0.015F * draws.normal();
                pair.albedo.plane(c)[i] = albedo;
                pair.beauty.plane(c)[i] =
                    (albedo * lit + gloss) * light[channel] * brightness * grain;
            }
        }
    return pair;
}

Image shifted(const Image& image, int right, int down) {
    Image result = image;
    for (int c = 0; c < image.channelCount(); ++c)
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
                const int fromX = std::clamp(x - right, 0, image.width - 1);
                const int fromY = std::clamp(y - down, 0, image.height - 1);
                result.plane(c)[static_cast<std::size_t>(y * image.width + x)] =
                    image.plane(c)[static_cast<std::size_t>(fromY * image.width + fromX)];
            }
    return result;
}

Image scaled(const Image& image, float factor) {
    Image result = image;
    for (float& sample : result.samples)
        sample *= factor;
    return result;
}

Image halved(const Image& image) {
    Image result =
        makeImage(image.width / 2, image.height / 2, {"R", "G", "B"}, ColorSpace::Linear);
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < result.height; ++y)
            for (int x = 0; x < result.width; ++x) {
                const auto at = [&](int dx, int dy) {
                    return image.plane(
                        c)[static_cast<std::size_t>((2 * y + dy) * image.width + 2 * x + dx)];
                };
                result.plane(c)[static_cast<std::size_t>(y * result.width + x)] =
                    (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
            }
    return result;
}

std::filesystem::path writeScenes(const std::filesystem::path& folder, int pairs, int width,
                                  int height) {
    std::filesystem::create_directories(folder);
    std::ofstream list(folder / "list.txt");
    for (int i = 0; i < pairs; ++i) {
        const std::string name = "p" + std::to_string(i);
        const ScenePair scene = makeScene(static_cast<std::uint64_t>(i), width, height);
        writeExrFile(folder / (name + "_beauty.exr"), scene.beauty);
        writeExrFile(folder / (name + "_albedo.exr"), scene.albedo);
        list << name << "_beauty.exr " << name << "_albedo.exr\n";
    }
    return folder / "list.txt";
}

void writeExrFile(const std::filesystem::path& path, const Image& image) {
    writeImage(path, image, {FileFormat::Exr, true, true});
}

} // namespace unlit::test
