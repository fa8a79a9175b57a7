#include "core/strokes/stroke_cover.h"

#include "core/strokes/stroke_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unlit {

namespace {

constexpr int kFine = 4; ///< places of a cell along each axis

struct Place {
    double x = 0;
    double y = 0;
};

struct Interval {
    double from = 0;
    double to = 0;
};

/// What of the row `y` lies within `radius` of a point.
std::optional<Interval> discRow(Place centre, double radius, double y) {
    const double dy = y - centre.y;
    const double square = radius * radius - dy * dy;
    if (square < 0)
        return {};
    const double half = std::sqrt(square);
    return Interval{centre.x - half, centre.x + half};
}

/// What of the row lies in the band of `radius` to both sides of the part, ends not counted.
std::optional<Interval> bandRow(Place a, Place b, double radius, double y) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length = std::hypot(dx, dy);
    if (length == 0)
        return {};
    Interval row{-1e30, 1e30};
    // low <= slope * x + offset <= high, for the distance along the part and across it
    const auto clip = [&](double slope, double offset, double low, double high) {
        if (slope == 0) {
            if (offset < low || offset > high)
                row.to = row.from - 1;
            return;
        }
        const double first = (low - offset) / slope;
        const double second = (high - offset) / slope;
        row.from = std::max(row.from, std::min(first, second));
        row.to = std::min(row.to, std::max(first, second));
    };
    clip(dx / length, ((y - a.y) * dy - a.x * dx) / length, 0, length);
    clip(-dy / length, ((y - a.y) * dx + a.x * dy) / length, -radius, radius);
    if (row.from > row.to)
        return {};
    return row;
}

/// The part with its round ends is convex: one interval a row.
std::optional<Interval> partRow(Place a, Place b, double radius, double y) {
    std::optional<Interval> row = bandRow(a, b, radius, y);
    for (const Place& end : {a, b})
        if (const auto disc = discRow(end, radius, y))
            row = row ? Interval{std::min(row->from, disc->from), std::max(row->to, disc->to)}
                      : *disc;
    return row;
}

/// Begins and ends of what is covered, row by row of places.
class FineRows {
public:
    explicit FineRows(const StrokeGrid& grid)
        : m_grid(grid), m_width(grid.width * kFine), m_height(grid.height * kFine),
          m_steps(static_cast<std::size_t>(m_width + 1) * static_cast<std::size_t>(m_height), 0),
          m_top(m_height), m_bottom(-1) {}

    /// In units of places; place i has its middle at i + 0.5.
    void add(Place a, Place b, double radius) {
        const double top = std::min(a.y, b.y) - radius - 0.5;
        const double bottom = std::max(a.y, b.y) + radius - 0.5;
        if (bottom < 0 || top > m_height - 1)
            return;
        const int first = static_cast<int>(std::ceil(std::max(top, 0.0)));
        const int last = static_cast<int>(std::floor(std::min(bottom, m_height - 1.0)));
        for (int y = first; y <= last; ++y)
            if (const auto row = partRow(a, b, radius, y + 0.5))
                addRow(y, *row);
    }

    std::vector<float> cover() const {
        std::vector<float> cover(m_grid.size(), 0.0F);
        for (int y = m_top; y <= m_bottom; ++y) {
            const int* steps = m_steps.data() + rowAt(y);
            float* cells = cover.data() + static_cast<std::size_t>(y / kFine) *
                                              static_cast<std::size_t>(m_grid.width);
            int depth = 0;
            for (int x = 0; x < m_width; ++x) {
                depth += steps[x];
                if (depth > 0)
                    cells[x / kFine] += 1.0F / (kFine * kFine);
            }
        }
        return cover;
    }

private:
    std::size_t rowAt(int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width + 1);
    }

    void addRow(int y, Interval row) {
        const double from = std::ceil(row.from - 0.5);
        const double to = std::floor(row.to - 0.5);
        if (to < from || to < 0 || from > m_width - 1)
            return;
        int* steps = m_steps.data() + rowAt(y);
        ++steps[static_cast<int>(std::max(from, 0.0))];
        --steps[static_cast<int>(std::min(to, m_width - 1.0)) + 1];
        m_top = std::min(m_top, y);
        m_bottom = std::max(m_bottom, y);
    }

    const StrokeGrid& m_grid;
    int m_width;
    int m_height;
    std::vector<int> m_steps;
    int m_top;
    int m_bottom;
};

} // namespace

bool touchesPicture(const Stroke& stroke, int width, int height) {
    // As thin as the pixels it goes through, and no less.
    const double radius = std::max<double>(stroke.radius, 0.5);
    for (std::size_t i = 0; i < stroke.points.size(); ++i) {
        const StrokePoint& a = stroke.points[i];
        const StrokePoint& b = stroke.points[std::min(i + 1, stroke.points.size() - 1)];
        if (std::max(a.x, b.x) + radius > 0 && std::min(a.x, b.x) - radius < width &&
            std::max(a.y, b.y) + radius > 0 && std::min(a.y, b.y) - radius < height)
            return true;
    }
    return false;
}

std::vector<float> strokeCover(const Stroke& stroke, int width, int height,
                               const StrokeGrid& grid) {
    // The same shape in places. A grid has the picture's shape but for rounding: one radius.
    const double scaleX = static_cast<double>(grid.width) * kFine / width;
    const double scaleY = static_cast<double>(grid.height) * kFine / height;
    const double radius = std::max(stroke.radius * std::sqrt(scaleX * scaleY), kFine / 2.0);
    const double near = std::max(radius, double{kFine}) / 16;
    FineRows rows(grid);
    std::optional<Place> before;
    Place last;
    for (const StrokePoint& point : stroke.points) {
        last = {point.x * scaleX, point.y * scaleY};
        if (before && std::hypot(last.x - before->x, last.y - before->y) < near)
            continue;
        rows.add(before.value_or(last), last, radius);
        before = last;
    }
    return rows.cover();
}

} // namespace unlit
