#include "core/runs/min_max_pyramid.h"

#include <algorithm>
#include <cmath>

namespace unlit::runs {

void Extremes::add(double value, std::uint32_t index) {
    if (!std::isfinite(value))
        return;
    if (value < least) {
        least = value;
        leastAt = index;
    }
    if (value > most) {
        most = value;
        mostAt = index;
    }
}

void Extremes::add(const Extremes& later) {
    if (later.least < least) {
        least = later.least;
        leastAt = later.leastAt;
    }
    if (later.most > most) {
        most = later.most;
        mostAt = later.mostAt;
    }
}

Extremes MinMaxPyramid::ofValues(std::size_t first, std::size_t last) const {
    Extremes extremes;
    for (std::size_t i = first; i < last; ++i)
        extremes.add(m_values[i], static_cast<std::uint32_t>(i));
    return extremes;
}

void MinMaxPyramid::append(double value) {
    if (!std::isfinite(value))
        m_notFinite.push_back(static_cast<std::uint32_t>(m_values.size()));
    m_values.push_back(value);
    std::size_t whole = m_values.size();
    for (std::size_t level = 0; whole % kFan == 0; ++level) {
        whole /= kFan;
        addNode(level, whole - 1);
    }
}

/// The node of a group that has just become whole.
void MinMaxPyramid::addNode(std::size_t level, std::size_t index) {
    if (level == m_levels.size())
        m_levels.emplace_back();
    Extremes node;
    if (level == 0) {
        node = ofValues(index * kFan, (index + 1) * kFan);
    } else {
        const std::vector<Extremes>& below = m_levels[level - 1];
        for (std::size_t i = index * kFan; i < (index + 1) * kFan; ++i)
            node.add(below[i]);
    }
    m_levels[level].push_back(node);
}

void MinMaxPyramid::truncate(std::size_t size) {
    if (size >= m_values.size())
        return;
    m_values.resize(size);
    ++m_generation;
    std::size_t whole = size;
    for (std::vector<Extremes>& level : m_levels) {
        whole /= kFan;
        level.resize(std::min(level.size(), whole));
    }
    m_notFinite.erase(std::ranges::lower_bound(m_notFinite, static_cast<std::uint32_t>(size)),
                      m_notFinite.end());
}

Extremes MinMaxPyramid::range(std::size_t first, std::size_t last) const {
    last = std::min(last, m_values.size());
    Extremes extremes;
    // Up from the left as far as whole groups allow, then down again: always in order.
    std::size_t at = first;
    std::size_t level = 0; // 0 = the numbers, n = m_levels[n - 1]
    std::size_t width = 1;
    while (at < last) {
        while (level < m_levels.size() && at % (width * kFan) == 0 && at + width * kFan <= last) {
            ++level;
            width *= kFan;
        }
        while (level > 0 && at + width > last) {
            --level;
            width /= kFan;
        }
        if (level == 0)
            extremes.add(m_values[at], static_cast<std::uint32_t>(at));
        else
            extremes.add(m_levels[level - 1][at / width]);
        at += width;
    }
    return extremes;
}

std::size_t MinMaxPyramid::bytes() const {
    std::size_t sum =
        m_values.capacity() * sizeof(double) + m_notFinite.capacity() * sizeof(std::uint32_t);
    for (const std::vector<Extremes>& level : m_levels)
        sum += level.capacity() * sizeof(Extremes);
    return sum;
}

} // namespace unlit::runs
