#include "core/runs/series_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::runs {

namespace {

class Sampler {
public:
    Sampler(const RunSeries& run, const TagSeries& tag, const MinMaxPyramid& values, XAxis axis)
        : m_run(run), m_tag(tag), m_values(values), m_axis(axis),
          m_size(std::min(tag.rows.size(), values.size())) {}

    void addColumn(std::size_t first, std::size_t last) {
        if (last - first <= 2) {
            for (std::size_t i = first; i < last; ++i)
                addValue(i);
            return;
        }
        const Extremes extremes = m_values.range(first, last);
        if (!extremes.hasAny())
            return;
        addValue(std::min(extremes.leastAt, extremes.mostAt));
        if (extremes.leastAt != extremes.mostAt)
            addValue(std::max(extremes.leastAt, extremes.mostAt));
    }

    void addBefore(std::size_t index) {
        for (std::size_t i = std::min(index, m_size); i-- > 0;)
            if (std::isfinite(m_values[i]))
                return addValue(i);
    }

    void addFrom(std::size_t index) {
        for (std::size_t i = index; i < m_size; ++i)
            if (std::isfinite(m_values[i]))
                return addValue(i);
    }

    std::vector<PlotPoint> points;

private:
    void addValue(std::size_t index) {
        if (std::isfinite(m_values[index]))
            points.push_back({m_run.xAt(m_tag.rows[index], m_axis), m_values[index]});
    }

    const RunSeries& m_run;
    const TagSeries& m_tag;
    const MinMaxPyramid& m_values;
    XAxis m_axis;
    std::size_t m_size;
};

} // namespace

std::size_t indexFrom(const RunSeries& run, const TagSeries& tag, double x, XAxis axis,
                      std::size_t guess) {
    const std::size_t size = tag.rows.size();
    const auto isBefore = [&](std::size_t i) { return run.xAt(tag.rows[i], axis) < x; };
    std::size_t low = 0; // everything below is before x
    std::size_t high = size;
    // Steps that double from the guess on: neighbouring columns lie near each other.
    guess = std::min(guess, size);
    for (std::size_t step = 1; low < high; step *= 2) {
        if (guess < size && isBefore(guess)) {
            low = guess + 1;
            if (guess + step >= high)
                break;
            guess += step;
        } else {
            high = guess;
            if (low + step >= guess)
                break;
            guess -= step;
        }
        if (guess <= low || guess >= high)
            break;
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::vector<PlotPoint> samplePoints(const RunSeries& run, const TagSeries& tag,
                                    const MinMaxPyramid& values, XAxis axis,
                                    std::span<const double> edges) {
    Sampler sampler(run, tag, values, axis);
    if (edges.size() < 2)
        return {};
    const std::size_t size = std::min(tag.rows.size(), values.size());
    const std::size_t columns = edges.size() - 1;
    std::size_t first = std::min(indexFrom(run, tag, edges.front(), axis), size);
    sampler.points.reserve(2 * columns + 2);
    sampler.addBefore(first);
    std::size_t width = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t last =
            std::min(indexFrom(run, tag, edges[column + 1], axis, first + width), size);
        sampler.addColumn(first, last);
        width = last - first;
        first = last;
    }
    sampler.addFrom(first);
    return std::move(sampler.points);
}

} // namespace unlit::runs
