#include "core/data/synth/triangle_tree.h"

#include <algorithm>
#include <array>

namespace unlit::synth {

namespace {

constexpr std::uint32_t kLeafSize = 3;
constexpr int kBins = 8;
constexpr int kDeepestSplit = 48; ///< below it halves by number: at most 32 levels more
constexpr std::size_t kStackSize = 96;
constexpr float kSlack = 1e-5F; ///< neighbours overlap by this much, so that no ray slips between

struct Box {
    Vec3 low{1e30F, 1e30F, 1e30F};
    Vec3 high{-1e30F, -1e30F, -1e30F};

    void add(Vec3 p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }

    void add(const Box& box) {
        add(box.low);
        add(box.high);
    }

    float area() const {
        const Vec3 d = high - low;
        return d.x < 0 ? 0 : d.x * d.y + d.y * d.z + d.z * d.x;
    }
};

float axisOf(Vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

struct Item {
    Box box;
    Vec3 center;
    std::uint32_t triangle = 0;
};

struct Split {
    int axis = -1; ///< -1: halves by number
    float position = 0;
};

struct Bin {
    Box box;
    std::uint32_t count = 0;
};

Split bestSplit(const std::vector<Item>& items, std::uint32_t begin, std::uint32_t end) {
    Box centers;
    for (std::uint32_t i = begin; i < end; ++i)
        centers.add(items[i].center);
    const Vec3 size = centers.high - centers.low;
    const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    const float low = axisOf(centers.low, axis);
    const float span = axisOf(size, axis);
    if (span < 1e-9F)
        return {};
    std::array<Bin, kBins> bins;
    const float perBin = static_cast<float>(kBins) * 0.99999F / span;
    for (std::uint32_t i = begin; i < end; ++i) {
        const auto b = static_cast<std::size_t>((axisOf(items[i].center, axis) - low) * perBin);
        bins[b].box.add(items[i].box);
        ++bins[b].count;
    }
    std::array<float, kBins> rightCost{};
    Bin right;
    for (std::size_t b = kBins - 1; b > 0; --b) {
        right.box.add(bins[b].box);
        right.count += bins[b].count;
        rightCost[b] = right.box.area() * static_cast<float>(right.count);
    }
    Bin left;
    float best = 1e38F;
    std::size_t where = kBins / 2;
    for (std::size_t b = 0; b + 1 < kBins; ++b) {
        left.box.add(bins[b].box);
        left.count += bins[b].count;
        const float cost = left.box.area() * static_cast<float>(left.count) + rightCost[b + 1];
        if (cost < best) {
            best = cost;
            where = b + 1;
        }
    }
    return {axis, low + static_cast<float>(where) / perBin};
}

/// Smallest distance at which the ray is inside the box; above `limit` where it never is.
[[gnu::always_inline]] inline float entry(const Vec3& low, const Vec3& high, const Vec3& origin,
                                          const Vec3& inverse, float limit) {
    const float x0 = (low.x - origin.x) * inverse.x;
    const float x1 = (high.x - origin.x) * inverse.x;
    const float y0 = (low.y - origin.y) * inverse.y;
    const float y1 = (high.y - origin.y) * inverse.y;
    const float z0 = (low.z - origin.z) * inverse.z;
    const float z1 = (high.z - origin.z) * inverse.z;
    const float in =
        std::max(std::max(std::min(x0, x1), std::min(y0, y1)), std::max(std::min(z0, z1), 0.0F));
    const float out =
        std::min(std::min(std::max(x0, x1), std::max(y0, y1)), std::min(std::max(z0, z1), limit));
    return in <= out * 1.000001F ? in : std::numeric_limits<float>::max();
}

} // namespace

struct TriangleTree::Builder {
    TriangleTree& tree;
    std::vector<Item> items;

    void build(std::uint32_t begin, std::uint32_t end, int depth) {
        Box box;
        for (std::uint32_t i = begin; i < end; ++i)
            box.add(items[i].box);
        const std::size_t self = tree.m_nodes.size();
        tree.m_nodes.push_back({box.low, begin, box.high, 0});
        if (end - begin <= kLeafSize) {
            tree.m_nodes[self].count = end - begin;
            return;
        }
        const std::uint32_t middle = divide(begin, end, depth);
        build(begin, middle, depth + 1);
        tree.m_nodes[self].first = static_cast<std::uint32_t>(tree.m_nodes.size());
        build(middle, end, depth + 1);
    }

    std::uint32_t divide(std::uint32_t begin, std::uint32_t end, int depth) {
        const Split split = depth < kDeepestSplit ? bestSplit(items, begin, end) : Split{};
        std::uint32_t middle = begin;
        if (split.axis >= 0) {
            const auto bound =
                std::partition(items.begin() + begin, items.begin() + end, [&](const Item& item) {
                    return axisOf(item.center, split.axis) < split.position;
                });
            middle = static_cast<std::uint32_t>(bound - items.begin());
        }
        return middle == begin || middle == end ? begin + (end - begin) / 2 : middle;
    }
};

TriangleTree::TriangleTree(const Mesh& mesh) {
    Builder builder{*this, {}};
    builder.items.reserve(mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        Item item;
        for (const std::uint32_t corner : mesh.triangles[t])
            item.box.add(mesh.positions[corner]);
        item.center = (item.box.low + item.box.high) * 0.5F;
        item.triangle = static_cast<std::uint32_t>(t);
        builder.items.push_back(item);
    }
    if (builder.items.empty())
        return;
    m_nodes.reserve(builder.items.size());
    builder.build(0, static_cast<std::uint32_t>(builder.items.size()), 0);
    m_triangles.reserve(builder.items.size());
    for (const Item& item : builder.items) {
        const auto& [a, b, c] = mesh.triangles[item.triangle];
        const Vec3 corner = mesh.positions[a];
        m_triangles.push_back(
            {corner, mesh.positions[b] - corner, mesh.positions[c] - corner, item.triangle});
    }
}

/// Replaces `hit` where the triangle is nearer.
inline bool TriangleTree::meet(const Triangle& triangle, const Ray& ray, TriangleHit& hit) {
    const Vec3 p = cross(ray.direction, triangle.edge2);
    const float determinant = dot(triangle.edge1, p);
    if (std::abs(determinant) < 1e-18F)
        return false;
    const float scale = 1.0F / determinant;
    const Vec3 fromCorner = ray.origin - triangle.corner;
    const float u = dot(fromCorner, p) * scale;
    const Vec3 q = cross(fromCorner, triangle.edge1);
    const float v = dot(ray.direction, q) * scale;
    const float distance = dot(triangle.edge2, q) * scale;
    if (u < -kSlack || v < -kSlack || u + v > 1 + kSlack || distance <= 0 ||
        distance >= hit.distance)
        return false;
    hit = {distance, triangle.id, u, v};
    return true;
}

template <bool isAnyEnough>
bool TriangleTree::walk(const Ray& ray, float limit, TriangleHit& hit) const {
    if (m_nodes.empty())
        return false;
    const auto inverted = [](float d) { return 1.0F / (std::abs(d) < 1e-20F ? 1e-20F : d); };
    const Vec3 inverse = {inverted(ray.direction.x), inverted(ray.direction.y),
                          inverted(ray.direction.z)};
    std::array<std::uint32_t, kStackSize> stack;
    std::size_t depth = 0;
    bool isHit = false;
    std::uint32_t current = 0;
    hit.distance = limit;
    if (entry(m_nodes[0].low, m_nodes[0].high, ray.origin, inverse, limit) > limit)
        return false;
    while (true) {
        const Node& node = m_nodes[current];
        for (std::uint32_t i = 0; i < node.count; ++i) {
            if (!meet(m_triangles[node.first + i], ray, hit))
                continue;
            if constexpr (isAnyEnough)
                return true;
            isHit = true;
        }
        bool goesDeeper = false;
        if (node.count == 0) {
            std::uint32_t nearChild = current + 1;
            std::uint32_t farChild = node.first;
            float nearEntry = entry(m_nodes[nearChild].low, m_nodes[nearChild].high, ray.origin,
                                    inverse, hit.distance);
            float farEntry = entry(m_nodes[farChild].low, m_nodes[farChild].high, ray.origin,
                                   inverse, hit.distance);
            if (farEntry < nearEntry) {
                std::swap(nearEntry, farEntry);
                std::swap(nearChild, farChild);
            }
            if (farEntry <= hit.distance)
                stack[depth++] = farChild;
            if (nearEntry <= hit.distance) {
                current = nearChild;
                goesDeeper = true;
            }
        }
        if (goesDeeper)
            continue;
        if (depth == 0)
            return isHit;
        current = stack[--depth];
    }
}

bool TriangleTree::nearest(const Ray& ray, float limit, TriangleHit& hit) const {
    return walk<false>(ray, limit, hit);
}

bool TriangleTree::isBlocked(const Ray& ray, float limit) const {
    TriangleHit hit;
    return walk<true>(ray, limit, hit);
}

} // namespace unlit::synth
