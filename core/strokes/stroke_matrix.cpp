#include "core/strokes/stroke_matrix.h"

#include <algorithm>

namespace unlit {

namespace {

constexpr int kSmallestPart = 3; ///< cells a side, that are no longer parted

class Dissection {
public:
    explicit Dissection(const StrokeGrid& grid) : m_width(grid.width), m_rows(grid.size(), 0) {
        part(0, 0, grid.width, grid.height);
    }

    std::vector<int> take() { return std::move(m_rows); }

private:
    void part(int left, int top, int right, int bottom) {
        const int width = right - left;
        const int height = bottom - top;
        if (width <= 0 || height <= 0)
            return;
        if (width <= kSmallestPart && height <= kSmallestPart) {
            number(left, top, right, bottom);
            return;
        }
        if (width >= height) {
            const int middle = (left + right) / 2;
            part(left, top, middle, bottom);
            part(middle + 1, top, right, bottom);
            number(middle, top, middle + 1, bottom);
        } else {
            const int middle = (top + bottom) / 2;
            part(left, top, right, middle);
            part(left, middle + 1, right, bottom);
            number(left, middle, right, middle + 1);
        }
    }

    void number(int left, int top, int right, int bottom) {
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x)
                m_rows[static_cast<std::size_t>(y * m_width + x)] = m_next++;
    }

    int m_width;
    int m_next = 0;
    std::vector<int> m_rows;
};

} // namespace

std::vector<int> dissectionRows(const StrokeGrid& grid) {
    return Dissection(grid).take();
}

StrokeMatrix baseMatrix(const StrokeGrid& grid, const StrokeLinks& links,
                        const std::vector<int>& rows) {
    const std::size_t count = grid.size();
    std::vector<double> diagonal(count, 0);
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(3 * count);
    const auto connect = [&](std::size_t a, std::size_t b, float link) {
        if (link <= 0)
            return;
        diagonal[a] += double{link};
        diagonal[b] += double{link};
        entries.emplace_back(std::max(rows[a], rows[b]), std::min(rows[a], rows[b]), -double{link});
    };
    for (std::size_t i = 0; i < count; ++i) {
        diagonal[i] += double{links.hold[i]};
        connect(i, i + 1, links.right[i]);
        connect(i, i + static_cast<std::size_t>(grid.width), links.down[i]);
    }
    for (std::size_t i = 0; i < count; ++i)
        entries.emplace_back(rows[i], rows[i], diagonal[i]);
    const auto size = static_cast<Eigen::Index>(count);
    StrokeMatrix matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

} // namespace unlit
