// Which triangle a ray meets first, or whether it meets any: a bounding volume hierarchy.
#pragma once

#include "core/data/synth/mesh.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace unlit::synth {

struct Ray {
    Vec3 origin;
    Vec3 direction; ///< need not be unit: distances count in its length
};

struct TriangleHit {
    float distance = std::numeric_limits<float>::max();
    std::uint32_t triangle = 0; ///< index into the triangles that the tree was built of
    float u = 0;                ///< weight of the second corner
    float v = 0;                ///< weight of the third corner
};

/// Immutable after construction; any number of threads may ask at once. Boxes split where the
/// surface area heuristic says (MacDonald and Booth, 1990); triangles by Möller and Trumbore
/// (1997).
class TriangleTree {
public:
    explicit TriangleTree(const Mesh& mesh);

    /// Nearest hit closer than `limit`; false without one. Both sides of a triangle count.
    bool nearest(const Ray& ray, float limit, TriangleHit& hit) const;
    /// Any hit closer than `limit`.
    bool isBlocked(const Ray& ray, float limit) const;

private:
    struct Node {
        Vec3 low;
        std::uint32_t first = 0; ///< leaf: first triangle; else: right child (left is the next)
        Vec3 high;
        std::uint32_t count = 0; ///< triangles of a leaf; 0 for an inner node
    };

    struct Triangle {
        Vec3 corner;
        Vec3 edge1;
        Vec3 edge2;
        std::uint32_t id = 0;
    };

    struct Builder;

    static bool meet(const Triangle& triangle, const Ray& ray, TriangleHit& hit);

    template <bool isAnyEnough>
    bool walk(const Ray& ray, float limit, TriangleHit& hit) const;

    std::vector<Node> m_nodes;
    std::vector<Triangle> m_triangles;
};

} // namespace unlit::synth
