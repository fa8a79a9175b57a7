#include "ui/plots/column_bars.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::ui {

namespace {

constexpr double kBeyondPx = 1;

class Columns {
public:
    explicit Columns(int count) : m_bars(static_cast<std::size_t>(std::max(0, count))) {}

    /// From `a` to `b`, which does not lie before it.
    void addSegment(const QPointF& a, const QPointF& b) {
        const double from = std::floor(a.x());
        const double to = std::floor(b.x());
        if (to < 0 || from >= static_cast<double>(m_bars.size()))
            return;
        if (from == to) {
            add(from, a.y(), b.y());
            return;
        }
        const double slope = (b.y() - a.y()) / (b.x() - a.x());
        const double last = std::min(to, static_cast<double>(m_bars.size()) - 1);
        double column = std::max(from, 0.0);
        double y = column == from ? a.y() : yAt(a, slope, column);
        for (; column <= last; ++column) {
            const double next = column == to ? b.y() : yAt(a, slope, column + 1);
            add(column, y, next);
            y = next;
        }
    }

    std::vector<ColumnBar> within(double top, double bottom) const {
        std::vector<ColumnBar> bars;
        bars.reserve(m_bars.size());
        for (std::size_t i = 0; i < m_bars.size(); ++i) {
            const Bar& bar = m_bars[i];
            if (bar.top <= bar.bottom && bar.top <= bottom && bar.bottom >= top)
                bars.push_back(
                    {static_cast<int>(i), std::max(bar.top, top), std::min(bar.bottom, bottom)});
        }
        return bars;
    }

private:
    struct Bar {
        double top = std::numeric_limits<double>::infinity();
        double bottom = -std::numeric_limits<double>::infinity();
    };

    /// Where the line through `a` enters the column.
    static double yAt(const QPointF& a, double slope, double column) {
        return a.y() + slope * (column - a.x());
    }

    void add(double column, double from, double to) {
        Bar& bar = m_bars[static_cast<std::size_t>(column)];
        bar.top = std::min({bar.top, from, to});
        bar.bottom = std::max({bar.bottom, from, to});
    }

    std::vector<Bar> m_bars;
};

} // namespace

std::vector<ColumnBar> columnBars(std::span<const QPointF> line, const QSize& area) {
    Columns columns(area.width());
    if (line.size() == 1)
        columns.addSegment(line.front(), line.front());
    for (std::size_t i = 1; i < line.size(); ++i)
        columns.addSegment(line[i - 1], line[i]);
    return columns.within(-kBeyondPx, area.height() + kBeyondPx);
}

void paintBars(QImage& picture, std::span<const ColumnBar> bars, const QColor& color, int breadth) {
    const QRgb value = qPremultiply(color.rgba());
    const auto perRow = picture.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* pixels = reinterpret_cast<QRgb*>(picture.bits());
    const int height = picture.height();
    for (const ColumnBar& bar : bars) {
        const int from = std::clamp(static_cast<int>(std::lround(bar.top)), 0, height);
        const int least = std::clamp(static_cast<int>(std::lround(bar.top)) + breadth, 0, height);
        const int to = std::clamp(static_cast<int>(std::lround(bar.bottom)), least, height);
        const int end = std::min(bar.column + breadth, picture.width());
        for (int column = bar.column; column < end; ++column)
            for (int y = from; y < to; ++y)
                pixels[y * perRow + column] = value;
    }
}

} // namespace unlit::ui
