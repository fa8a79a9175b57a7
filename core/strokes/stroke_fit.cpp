#include "core/strokes/stroke_fit.h"

#include <algorithm>
#include <array>

namespace unlit {

namespace {

constexpr int kFitReach = 4;          ///< cells to each side
constexpr int kBoundReach = 2;        ///< likewise, of the corrections that bound a fit
constexpr double kFitRidge = 3e-5;    ///< squared units of the guide
constexpr std::size_t kGuideSums = 9; ///< three means, six products
constexpr std::size_t kValueSums = 4; ///< of a channel: its mean, its products with the guide

using CellPlane = std::vector<float>;

/// Means over windows, cut off at the borders, in one order of sums everywhere.
class WindowMeans {
public:
    explicit WindowMeans(const StrokeGrid& grid)
        : m_width(grid.width), m_height(grid.height), m_rows(grid.size()),
          m_sums(static_cast<std::size_t>(grid.width)) {}

    void apply(CellPlane& plane) {
        for (int y = 0; y < m_height; ++y)
            alongRow(plane.data() + y * m_width, m_rows.data() + y * m_width);
        std::ranges::fill(m_sums, 0.0);
        for (int y = 0; y < std::min(kFitReach, m_height); ++y)
            addRow(y, 1);
        for (int y = 0; y < m_height; ++y) {
            if (y + kFitReach < m_height)
                addRow(y + kFitReach, 1);
            if (y - kFitReach - 1 >= 0)
                addRow(y - kFitReach - 1, -1);
            const int count =
                std::min(y + kFitReach, m_height - 1) - std::max(y - kFitReach, 0) + 1;
            for (int x = 0; x < m_width; ++x)
                plane[static_cast<std::size_t>(y * m_width + x)] =
                    static_cast<float>(m_sums[static_cast<std::size_t>(x)] / count);
        }
    }

private:
    void alongRow(const float* from, float* to) const {
        double sum = 0;
        for (int x = 0; x < std::min(kFitReach, m_width); ++x)
            sum += double{from[x]};
        for (int x = 0; x < m_width; ++x) {
            if (x + kFitReach < m_width)
                sum += double{from[x + kFitReach]};
            if (x - kFitReach - 1 >= 0)
                sum -= double{from[x - kFitReach - 1]};
            const int count = std::min(x + kFitReach, m_width - 1) - std::max(x - kFitReach, 0) + 1;
            to[x] = static_cast<float>(sum / count);
        }
    }

    void addRow(int y, double sign) {
        const float* row = m_rows.data() + y * m_width;
        for (int x = 0; x < m_width; ++x)
            m_sums[static_cast<std::size_t>(x)] += sign * double{row[x]};
    }

    int m_width;
    int m_height;
    CellPlane m_rows;
    std::vector<double> m_sums;
};

/// Of a symmetric matrix: 00, 01, 02, 11, 12, 22.
using Symmetric = std::array<double, 6>;

/// Inverse of a matrix that its ridge keeps positive.
Symmetric inverseOf(const Symmetric& m) {
    const double a = m[3] * m[5] - m[4] * m[4];
    const double b = m[2] * m[4] - m[1] * m[5];
    const double c = m[1] * m[4] - m[2] * m[3];
    const double scale = 1 / (m[0] * a + m[1] * b + m[2] * c);
    return {a * scale,
            b * scale,
            c * scale,
            (m[0] * m[5] - m[2] * m[2]) * scale,
            (m[1] * m[2] - m[0] * m[4]) * scale,
            (m[0] * m[3] - m[1] * m[1]) * scale};
}

std::array<double, 3> times(const Symmetric& m, const std::array<double, 3>& v) {
    return {m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[1] * v[0] + m[3] * v[1] + m[4] * v[2],
            m[2] * v[0] + m[4] * v[1] + m[5] * v[2]};
}

float centred(const StrokeCells& cells, std::size_t channel, std::size_t cell) {
    return cells.guide[channel][cell] - kStrokeGuideCentre;
}

/// Means of guide and products of it in every window.
std::array<CellPlane, kGuideSums> guideMeans(const StrokeCells& cells, WindowMeans& windows) {
    std::array<CellPlane, kGuideSums> sums;
    std::size_t square = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        sums[i].resize(cells.grid.size());
        for (std::size_t cell = 0; cell < sums[i].size(); ++cell)
            sums[i][cell] = centred(cells, i, cell);
        for (std::size_t j = i; j < 3; ++j, ++square) {
            sums[square].resize(cells.grid.size());
            for (std::size_t cell = 0; cell < sums[square].size(); ++cell)
                sums[square][cell] = centred(cells, i, cell) * centred(cells, j, cell);
        }
    }
    for (CellPlane& plane : sums)
        windows.apply(plane);
    return sums;
}

std::array<CellPlane, kValueSums> valueMeans(const StrokeCells& cells, const CellPlane& value,
                                             WindowMeans& windows) {
    std::array<CellPlane, kValueSums> sums;
    sums[0] = value;
    for (std::size_t i = 0; i < 3; ++i) {
        sums[i + 1].resize(value.size());
        for (std::size_t cell = 0; cell < value.size(); ++cell)
            sums[i + 1][cell] = value[cell] * centred(cells, i, cell);
    }
    for (CellPlane& plane : sums)
        windows.apply(plane);
    return sums;
}

/// The least, or with isMost the largest, value within kBoundReach cells.
CellPlane boundOf(const CellPlane& value, const StrokeGrid& grid, bool isMost) {
    CellPlane rows = value;
    CellPlane result = value;
    const auto pick = [isMost](float a, float b) {
        return isMost ? std::max(a, b) : std::min(a, b);
    };
    const auto pass = [&](const CellPlane& from, CellPlane& to, int dx, int dy) {
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x) {
                float& bound = to[static_cast<std::size_t>(y * grid.width + x)];
                for (int step = -kBoundReach; step <= kBoundReach; ++step) {
                    const int column = std::clamp(x + step * dx, 0, grid.width - 1);
                    const int row = std::clamp(y + step * dy, 0, grid.height - 1);
                    bound = pick(bound, from[static_cast<std::size_t>(row * grid.width + column)]);
                }
            }
    };
    pass(value, rows, 1, 0);
    pass(rows, result, 0, 1);
    return result;
}

} // namespace

std::vector<float> fitStrokes(const StrokeSolution& solution, const StrokeCells& cells) {
    WindowMeans windows(cells.grid);
    const auto guide = guideMeans(cells, windows);
    const std::size_t count = cells.grid.size();
    std::vector<Symmetric> inverses(count);
    for (std::size_t cell = 0; cell < count; ++cell) {
        Symmetric covariance{};
        std::size_t square = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++square)
                covariance[square] = double{guide[3 + square][cell]} -
                                     double{guide[i][cell]} * double{guide[j][cell]} +
                                     (i == j ? kFitRidge : 0);
        inverses[cell] = inverseOf(covariance);
    }
    std::vector<float> nodes(count * kStrokeFitNumbers);
    const auto put = [&](std::size_t channel, std::size_t number, const CellPlane& plane) {
        for (std::size_t cell = 0; cell < count; ++cell)
            nodes[cell * kStrokeFitNumbers + channel * kStrokeChannelNumbers + number] =
                plane[cell];
    };
    std::array<CellPlane, 4> fits;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto value = valueMeans(cells, solution.delta[c], windows);
        for (CellPlane& fit : fits)
            fit.resize(count);
        for (std::size_t cell = 0; cell < count; ++cell) {
            const double mean = double{value[0][cell]};
            std::array<double, 3> shared{};
            for (std::size_t i = 0; i < 3; ++i)
                shared[i] = double{value[i + 1][cell]} - mean * double{guide[i][cell]};
            const std::array<double, 3> slope = times(inverses[cell], shared);
            double offset = mean;
            for (std::size_t i = 0; i < 3; ++i) {
                fits[i][cell] = static_cast<float>(slope[i]);
                offset -= slope[i] * double{guide[i][cell]};
            }
            fits[3][cell] = static_cast<float>(offset);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            windows.apply(fits[i]);
            put(c, i, fits[i]);
        }
        put(c, 4, boundOf(solution.delta[c], cells.grid, false));
        put(c, 5, boundOf(solution.delta[c], cells.grid, true));
    }
    return nodes;
}

} // namespace unlit
