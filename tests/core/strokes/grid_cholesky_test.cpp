// The factor solves the equations that the links say, whatever the shape of the grid.
#include "core/strokes/grid_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

namespace unlit {

namespace {

struct GridEquations {
    StrokeLinks links;
    std::vector<double> added;
};

GridEquations randomEquations(int width, int height) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> share(0, 1);
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    GridEquations equations{
        {std::vector<float>(count), std::vector<float>(count), std::vector<float>(count, 1e-4F)},
        std::vector<double>(count, 0)};
    for (std::size_t i = 0; i < count; ++i) {
        const bool isLast = (i + 1) % static_cast<std::size_t>(width) == 0;
        const bool isBottom = i + static_cast<std::size_t>(width) >= count;
        equations.links.right[i] = isLast ? 0 : std::pow(10.0F, -4 * share(random));
        equations.links.down[i] = isBottom ? 0 : std::pow(10.0F, -4 * share(random));
        equations.added[i] = share(random) < 0.1F ? 30 : 0;
    }
    return equations;
}

/// What the equations make of a solution, cell by cell.
double sideAt(const GridEquations& equations, const GridCholesky::Sides& x, Eigen::Index column,
              std::size_t i, int width) {
    const auto at = [&](std::size_t cell) { return x(static_cast<Eigen::Index>(cell), column); };
    const auto w = static_cast<std::size_t>(width);
    const StrokeLinks& links = equations.links;
    double side = (double{links.hold[i]} + equations.added[i]) * at(i);
    const auto link = [&](double weight, std::size_t other) {
        if (weight > 0)
            side += weight * (at(i) - at(other));
    };
    link(double{links.right[i]}, i + 1);
    link(double{links.down[i]}, i + w);
    if (i % w > 0)
        link(double{links.right[i - 1]}, i - 1);
    if (i >= w)
        link(double{links.down[i - w]}, i - w);
    return side;
}

} // namespace

TEST(GridCholesky, solves_grids_of_every_shape) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 40}, {40, 1}, {2, 2}, {5, 5}, {7, 3}, {24, 1}, {31, 17}, {64, 50}}) {
        const GridEquations equations = randomEquations(width, height);
        const GridDissection dissection(width, height);
        const GridCholesky factor(dissection, equations.links, equations.added);
        const auto count = static_cast<Eigen::Index>(dissection.size());
        GridCholesky::Sides x(count, 3);
        for (Eigen::Index i = 0; i < count; ++i)
            for (Eigen::Index c = 0; c < 3; ++c)
                x(i, c) = std::sin(static_cast<double>(3 * i + c));
        const GridCholesky::Sides wanted = x;
        factor.solve(x);
        for (Eigen::Index c = 0; c < 3; ++c)
            for (std::size_t i = 0; i < dissection.size(); ++i)
                ASSERT_NEAR(sideAt(equations, x, c, i, width),
                            wanted(static_cast<Eigen::Index>(i), c), 1e-8)
                    << width << "x" << height << " cell " << i;
    }
}

TEST(GridCholesky, every_cell_is_eliminated_once) {
    const GridDissection dissection(37, 23);
    std::vector<int> times(dissection.size(), 0);
    for (const GridDissection::Front& front : dissection.fronts())
        for (const int cell : front.own)
            ++times[static_cast<std::size_t>(cell)];
    for (const int time : times)
        ASSERT_EQ(time, 1);
}

} // namespace unlit
