// A direct solver for equations on a grid of cells whose neighbours hang together: Cholesky's
// factor by fronts, one for each part of a nested dissection, so that nearly all work is in small
// dense matrices.
// Source: George, "Nested dissection of a regular finite element mesh", 1973; Duff, Reid, "The
// multifrontal solution of indefinite sparse symmetric linear equations", 1983.
#pragma once

#include "core/strokes/stroke_links.h"

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace unlit {

/// How a grid is taken apart: depends on its size alone.
class GridDissection {
public:
    GridDissection(int width, int height);

    struct Front {
        std::vector<int> own;    ///< cells that are eliminated here
        std::vector<int> border; ///< cells beside them and their children's that come later
        int children[2] = {-1, -1};
        /// Of each child: where its border stands among own and then border.
        std::vector<int> places[2];
        std::size_t factorAt = 0; ///< own × own, then border × own
    };

    int width() const { return m_width; }

    /// Children before their parents.
    const std::vector<Front>& fronts() const { return m_fronts; }

    std::size_t factorSize() const { return m_factorSize; } ///< numbers

    std::size_t size() const { return m_size; } ///< cells

private:
    int part(int left, int top, int right, int bottom);
    void findPlaces();

    int m_width;
    int m_height;
    std::size_t m_size;
    std::size_t m_factorSize = 0;
    std::vector<Front> m_fronts;
};

/// The factor of Σ links (x_i - x_j)² + Σ (hold_i + added_i) x_i². Immutable; any thread.
class GridCholesky {
public:
    /// A row a cell, a column a right side.
    using Sides = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    /// `dissection` outlives it. Throws Error::internal where the equations are not definite.
    GridCholesky(const GridDissection& dissection, const StrokeLinks& links,
                 std::span<const double> added);

    /// In place.
    void solve(Sides& sides) const;

private:
    const GridDissection& m_dissection;
    std::vector<double> m_factor;
};

} // namespace unlit
