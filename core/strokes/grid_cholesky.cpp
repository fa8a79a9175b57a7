#include "core/strokes/grid_cholesky.h"

#include "core/base/error.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace unlit {

namespace {

constexpr int kLargestLeaf = 24; ///< cells

using Front = GridDissection::Front;
using Block = Eigen::MatrixXd;
using BlockMap = Eigen::Map<Block>;
using ConstBlockMap = Eigen::Map<const Block>;

Eigen::Index ownCount(const Front& front) {
    return static_cast<Eigen::Index>(front.own.size());
}

Eigen::Index borderCount(const Front& front) {
    return static_cast<Eigen::Index>(front.border.size());
}

/// The fronts one after the other; what children leave for their parents waits on a stack.
class FrontFactors {
public:
    FrontFactors(const GridDissection& dissection, const StrokeLinks& links,
                 std::span<const double> added, std::vector<double>& factor)
        : m_dissection(dissection), m_links(links), m_added(added), m_factor(factor),
          m_places(dissection.size(), -1) {}

    void make() {
        m_factor.resize(m_dissection.factorSize());
        for (const Front& front : m_dissection.fronts())
            make(front);
    }

private:
    void make(const Front& front) {
        const Eigen::Index own = ownCount(front);
        const Eigen::Index border = borderCount(front);
        m_block.setZero(own + border, own + border);
        addCells(front);
        for (const int child : {1, 0}) // the last one that was left is on top
            if (front.children[child] >= 0)
                addChild(front.places[child]);
        BlockMap diagonal(m_factor.data() + front.factorAt, own, own);
        diagonal = m_block.topLeftCorner(own, own);
        Eigen::LLT<Eigen::Ref<Block>> llt(diagonal);
        if (llt.info() != Eigen::Success)
            throw Error::internal("the equations of strokes could not be solved");
        BlockMap below(m_factor.data() + front.factorAt + own * own, border, own);
        below = m_block.bottomLeftCorner(border, own);
        if (border > 0)
            llt.matrixL().transpose().solveInPlace<Eigen::OnTheRight>(below);
        Block left = m_block.bottomRightCorner(border, border);
        if (border > 0)
            left.selfadjointView<Eigen::Lower>().rankUpdate(below, -1);
        m_left.push_back(std::move(left));
    }

    /// The lower triangle of the equations of the front's own cells.
    void addCells(const Front& front) {
        int place = 0;
        for (const std::vector<int>* cells : {&front.own, &front.border})
            for (const int cell : *cells)
                m_places[static_cast<std::size_t>(cell)] = place++;
        for (std::size_t column = 0; column < front.own.size(); ++column)
            addCell(front.own[column], static_cast<Eigen::Index>(column));
        for (const std::vector<int>* cells : {&front.own, &front.border})
            for (const int cell : *cells)
                m_places[static_cast<std::size_t>(cell)] = -1;
    }

    void addCell(int cell, Eigen::Index column) {
        const auto at = static_cast<std::size_t>(cell);
        const auto width = static_cast<std::size_t>(m_dissection.width());
        double diagonal = double{m_links.hold[at]} + m_added[at];
        const auto link = [&](std::size_t other, double weight) {
            diagonal += weight;
            const Eigen::Index row = m_places[other];
            if (row > column)
                m_block(row, column) -= weight;
        };
        if (m_links.right[at] > 0)
            link(at + 1, double{m_links.right[at]});
        if (at % width > 0 && m_links.right[at - 1] > 0)
            link(at - 1, double{m_links.right[at - 1]});
        if (m_links.down[at] > 0)
            link(at + width, double{m_links.down[at]});
        if (at >= width && m_links.down[at - width] > 0)
            link(at - width, double{m_links.down[at - width]});
        m_block(column, column) += diagonal;
    }

    void addChild(const std::vector<int>& places) {
        const Block& left = m_left.back();
        for (Eigen::Index j = 0; j < left.cols(); ++j)
            for (Eigen::Index i = j; i < left.rows(); ++i) {
                const int a = places[static_cast<std::size_t>(i)];
                const int b = places[static_cast<std::size_t>(j)];
                m_block(std::max(a, b), std::min(a, b)) += left(i, j);
            }
        m_left.pop_back();
    }

    const GridDissection& m_dissection;
    const StrokeLinks& m_links;
    std::span<const double> m_added;
    std::vector<double>& m_factor;
    std::vector<int> m_places; ///< of each cell in the front at hand; -1 = not in it
    Block m_block;
    std::vector<Block> m_left;
};

} // namespace

GridDissection::GridDissection(int width, int height)
    : m_width(width), m_height(height),
      m_size(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    part(0, 0, width, height);
    findPlaces();
}

int GridDissection::part(int left, int top, int right, int bottom) {
    const int width = right - left;
    const int height = bottom - top;
    if (width <= 0 || height <= 0)
        return -1;
    Front front;
    const auto add = [this](std::vector<int>& cells, int x0, int y0, int x1, int y1) {
        for (int y = std::max(y0, 0); y < std::min(y1, m_height); ++y)
            for (int x = std::max(x0, 0); x < std::min(x1, m_width); ++x)
                cells.push_back(y * m_width + x);
    };
    add(front.border, left, top - 1, right, top);
    add(front.border, left, bottom, right, bottom + 1);
    add(front.border, left - 1, top, left, bottom);
    add(front.border, right, top, right + 1, bottom);
    if (width * height <= kLargestLeaf) {
        add(front.own, left, top, right, bottom);
    } else if (width >= height) {
        const int middle = (left + right) / 2;
        front.children[0] = part(left, top, middle, bottom);
        front.children[1] = part(middle + 1, top, right, bottom);
        add(front.own, middle, top, middle + 1, bottom);
    } else {
        const int middle = (top + bottom) / 2;
        front.children[0] = part(left, top, right, middle);
        front.children[1] = part(left, middle + 1, right, bottom);
        add(front.own, left, middle, right, middle + 1);
    }
    front.factorAt = m_factorSize;
    m_factorSize += front.own.size() * (front.own.size() + front.border.size());
    m_fronts.push_back(std::move(front));
    return static_cast<int>(m_fronts.size()) - 1;
}

void GridDissection::findPlaces() {
    std::vector<int> places(m_size, -1);
    for (Front& front : m_fronts) {
        int place = 0;
        for (const std::vector<int>* cells : {&front.own, &front.border})
            for (const int cell : *cells)
                places[static_cast<std::size_t>(cell)] = place++;
        for (const int child : {0, 1})
            if (front.children[child] >= 0)
                for (const int cell :
                     m_fronts[static_cast<std::size_t>(front.children[child])].border)
                    front.places[child].push_back(places[static_cast<std::size_t>(cell)]);
    }
}

GridCholesky::GridCholesky(const GridDissection& dissection, const StrokeLinks& links,
                           std::span<const double> added)
    : m_dissection(dissection) {
    FrontFactors(dissection, links, added, m_factor).make();
}

void GridCholesky::solve(Sides& sides) const {
    Sides own;
    Sides border;
    const auto take = [&sides](const std::vector<int>& cells, Sides& rows) {
        rows.resize(static_cast<Eigen::Index>(cells.size()), sides.cols());
        for (std::size_t i = 0; i < cells.size(); ++i)
            rows.row(static_cast<Eigen::Index>(i)) = sides.row(cells[i]);
    };
    const auto put = [&sides](const std::vector<int>& cells, const Sides& rows) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            sides.row(cells[i]) = rows.row(static_cast<Eigen::Index>(i));
    };
    const auto diagonalOf = [this](const Front& front) {
        return ConstBlockMap(m_factor.data() + front.factorAt, ownCount(front), ownCount(front));
    };
    const auto belowOf = [this](const Front& front) {
        return ConstBlockMap(m_factor.data() + front.factorAt + front.own.size() * front.own.size(),
                             borderCount(front), ownCount(front));
    };
    const std::vector<Front>& fronts = m_dissection.fronts();
    for (const Front& front : fronts) {
        take(front.own, own);
        diagonalOf(front).triangularView<Eigen::Lower>().solveInPlace(own);
        put(front.own, own);
        if (front.border.empty())
            continue;
        take(front.border, border);
        border.noalias() -= belowOf(front) * own;
        put(front.border, border);
    }
    for (std::size_t i = fronts.size(); i-- > 0;) {
        const Front& front = fronts[i];
        take(front.own, own);
        if (!front.border.empty()) {
            take(front.border, border);
            own.noalias() -= belowOf(front).transpose() * border;
        }
        diagonalOf(front).transpose().triangularView<Eigen::Upper>().solveInPlace(own);
        put(front.own, own);
    }
}

} // namespace unlit
