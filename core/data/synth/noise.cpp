#include "core/data/synth/noise.h"

#include <array>
#include <cmath>

namespace unlit::synth {

namespace {

int wrapped(int value, int period) {
    const int rest = value % period;
    return rest < 0 ? rest + period : rest;
}

float fade(float t) {
    return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F);
}

/// floor without a call into the library.
int floorOf(float x) {
    const int whole = static_cast<int>(x);
    return static_cast<float>(whole) > x ? whole - 1 : whole;
}

float corner(std::uint32_t hash, Vec2 d) {
    // Eight directions of equal length.
    constexpr float diagonal = 0.70710678F;
    static constexpr std::array<Vec2, 8> directions = {{{1, 0},
                                                        {-1, 0},
                                                        {0, 1},
                                                        {0, -1},
                                                        {diagonal, diagonal},
                                                        {-diagonal, diagonal},
                                                        {diagonal, -diagonal},
                                                        {-diagonal, -diagonal}}};
    return dot(directions[hash >> 29U], d);
}

std::uint32_t hashCorner(int x, int y, int z, std::uint32_t seed) {
    return hashCell(x, y, seed ^ (static_cast<std::uint32_t>(z) * 0x9e3779b9U));
}

float valueNoise(Vec3 p, std::uint32_t seed) {
    const int x = floorOf(p.x);
    const int y = floorOf(p.y);
    const int z = floorOf(p.z);
    const float tx = fade(p.x - static_cast<float>(x));
    const float ty = fade(p.y - static_cast<float>(y));
    const float tz = fade(p.z - static_cast<float>(z));
    float sides[2] = {};
    for (int k = 0; k < 2; ++k) {
        const float low = mix(hashUnit(hashCorner(x, y, z + k, seed)),
                              hashUnit(hashCorner(x + 1, y, z + k, seed)), tx);
        const float high = mix(hashUnit(hashCorner(x, y + 1, z + k, seed)),
                               hashUnit(hashCorner(x + 1, y + 1, z + k, seed)), tx);
        sides[k] = mix(low, high, ty);
    }
    return 2.0F * mix(sides[0], sides[1], tz) - 1.0F;
}

} // namespace

std::uint32_t hashCell(int x, int y, std::uint32_t seed) {
    std::uint32_t h = static_cast<std::uint32_t>(x) * 0x8da6b343U ^
                      static_cast<std::uint32_t>(y) * 0xd8163841U ^ seed * 0xcb1ab31fU;
    h = (h ^ (h >> 16U)) * 0x7feb352dU;
    h = (h ^ (h >> 15U)) * 0x846ca68bU;
    return h ^ (h >> 16U);
}

float hashUnit(std::uint32_t hash, std::uint32_t salt) {
    return hashUnit(hashCell(static_cast<int>(hash), static_cast<int>(salt), 0x51U));
}

float gradientNoise(Vec2 p, Period period, std::uint32_t seed) {
    const int x = floorOf(p.x);
    const int y = floorOf(p.y);
    const float fx = p.x - static_cast<float>(x);
    const float fy = p.y - static_cast<float>(y);
    const int x0 = wrapped(x, period.x);
    const int y0 = wrapped(y, period.y);
    const int x1 = x0 + 1 == period.x ? 0 : x0 + 1;
    const int y1 = y0 + 1 == period.y ? 0 : y0 + 1;
    const float tx = fade(fx);
    const float low = mix(corner(hashCell(x0, y0, seed), {fx, fy}),
                          corner(hashCell(x1, y0, seed), {fx - 1, fy}), tx);
    const float high = mix(corner(hashCell(x0, y1, seed), {fx, fy - 1}),
                           corner(hashCell(x1, y1, seed), {fx - 1, fy - 1}), tx);
    return 1.5F * mix(low, high, fade(fy));
}

float fractalNoise(Vec2 p, Period period, std::uint32_t seed, int octaves, float gain) {
    float sum = 0;
    float weight = 1;
    float weights = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += weight * gradientNoise(p, period, seed + static_cast<std::uint32_t>(octave) * 101U);
        weights += weight * weight;
        weight *= gain;
        p = p * 2.0F;
        period = {period.x * 2, period.y * 2};
    }
    return sum / std::sqrt(weights);
}

float ridgedNoise(Vec2 p, Period period, std::uint32_t seed, int octaves) {
    float sum = 0;
    float weight = 1;
    float weights = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        const float noise =
            gradientNoise(p, period, seed + static_cast<std::uint32_t>(octave) * 131U);
        sum += weight * (1.0F - std::abs(noise));
        weights += weight;
        weight *= 0.5F;
        p = p * 2.0F;
        period = {period.x * 2, period.y * 2};
    }
    return sum / weights;
}

Cell cellNoise(Vec2 p, Period period, std::uint32_t seed, float jitter) {
    const int x = floorOf(p.x);
    const int y = floorOf(p.y);
    Cell cell;
    float nearest = 1e9F;
    float second = 1e9F;
    Vec2 secondOffset;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const std::uint32_t hash =
                hashCell(wrapped(x + dx, period.x), wrapped(y + dy, period.y), seed);
            const Vec2 point = {static_cast<float>(x + dx) + 0.5F +
                                    jitter * (static_cast<float>(hash & 0xffffU) / 65536 - 0.5F),
                                static_cast<float>(y + dy) + 0.5F +
                                    jitter * (static_cast<float>(hash >> 16U) / 65536 - 0.5F)};
            const Vec2 offset = p - point;
            const float squared = dot(offset, offset);
            if (squared < nearest) {
                second = nearest;
                secondOffset = cell.offset;
                nearest = squared;
                cell.offset = offset;
                cell.id = hash;
            } else if (squared < second) {
                second = squared;
                secondOffset = offset;
            }
        }
    cell.nearest = std::sqrt(nearest);
    cell.second = std::sqrt(second);
    const float apart = length(secondOffset - cell.offset);
    cell.border = apart > 1e-6F ? 0.5F * (second - nearest) / apart : 0;
    return cell;
}

float solidNoise(Vec3 p, std::uint32_t seed, int octaves) {
    float sum = 0;
    float weight = 1;
    float weights = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += weight * valueNoise(p, seed + static_cast<std::uint32_t>(octave) * 17U);
        weights += weight;
        weight *= 0.5F;
        p = p * 2.03F;
    }
    return sum / weights;
}

} // namespace unlit::synth
