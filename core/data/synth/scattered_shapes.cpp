// Pebbles, litter, grass: many small parts around one place.
#include "core/data/synth/shape_parts.h"

namespace unlit::synth {

namespace {

Mesh litterPiece(Random& random) {
    const float size = random.logRange(0.05F, 0.16F);
    if (random.chance(0.3F)) // a twig
        return roundedBox({size * 1.6F, size * 0.05F, size * 0.06F}, size * 0.05F, 6);
    const float width = random.range(0.25F, 0.6F);
    const float curl = random.range(-0.3F, 0.7F);
    const float fold = random.range(0.0F, 0.5F);
    const auto position = [=](float s, float t) {
        const float along = clamp01(s);
        const float outline = width * std::sqrt(along + 1e-3F) * (1.02F - along) * 1.6F;
        const float across = (0.5F - t) * 2.0F * outline;
        const float bend = curl * (along - 0.5F) * (along - 0.5F);
        return Vec3{along - 0.5F, 0.05F + bend + fold * std::abs(across), across} * size;
    };
    return meshOfPatch(8, 6, position);
}

/// A blade that bends over to +x, its root at the origin.
Mesh blade(Random& random, float height) {
    const float width = height * random.range(0.008F, 0.025F);
    const float bend = height * random.range(0.1F, 0.9F);
    const auto position = [=](float s, float t) {
        const float along = clamp01(t);
        const float half = width * (1.0F - along * along) + 1e-4F;
        return Vec3{bend * along * along, height * along * (1.0F - 0.3F * along * bend / height),
                    half * (2.0F * s - 1.0F)};
    };
    return meshOfPatch(1, 6, position);
}

} // namespace

std::vector<Part> makePebbles(Random& random, int detail) {
    std::vector<Part> all;
    const int count = random.wholeRange(6, 26);
    for (int i = 0; i < count; ++i) {
        const float size = random.logRange(0.025F, 0.13F);
        const Vec3 half = {size, size * random.range(0.45F, 0.9F), size * random.range(0.6F, 1)};
        Part one = partOf(lump(random, std::max(5, detail / 7), half), random);
        one.turn = anyTurn(random, 0.3F);
        one.position = somewhereWithin(0.8F, random);
        standOnGround(one, 0.25F * size);
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Part> makeLitter(Random& random, int) {
    std::vector<Part> all;
    const int count = random.wholeRange(10, 60);
    for (int i = 0; i < count; ++i) {
        Mesh piece = litterPiece(random);
        Part one = partOf(std::move(piece), random);
        one.turn = anyTurn(random, 0.3F);
        one.position = somewhereWithin(1.1F, random);
        standOnGround(one, -0.004F);
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Part> makeGrass(Random& random, int) {
    std::vector<Part> all;
    const int tufts = random.wholeRange(2, 9);
    for (int tuft = 0; tuft < tufts; ++tuft) {
        const Vec3 root = somewhereWithin(1.0F, random);
        const float height = random.logRange(0.08F, 0.4F);
        const float width = random.range(0.03F, 0.16F);
        const int count = random.wholeRange(20, 60);
        for (int i = 0; i < count; ++i) {
            Mesh mesh = blade(random, height * random.range(0.4F, 1.0F));
            Part one = partOf(std::move(mesh), random);
            one.turn = anyTurn(random, 0.35F);
            one.position = root + somewhereWithin(width, random);
            all.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace unlit::synth
