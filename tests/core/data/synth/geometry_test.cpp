// Meshes, kinds of objects, and the tree that rays walk.
#include "core/data/synth/shapes.h"
#include "core/data/synth/triangle_tree.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace unlit::synth;

namespace {

Mesh randomTriangles(int count, Random& random) {
    Mesh mesh;
    const auto any = [&] {
        return Vec3{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)};
    };
    for (int i = 0; i < count; ++i) {
        const Vec3 corner = any();
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (const Vec3 p : {corner, corner + any() * 0.3F, corner + any() * 0.3F})
            mesh.positions.push_back(p);
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

/// Distance along the ray to the triangle by its plane and its three sides; negative for a miss.
double meetByPlane(const Mesh& mesh, std::size_t triangle, const Ray& ray) {
    const auto& [ia, ib, ic] = mesh.triangles[triangle];
    const Vec3 a = mesh.positions[ia];
    const Vec3 b = mesh.positions[ib];
    const Vec3 c = mesh.positions[ic];
    const Vec3 normal = cross(b - a, c - a);
    const float along = dot(normal, ray.direction);
    if (std::abs(along) < 1e-9F)
        return -1;
    const float t = dot(normal, a - ray.origin) / along;
    const Vec3 p = ray.origin + ray.direction * t;
    const bool isInside = dot(cross(b - a, p - a), normal) >= 0 &&
                          dot(cross(c - b, p - b), normal) >= 0 &&
                          dot(cross(a - c, p - c), normal) >= 0;
    return isInside ? t : -1;
}

} // namespace

TEST(TriangleTree, finds_what_trying_all_triangles_finds) {
    Random random(3);
    const Mesh mesh = randomTriangles(400, random);
    const TriangleTree tree(mesh);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Ray ray = {{random.range(-3, 3), random.range(-3, 3), 3},
                         normalized({random.range(-1, 1), random.range(-1, 1), -1.5F})};
        double nearest = 1e9;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const double distance = meetByPlane(mesh, t, ray);
            if (distance > 0)
                nearest = std::min(nearest, distance);
        }
        TriangleHit hit;
        const bool isHit = tree.nearest(ray, 100, hit);
        // Rays through a side may be judged either way.
        if (isHit != (nearest < 100))
            continue;
        EXPECT_EQ(tree.isBlocked(ray, 100), isHit);
        if (!isHit)
            continue;
        ++hits;
        EXPECT_NEAR(hit.distance, nearest, 1e-3);
        EXPECT_FALSE(tree.isBlocked(ray, hit.distance * 0.999F));
    }
    EXPECT_GT(hits, 200);
}

TEST(TriangleTree, of_nothing_is_never_hit) {
    TriangleHit hit;
    EXPECT_FALSE(TriangleTree(Mesh{}).nearest({{0, 0, 0}, {0, 0, 1}}, 10, hit));
}

TEST(TriangleTree, of_many_equal_triangles_can_be_built) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles.assign(5000, {0, 1, 2});
    TriangleHit hit;
    EXPECT_TRUE(TriangleTree(mesh).nearest({{0.2F, 0.2F, 1}, {0, 0, -1}}, 10, hit));
    EXPECT_NEAR(hit.distance, 1, 1e-5);
}

TEST(Ball, has_no_cracks_and_normals_that_point_outwards) {
    const Mesh mesh = meshOfBall(12, [](Vec3 d) { return d * 2.0F; });
    const TriangleTree tree(mesh);
    Random random(5);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 direction =
            normalized({random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
        EXPECT_TRUE(tree.isBlocked({{0, 0, 0}, direction}, 10));
    }
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        EXPECT_GT(dot(mesh.normals[i], normalized(mesh.positions[i])), 0.99F);
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 face =
            cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
        EXPECT_GT(dot(face, mesh.positions[a]), 0);
    }
}

TEST(ObjectKinds, are_at_least_eight_with_names_of_their_own) {
    std::set<std::string> names;
    for (const ObjectKind& kind : objectKinds())
        names.emplace(kind.name);
    EXPECT_GE(names.size(), 8u);
    EXPECT_EQ(names.size(), objectKinds().size());
}

TEST(ObjectKinds, stand_on_the_ground_and_face_outwards) {
    for (const ObjectKind& kind : objectKinds())
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            Random random(seed);
            float lowest = 1e9F;
            float highest = -1e9F;
            int outward = 0;
            int all = 0;
            for (const Part& part : kind.make(random, 16)) {
                const Mesh& mesh = part.mesh;
                ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
                ASSERT_EQ(mesh.spacings.size(), mesh.positions.size());
                ASSERT_EQ(mesh.texturePositions.size(), mesh.positions.size());
                for (const Vec3& position : mesh.positions) {
                    ASSERT_TRUE(std::isfinite(dot(position, position))) << kind.name;
                    lowest = std::min(lowest, part.toWorld(position).y);
                    highest = std::max(highest, part.toWorld(position).y);
                }
                for (const auto& [a, b, c] : mesh.triangles) {
                    const Vec3 face = cross(mesh.positions[b] - mesh.positions[a],
                                            mesh.positions[c] - mesh.positions[a]);
                    outward += dot(face, mesh.normals[a]) >= 0 ? 1 : 0;
                    ++all;
                }
                const Frame& f = part.turn;
                EXPECT_NEAR(dot(cross(f.x, f.y), f.z), 1, 1e-3) << kind.name;
            }
            EXPECT_GT(lowest, -0.35F) << kind.name;
            EXPECT_LT(lowest, 0.15F) << kind.name;
            EXPECT_GT(highest, 0.01F) << kind.name;
            EXPECT_LT(highest, 2.0F) << kind.name;
            EXPECT_GT(outward, 0.95 * all) << kind.name;
        }
}
