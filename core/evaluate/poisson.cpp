#include "core/evaluate/poisson.h"

#include "core/base/error.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <algorithm>

namespace unlit::evaluate {

namespace {

using Matrix = Eigen::SparseMatrix<double>;
using Solver = Eigen::ConjugateGradient<Matrix, Eigen::Lower, Eigen::IncompleteCholesky<double>>;

// Makes the equations definite by pulling the values towards 0; too weak to be seen in the result.
constexpr double kTie = 1e-9;
constexpr double kResidual = 1e-7;
constexpr int kIterationsPerLook = 200; // between two looks at the stop token
constexpr int kMostLooks = 100;

/// The normal equations: one unknown a present pixel.
struct Equations {
    std::vector<int> numberOf; ///< of each pixel; -1 = absent
    std::vector<std::size_t> pixelOf;
    Matrix matrix; ///< lower triangle
    Eigen::VectorXd right;
};

void number(const Differences& grid, Equations& equations) {
    equations.numberOf.assign(grid.present.size(), -1);
    for (std::size_t i = 0; i < grid.present.size(); ++i)
        if (grid.present[i] != 0) {
            equations.numberOf[i] = static_cast<int>(equations.pixelOf.size());
            equations.pixelOf.push_back(i);
        }
}

Equations equationsOf(const Differences& grid) {
    Equations equations;
    number(grid, equations);
    const auto count = static_cast<Eigen::Index>(equations.pixelOf.size());
    const auto width = static_cast<std::size_t>(grid.width);
    std::vector<double> diagonal(equations.pixelOf.size(), kTie);
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(equations.pixelOf.size() * 3);
    equations.right = Eigen::VectorXd::Zero(count);
    const auto connect = [&](int a, std::size_t pixel, double difference) {
        const int b = equations.numberOf[pixel];
        if (b < 0)
            return;
        diagonal[static_cast<std::size_t>(a)] += 1;
        diagonal[static_cast<std::size_t>(b)] += 1;
        entries.emplace_back(b, a, -1.0); // b comes after a
        equations.right[a] -= difference;
        equations.right[b] += difference;
    };
    for (int a = 0; a < static_cast<int>(count); ++a) {
        const std::size_t pixel = equations.pixelOf[static_cast<std::size_t>(a)];
        if (pixel % width + 1 < width)
            connect(a, pixel + 1, grid.right[pixel]);
        if (pixel + width < grid.present.size())
            connect(a, pixel + width, grid.down[pixel]);
    }
    for (int a = 0; a < static_cast<int>(count); ++a)
        entries.emplace_back(a, a, diagonal[static_cast<std::size_t>(a)]);
    equations.matrix.resize(count, count);
    equations.matrix.setFromTriplets(entries.begin(), entries.end());
    return equations;
}

/// From 0, not from the picture that was: where next to no differences are left, the rounding of a
/// picture that is to vanish would stand in the way of the accuracy that is asked for.
std::optional<Eigen::VectorXd> solve(const Equations& equations, const std::stop_token& stop) {
    Eigen::VectorXd guess = Eigen::VectorXd::Zero(equations.right.size());
    Solver solver;
    solver.setTolerance(kResidual);
    solver.setMaxIterations(kIterationsPerLook);
    solver.compute(equations.matrix);
    if (solver.info() != Eigen::Success)
        throw Error::internal("the Poisson equation could not be prepared");
    for (int look = 0; look < kMostLooks; ++look) {
        if (stop.stop_requested())
            return {};
        guess = solver.solveWithGuess(equations.right, guess).eval();
        if (solver.info() == Eigen::Success)
            return guess;
    }
    throw Error::internal("the Poisson equation was not solved");
}

/// The present pixels that hang together with `first`; marks them in `seen`.
std::vector<std::size_t> partAt(std::size_t first, const Differences& grid,
                                std::vector<unsigned char>& seen) {
    const auto width = static_cast<std::size_t>(grid.width);
    std::vector<std::size_t> part = {first};
    seen[first] = 1;
    const auto visit = [&](std::size_t pixel) {
        if (grid.present[pixel] == 0 || seen[pixel] != 0)
            return;
        seen[pixel] = 1;
        part.push_back(pixel);
    };
    for (std::size_t next = 0; next < part.size(); ++next) {
        const std::size_t pixel = part[next];
        if (pixel % width > 0)
            visit(pixel - 1);
        if (pixel % width + 1 < width)
            visit(pixel + 1);
        if (pixel >= width)
            visit(pixel - width);
        if (pixel + width < grid.present.size())
            visit(pixel + width);
    }
    return part;
}

/// Differences say nothing about the level of a part: each gets the mean that it had.
void keepMeans(const Differences& grid, const std::vector<float>& start,
               std::vector<float>& values) {
    std::vector<unsigned char> seen(values.size(), 0);
    for (std::size_t first = 0; first < values.size(); ++first) {
        if (grid.present[first] == 0 || seen[first] != 0)
            continue;
        const std::vector<std::size_t> part = partAt(first, grid, seen);
        double missing = 0;
        for (const std::size_t pixel : part)
            missing += static_cast<double>(start[pixel]) - values[pixel];
        missing /= static_cast<double>(part.size());
        for (const std::size_t pixel : part)
            values[pixel] = static_cast<float>(values[pixel] + missing);
    }
}

} // namespace

std::optional<std::vector<float>> integrate(const Differences& differences,
                                            const std::vector<float>& start,
                                            const std::stop_token& stop) {
    const Equations equations = equationsOf(differences);
    std::vector<float> values(differences.present.size(), 0.0F);
    if (equations.pixelOf.empty())
        return values;
    const auto solution = solve(equations, stop);
    if (!solution)
        return {};
    for (Eigen::Index a = 0; a < solution->size(); ++a)
        values[equations.pixelOf[static_cast<std::size_t>(a)]] = static_cast<float>((*solution)[a]);
    keepMeans(differences, start, values);
    return values;
}

} // namespace unlit::evaluate
