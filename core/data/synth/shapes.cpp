#include "core/data/synth/shapes.h"

#include "core/data/synth/noise.h"
#include "core/data/synth/shape_parts.h"

#include <array>

namespace unlit::synth {

namespace {

std::vector<Part> makeBoulder(Random& random, int detail) {
    const Vec3 half = {random.range(0.35F, 0.6F), random.range(0.28F, 0.5F),
                       random.range(0.35F, 0.6F)};
    Part part = partOf(lump(random, detail, half), random);
    part.turn = anyTurn(random, 0.5F);
    standOnGround(part, random.range(0.02F, 0.2F));
    return {part};
}

std::vector<Part> makeBlock(Random& random, int detail) {
    std::vector<Part> all;
    const int count = random.chance(0.5F) ? 1 : random.wholeRange(2, 4);
    Vec3 half = {random.range(0.25F, 0.5F), random.range(0.15F, 0.45F), random.range(0.25F, 0.5F)};
    if (count > 1)
        half = half * 0.55F;
    float floor = 0;
    for (int i = 0; i < count; ++i) {
        const float radius = random.range(0.01F, 0.06F);
        Part one = partOf(roundedBox(half, radius, detail / (count > 1 ? 2 : 1)), random);
        one.turn = turnedAroundY(random.range(-0.5F, 0.5F));
        one.position = {random.range(-0.1F, 0.1F), floor + half.y, random.range(-0.1F, 0.1F)};
        floor += 2 * half.y;
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Part> makePlanks(Random& random, int detail) {
    std::vector<Part> all;
    const int count = random.wholeRange(2, 6);
    float floor = 0;
    for (int i = 0; i < count; ++i) {
        const Vec3 half = {random.range(0.4F, 0.8F), random.range(0.015F, 0.05F),
                           random.range(0.05F, 0.13F)};
        Part one = partOf(roundedBox(half, 0.007F, detail / 2), random);
        one.turn = turnedAroundY(random.range(0, kPi));
        one.position = {random.range(-0.15F, 0.15F), floor + half.y, random.range(-0.15F, 0.15F)};
        floor += 2 * half.y;
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Part> makeLog(Random& random, int detail) {
    const float radius = random.range(0.10F, 0.26F);
    const float halfLength = random.range(0.4F, 0.8F);
    const std::uint32_t seed = random.bits();
    const auto position = [=](Vec3 d) {
        // A cylinder: the direction's ray meets its side or one of its ends.
        const float side = std::sqrt(d.y * d.y + d.z * d.z) / radius;
        const float end = std::abs(d.x) / halfLength;
        const float power = 14;
        const float scale =
            1.0F / std::pow(std::pow(side, power) + std::pow(end, power), 1.0F / power);
        const Vec3 p = d * scale;
        const float bumps = 1.0F + 0.12F * solidNoise(p * 3.0F, seed, 3);
        return Vec3{p.x, p.y * bumps, p.z * bumps};
    };
    Part part = partOf(meshOfBall(detail, position), random);
    part.turn = random.chance(0.75F) ? turnedAroundY(random.range(0, kPi))
                                     : Frame{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    standOnGround(part, 0.03F);
    return {part};
}

std::vector<Part> makePot(Random& random, int detail) {
    const float foot = random.range(0.12F, 0.25F);
    const float belly = random.range(0.25F, 0.45F);
    const float neck = random.range(0.10F, 0.3F);
    const float lip = neck + random.range(0.02F, 0.1F);
    const float height = random.range(0.5F, 1.0F);
    const auto outside = [=](float t) { // t in [0,1], foot to lip
        const float low = smoothStep(0.0F, 0.45F, t);
        const float high = smoothStep(0.45F, 0.85F, t);
        return mix(mix(foot, belly, low), neck, high) + (lip - neck) * smoothStep(0.88F, 1.0F, t);
    };
    const auto position = [=](float s, float t) {
        const float angle = -2 * kPi * s; // so that normals point outwards
        const float along = std::clamp(t, 0.0F, 1.0F) * 2.0F;
        const bool isOuter = along < 1;
        const float place = isOuter ? along : 2.0F - along;
        const float radius = outside(place) - (isOuter ? 0.0F : 0.035F);
        return Vec3{radius * std::cos(angle), place * height + (isOuter ? 0.0F : 0.008F),
                    radius * std::sin(angle)};
    };
    return {partOf(meshOfPatch(detail * 2, detail * 2, position), random)};
}

std::vector<Part> makeRing(Random& random, int detail) {
    const float big = random.range(0.3F, 0.45F);
    const float small = random.range(0.07F, 0.18F);
    const float flat = random.range(0.7F, 1.3F);
    const auto position = [=](float s, float t) {
        const float a = -2 * kPi * s;
        const float b = 2 * kPi * t;
        const float r = big + small * std::cos(b);
        return Vec3{r * std::cos(a), small * flat * std::sin(b), r * std::sin(a)};
    };
    Part part = partOf(meshOfPatch(detail * 2, detail, position), random);
    const Frame lying = anyTurn(random, 0.15F);
    part.turn = random.chance(0.3F) ? Frame{lying.x, lying.z, -lying.y} : lying;
    standOnGround(part, 0.01F);
    return {part};
}

std::vector<Part> makeBall(Random& random, int detail) {
    const float radius = random.range(0.2F, 0.5F);
    Part part = partOf(meshOfBall(detail, [radius](Vec3 d) { return d * radius; }), random);
    part.turn = anyTurn(random, 0.8F);
    standOnGround(part, 0.01F);
    return {part};
}

std::vector<Part> makeCushion(Random& random, int detail) {
    const Vec3 half = {random.range(0.3F, 0.5F), random.range(0.14F, 0.25F),
                       random.range(0.3F, 0.5F)};
    const std::uint32_t seed = random.bits();
    const auto position = [=](Vec3 d) {
        const float power = 4;
        const float flat = std::pow(std::abs(d.x), power) + std::pow(std::abs(d.z), power);
        const float scale =
            std::pow(flat * flat + std::pow(std::abs(d.y), 2.0F) * 0.9F + 1e-4F, -1.0F / 8.0F);
        const float dents = 1.0F + 0.14F * solidNoise(d * 2.5F, seed, 3);
        return Vec3{d.x * half.x * scale, d.y * half.y * scale * dents, d.z * half.z * scale};
    };
    Part part = partOf(meshOfBall(detail, position), random);
    part.turn = anyTurn(random, 0.25F);
    standOnGround(part, 0.03F);
    return {part};
}

std::vector<Part> makeCloth(Random& random, int detail) {
    const std::uint32_t seed = random.bits();
    const float folds = random.range(0.05F, 0.16F);
    const float hump = random.range(0.0F, 0.45F);
    const auto position = [=](float s, float t) {
        const Vec2 p = {s - 0.5F, t - 0.5F};
        const float bump = hump * std::exp(-14.0F * dot(p, p));
        const float ripple = solidNoise({p.x * 5.0F, p.y * 2.5F, 0.3F}, seed, 3);
        const float rim = smoothStep(0.5F, 0.25F, std::max(std::abs(p.x), std::abs(p.y)));
        const Vec3 sway = {0.08F * solidNoise({p.x * 3, p.y * 3, 4}, seed, 2), 0,
                           0.08F * solidNoise({p.x * 3, p.y * 3, 9}, seed, 2)};
        return Vec3{p.x * 1.5F,
                    0.006F + bump + folds * (0.08F + 0.92F * rim) * std::max(0.0F, ripple + 0.45F),
                    -p.y * 1.5F} +
               sway;
    };
    Part part = partOf(meshOfPatch(detail * 2, detail * 2, position), random);
    part.turn = turnedAroundY(random.range(0, 2 * kPi));
    return {part};
}

std::vector<Part> makeSteps(Random& random, int detail) {
    std::vector<Part> all;
    const int count = random.wholeRange(2, 4);
    const float rise = random.range(0.1F, 0.2F);
    const float tread = random.range(0.18F, 0.3F);
    const Frame turned = turnedAroundY(random.range(-0.8F, 0.8F));
    for (int i = 0; i < count; ++i) {
        const Vec3 half = {0.7F, 0.5F * rise, 0.5F * tread * static_cast<float>(count - i)};
        Part one = partOf(roundedBox(half, 0.02F, detail * 2 / 3), random);
        one.turn = turned;
        one.position = turned.toWorld({0, (static_cast<float>(i) + 0.5F) * rise, -half.z + 0.4F});
        all.push_back(std::move(one));
    }
    return all;
}

constexpr std::array kKinds = {
    ObjectKind{"boulder", &makeBoulder, false}, ObjectKind{"pebbles", &makePebbles, true},
    ObjectKind{"block", &makeBlock, false},     ObjectKind{"planks", &makePlanks, false},
    ObjectKind{"log", &makeLog, false},         ObjectKind{"pot", &makePot, false},
    ObjectKind{"ring", &makeRing, false},       ObjectKind{"ball", &makeBall, false},
    ObjectKind{"cushion", &makeCushion, false}, ObjectKind{"cloth", &makeCloth, false},
    ObjectKind{"litter", &makeLitter, true},    ObjectKind{"steps", &makeSteps, false},
    ObjectKind{"grass", &makeGrass, true},
};

} // namespace

std::span<const ObjectKind> objectKinds() {
    return kKinds;
}

} // namespace unlit::synth
