#include "core/strokes/stroke_solver.h"

#include "core/strokes/grid_cholesky.h"
#include "core/strokes/stroke_cells.h"
#include "core/strokes/stroke_cover.h"
#include "core/strokes/stroke_field.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

/// Of a cell that a stroke covers whole, against links of at most 1.
constexpr double kStrokeWeight = 30;
/// Of the guess that a stroke's own unknown begins with: less than what another stroke says through
/// a few links, more than all that holds the picture.
constexpr double kGuessWeight = 3;
/// Share of a stroke's cells, the ones with most light, that the guess is made of.
constexpr double kLitShare = 0.25;

/// What one stroke asks for: offset_c + δ_c = unknown_c · sign of its cells, or δ_c = wanted.
struct StrokeDemand {
    std::size_t index = 0; ///< in the set
    bool hasUnknown = false;
    std::vector<int> cells;
    std::vector<double> weights;
    std::vector<std::array<double, 3>> wanted; ///< δ of each cell, the stroke's unknown being 0
    std::array<double, 3> guess{};             ///< of what is taken off all of them
};

double luminance(const StrokeCells& cells, int cell) {
    const auto i = static_cast<std::size_t>(cell);
    return 0.2126 * std::exp(double{cells.albedo[0][i]}) +
           0.7152 * std::exp(double{cells.albedo[1][i]}) +
           0.0722 * std::exp(double{cells.albedo[2][i]});
}

std::array<double, 3> wantedDelta(const Stroke& stroke, const StrokeCells& cells, int cell) {
    const auto i = static_cast<std::size_t>(cell);
    std::array<double, 3> wanted{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double albedo = double{cells.albedo[c][i]};
        switch (stroke.kind) {
        case StrokeKind::SamePaint:
            wanted[c] = albedo;
            break;
        case StrokeKind::SameLight:
            wanted[c] = albedo - double{cells.light[c][i]};
            break;
        case StrokeKind::ThisBright:
            wanted[c] = stroke.value.size() == 3
                            ? albedo - std::log(stroke.value[c])
                            : std::log(luminance(cells, cell) / stroke.value.front());
            break;
        case StrokeKind::Keep:
        case StrokeKind::Unknown:
            break;
        }
    }
    return wanted;
}

/// The paint where the stroke has most light, which is where a picture tells most of it; of one
/// light the middle.
std::array<double, 3> guessOf(const Stroke& stroke, const StrokeCells& cells,
                              const StrokeDemand& demand) {
    std::vector<std::size_t> order(demand.cells.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto lightOf = [&](std::size_t i) {
        const auto cell = static_cast<std::size_t>(demand.cells[i]);
        return cells.guide[0][cell] + cells.guide[1][cell] + cells.guide[2][cell];
    };
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return lightOf(a) != lightOf(b) ? lightOf(a) > lightOf(b) : a < b;
    });
    const double share = stroke.kind == StrokeKind::SamePaint ? kLitShare : 1;
    const auto count = static_cast<std::size_t>(
        std::max(1.0, std::ceil(share * static_cast<double>(order.size()))));
    std::array<double, 3> guess{};
    for (std::size_t c = 0; c < 3; ++c) {
        double sum = 0;
        double weight = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += demand.weights[order[i]] * demand.wanted[order[i]][c];
            weight += demand.weights[order[i]];
        }
        guess[c] = sum / weight;
    }
    return guess;
}

} // namespace

struct StrokeSolver::Parts {
    StrokeCells cells;
    GridDissection dissection;
    StrokeLinks links;

    explicit Parts(StrokeCells made)
        : cells(std::move(made)), dissection(cells.grid.width, cells.grid.height),
          links(strokeLinks(cells)) {}
};

namespace {

/// One set of strokes on one picture.
class StrokeEquations {
public:
    StrokeEquations(const StrokeCells& cells, const StrokeSet& set) : m_cells(cells), m_set(set) {
        m_unknown.assign(cells.grid.size(), 0.0F);
        for (const Stroke& stroke : set.strokes)
            if (stroke.kind == StrokeKind::Unknown)
                addUnknown(stroke);
        for (std::size_t i = 0; i < set.strokes.size(); ++i)
            if (const Stroke& stroke = set.strokes[i];
                stroke.isOn && stroke.kind != StrokeKind::Unknown)
                addDemand(stroke, i);
    }

    bool isNothing() const { return m_demands.empty() && !m_hasUnknown; }

    const std::vector<StrokeDemand>& demands() const { return m_demands; }

    std::vector<float>& unknown() { return m_unknown; }

private:
    std::vector<float> coverOf(const Stroke& stroke) const {
        if (!touchesPicture(stroke, m_set.width, m_set.height))
            return {};
        return strokeCover(stroke, m_set.width, m_set.height, m_cells.grid);
    }

    void addUnknown(const Stroke& stroke) {
        if (!stroke.isOn)
            return;
        const std::vector<float> cover = coverOf(stroke);
        for (std::size_t cell = 0; cell < cover.size(); ++cell) {
            m_unknown[cell] = std::max(m_unknown[cell], std::min(cover[cell], 1.0F));
            m_hasUnknown |= cover[cell] > 0;
        }
    }

    void addDemand(const Stroke& stroke, std::size_t index) {
        const std::vector<float> cover = coverOf(stroke);
        StrokeDemand demand{.index = index,
                            .hasUnknown = stroke.kind == StrokeKind::SamePaint ||
                                          stroke.kind == StrokeKind::SameLight,
                            .cells = {},
                            .weights = {},
                            .wanted = {}};
        for (std::size_t cell = 0; cell < cover.size(); ++cell) {
            const double counts = double{cover[cell]} * (1 - double{m_unknown[cell]});
            if (counts <= 0 || m_cells.isDead[cell] != 0)
                continue;
            demand.cells.push_back(static_cast<int>(cell));
            demand.weights.push_back(kStrokeWeight * counts);
            demand.wanted.push_back(wantedDelta(stroke, m_cells, static_cast<int>(cell)));
        }
        if (demand.cells.empty())
            return;
        if (demand.hasUnknown)
            demand.guess = guessOf(stroke, m_cells, demand);
        m_demands.push_back(std::move(demand));
    }

    const StrokeCells& m_cells;
    const StrokeSet& m_set;
    std::vector<StrokeDemand> m_demands;
    std::vector<float> m_unknown;
    bool m_hasUnknown = false;
};

/// Solves for all channels and for where each stroke counts with one factor.
class StrokeSystem {
public:
    StrokeSystem(const GridDissection& dissection, const StrokeLinks& links,
                 const std::vector<StrokeDemand>& demands)
        : m_count(dissection.size()), m_demands(demands),
          m_factor(dissection, links, weightsOfAll()) {}

    void solve(GridCholesky::Sides& sides) const { m_factor.solve(sides); }

    Eigen::VectorXd weightsOf(const StrokeDemand& demand) const {
        Eigen::VectorXd right = Eigen::VectorXd::Zero(count());
        for (std::size_t i = 0; i < demand.cells.size(); ++i)
            right[demand.cells[i]] = demand.weights[i];
        return right;
    }

    Eigen::Index count() const { return static_cast<Eigen::Index>(m_count); }

    /// δ in three columns, then where strokes count in all, in one.
    Eigen::MatrixXd solveAll(std::vector<std::array<double, 3>>& unknowns) const;

private:
    std::vector<double> weightsOfAll() const {
        std::vector<double> weights(m_count, 0);
        for (const StrokeDemand& demand : m_demands)
            for (std::size_t i = 0; i < demand.cells.size(); ++i)
                weights[static_cast<std::size_t>(demand.cells[i])] += demand.weights[i];
        return weights;
    }

    std::size_t m_count;
    const std::vector<StrokeDemand>& m_demands;
    GridCholesky m_factor;
};

/// The strokes' own unknowns are eliminated: with h_k = M⁻¹ W_k 1 the correction is
/// M⁻¹ Σ W_k wanted_k − Σ u_k h_k, and what is left are as many equations as strokes.
Eigen::MatrixXd StrokeSystem::solveAll(std::vector<std::array<double, 3>>& unknowns) const {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < m_demands.size(); ++k)
        if (m_demands[k].hasUnknown)
            free.push_back(k);
    const auto freeCount = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(count(), 4 + freeCount);
    for (const StrokeDemand& demand : m_demands)
        for (std::size_t i = 0; i < demand.cells.size(); ++i) {
            for (Eigen::Index c = 0; c < 3; ++c)
                right(demand.cells[i], c) +=
                    demand.weights[i] * demand.wanted[i][static_cast<std::size_t>(c)];
            right(demand.cells[i], 3) += demand.weights[i];
        }
    for (Eigen::Index f = 0; f < freeCount; ++f)
        right.col(4 + f) = weightsOf(m_demands[free[static_cast<std::size_t>(f)]]);
    GridCholesky::Sides solved = right;
    solve(solved);
    Eigen::MatrixXd result = solved.leftCols(4);
    unknowns.assign(m_demands.size(), {});
    if (freeCount == 0)
        return result;
    const auto weights = right.rightCols(freeCount);
    const auto reach = solved.rightCols(freeCount);
    Eigen::MatrixXd small = -(weights.transpose() * reach);
    Eigen::MatrixXd sides = -(weights.transpose() * solved.leftCols(3));
    for (Eigen::Index f = 0; f < freeCount; ++f) {
        const StrokeDemand& demand = m_demands[free[static_cast<std::size_t>(f)]];
        small(f, f) += kGuessWeight;
        for (std::size_t i = 0; i < demand.cells.size(); ++i) {
            small(f, f) += demand.weights[i];
            for (Eigen::Index c = 0; c < 3; ++c)
                sides(f, c) += demand.weights[i] * demand.wanted[i][static_cast<std::size_t>(c)];
        }
        for (Eigen::Index c = 0; c < 3; ++c)
            sides(f, c) += kGuessWeight * demand.guess[static_cast<std::size_t>(c)];
    }
    const Eigen::MatrixXd found = small.ldlt().solve(sides);
    result.leftCols(3) -= reach * found;
    for (Eigen::Index f = 0; f < freeCount; ++f)
        for (Eigen::Index c = 0; c < 3; ++c)
            unknowns[free[static_cast<std::size_t>(f)]][static_cast<std::size_t>(c)] = found(f, c);
    return result;
}

/// By how much each stroke, and each cell, does not get what it asks for.
void findResiduals(const std::vector<StrokeDemand>& demands,
                   const std::vector<std::array<double, 3>>& unknowns, const Eigen::MatrixXd& delta,
                   StrokeSolution& solution) {
    std::vector<double> squares(solution.influence.size(), 0);
    std::vector<double> weights(solution.influence.size(), 0);
    for (std::size_t k = 0; k < demands.size(); ++k) {
        const StrokeDemand& demand = demands[k];
        double sum = 0;
        double all = 0;
        for (std::size_t i = 0; i < demand.cells.size(); ++i) {
            const auto cell = static_cast<std::size_t>(demand.cells[i]);
            double square = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                const double missing = demand.wanted[i][c] - unknowns[k][c] -
                                       delta(demand.cells[i], static_cast<Eigen::Index>(c));
                square += missing * missing / 3;
            }
            sum += demand.weights[i] * square;
            all += demand.weights[i];
            squares[cell] += demand.weights[i] * square;
            weights[cell] += demand.weights[i];
        }
        solution.residuals[demand.index] = static_cast<float>(std::sqrt(sum / all));
    }
    for (std::size_t cell = 0; cell < squares.size(); ++cell)
        if (weights[cell] > 0)
            solution.contradiction[cell] =
                static_cast<float>(std::sqrt(squares[cell] / weights[cell]));
}

} // namespace

StrokeSolver::StrokeSolver(const Image& picture, const Image& albedo,
                           std::span<const unsigned char> lightless)
    : m_parts(std::make_unique<Parts>(strokeCells(picture, albedo, lightless))) {}

StrokeSolver::~StrokeSolver() = default;
StrokeSolver::StrokeSolver(StrokeSolver&&) noexcept = default;
StrokeSolver& StrokeSolver::operator=(StrokeSolver&&) noexcept = default;

const StrokeGrid& StrokeSolver::grid() const {
    return m_parts->cells.grid;
}

StrokeSolution StrokeSolver::solve(const StrokeSet& set) const {
    checkStrokes(set);
    StrokeEquations equations(m_parts->cells, set);
    StrokeSolution solution;
    if (equations.isNothing())
        return solution;
    const std::size_t count = m_parts->cells.grid.size();
    solution.grid = m_parts->cells.grid;
    solution.residuals.assign(set.strokes.size(), 0.0F);
    solution.contradiction.assign(count, 0.0F);
    solution.influence.assign(count, 0.0F);
    solution.unknown = std::move(equations.unknown());
    for (std::vector<float>& delta : solution.delta)
        delta.assign(count, 0.0F);
    if (equations.demands().empty())
        return solution;
    const StrokeSystem system(m_parts->dissection, m_parts->links, equations.demands());
    std::vector<std::array<double, 3>> unknowns;
    const Eigen::MatrixXd solved = system.solveAll(unknowns);
    for (std::size_t cell = 0; cell < count; ++cell) {
        const auto row = static_cast<Eigen::Index>(cell);
        for (Eigen::Index c = 0; c < 3; ++c)
            solution.delta[static_cast<std::size_t>(c)][cell] = static_cast<float>(solved(row, c));
        solution.influence[cell] =
            static_cast<float>(std::clamp(solved(row, 3), 0.0, 1.0)) * (1 - solution.unknown[cell]);
    }
    findResiduals(equations.demands(), unknowns, solved.leftCols(3), solution);
    return solution;
}

StrokeField StrokeSolver::field(const StrokeSolution& solution) const {
    return {solution, m_parts->cells};
}

std::vector<float> StrokeSolver::spread(const StrokeSet& set, std::size_t index) const {
    checkStrokes(set);
    std::vector<float> spread(m_parts->cells.grid.size(), 0.0F);
    if (index >= set.strokes.size())
        return spread;
    StrokeSet withIt = set;
    withIt.strokes[index].isOn = true;
    StrokeEquations equations(m_parts->cells, withIt);
    if (withIt.strokes[index].kind == StrokeKind::Unknown)
        return equations.unknown();
    const auto demand = std::ranges::find(equations.demands(), index, &StrokeDemand::index);
    if (demand == equations.demands().end())
        return spread;
    const StrokeSystem system(m_parts->dissection, m_parts->links, equations.demands());
    GridCholesky::Sides reach = system.weightsOf(*demand);
    system.solve(reach);
    for (std::size_t cell = 0; cell < spread.size(); ++cell)
        spread[cell] =
            static_cast<float>(std::clamp(reach(static_cast<Eigen::Index>(cell), 0), 0.0, 1.0));
    return spread;
}

} // namespace unlit
