#include "core/weights/start/pyramid_coefficients.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace unlit::weights {

namespace {

constexpr int kColours = 3;

std::vector<Coefficient> childrenOf(const std::vector<Coefficient>& parents) {
    std::vector<Coefficient> children;
    for (const Coefficient& parent : parents)
        for (const Half y : {Half::Mean, Half::Difference})
            for (const Half x : {Half::Mean, Half::Difference}) {
                Coefficient child = parent;
                child.path.push_back({y, x});
                children.push_back(std::move(child));
            }
    return children;
}

std::vector<Coefficient> parentsOf(const std::vector<Coefficient>& children) {
    std::vector<Coefficient> parents;
    for (Coefficient parent : children) {
        parent.path.pop_back();
        if (std::ranges::find(parents, parent) == parents.end())
            parents.push_back(std::move(parent));
    }
    return parents;
}

} // namespace

int Coefficient::fineness() const {
    const auto finest = std::ranges::find_if(path, [](Halving h) { return h != Halving{}; });
    return static_cast<int>(path.end() - finest);
}

std::vector<std::vector<Coefficient>> pyramid(int levels, std::int64_t count) {
    std::vector<Coefficient> coarsest;
    for (int colour = 0; colour < kColours; ++colour)
        coarsest.push_back({colour, {}});
    for (int level = 0; level < levels; ++level)
        coarsest = childrenOf(coarsest);
    std::ranges::stable_sort(coarsest, {}, [](const Coefficient& c) {
        return std::tuple(c.fineness(), c.colour > 0, c.colour);
    });
    coarsest.resize(std::min<std::size_t>(coarsest.size(), static_cast<std::size_t>(count)));
    std::vector<std::vector<Coefficient>> all = {coarsest};
    for (int level = levels; level > 0; --level)
        all.insert(all.begin(), parentsOf(all.front()));
    return all;
}

const std::array<std::array<double, 3>, 3>& colourAxes() {
    static const double a = 1 / std::sqrt(3.0), b = 1 / std::sqrt(2.0), c = 1 / std::sqrt(6.0);
    static const std::array<std::array<double, 3>, 3> axes = {
        {{a, a, a}, {b, 0, -b}, {-c, 2 * c, -c}}};
    return axes;
}

} // namespace unlit::weights
