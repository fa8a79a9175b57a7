#include "core/runs/run_series.h"

#include <algorithm>
#include <utility>

namespace unlit::runs {

void RunSeries::append(const train::MetricRow& row) {
    if (!m_steps.empty() && row.step < m_steps.back())
        restartAt(row.step);
    if (m_steps.empty() || row.step > m_steps.back())
        beginRow(row);
    const auto index = static_cast<std::uint32_t>(m_steps.size() - 1);
    for (const train::Scalar& scalar : row.scalars) {
        const auto known = m_tags.find(scalar.tag);
        TagSeries& series =
            known != m_tags.end() ? known->second : m_tags.try_emplace(scalar.tag).first->second;
        if (!series.rows.empty() && series.rows.back() == index) { // told again: the last one holds
            series.rows.pop_back();
            series.values.truncate(series.rows.size());
        }
        series.rows.push_back(index);
        series.values.append(scalar.value);
    }
}

/// Since the row before, of which the new one's step is the next.
double RunSeries::secondsBefore(const train::MetricRow& row) const {
    const double passed = std::max(0.0, row.time - m_clocks.back());
    const auto own = std::ranges::find(row.scalars, "time/step", &train::Scalar::tag);
    const bool isNext = row.step == m_steps.back() + 1;
    if (!isNext || own == row.scalars.end() || !(own->value >= 0))
        return passed;
    return std::min(passed, own->value);
}

void RunSeries::beginRow(const train::MetricRow& row) {
    if (m_steps.empty())
        m_startTime = row.time;
    const auto index = static_cast<std::uint32_t>(m_steps.size());
    m_times.push_back(m_times.empty() ? 0 : m_times.back() + secondsBefore(row));
    m_clocks.push_back(m_clocks.empty() ? row.time : std::max(m_clocks.back(), row.time));
    m_steps.push_back(row.step);
    if (m_epochs.empty() || row.epoch > m_epochs.back().epoch)
        m_epochs.push_back({row.epoch, index});
    if (std::exchange(m_isAfterSeam, false) && index > 0)
        m_seams.push_back(index);
}

void RunSeries::restartAt(std::int64_t step) {
    truncate(static_cast<std::size_t>(std::ranges::lower_bound(m_steps, step) - m_steps.begin()));
    m_isAfterSeam = true;
}

void RunSeries::clear() {
    truncate(0);
    m_tags.clear();
    m_isAfterSeam = false;
}

void RunSeries::truncate(std::size_t rows) {
    if (rows >= m_steps.size())
        return;
    ++m_generation;
    m_steps.resize(rows);
    m_times.resize(rows);
    m_clocks.resize(rows);
    const auto isGone = [rows](std::uint32_t row) { return row >= rows; };
    std::erase_if(m_epochs, [&](const EpochStart& start) { return isGone(start.row); });
    std::erase_if(m_seams, isGone);
    for (auto& [tag, series] : m_tags) {
        series.rows.erase(std::ranges::lower_bound(series.rows, static_cast<std::uint32_t>(rows)),
                          series.rows.end());
        series.values.truncate(series.rows.size());
    }
}

double RunSeries::epochAt(std::size_t row) const {
    const auto after = std::ranges::upper_bound(m_epochs, row, {}, &EpochStart::row);
    if (after == m_epochs.begin())
        return 0;
    const EpochStart& start = *(after - 1);
    std::size_t length = m_steps.size() - start.row;
    if (after != m_epochs.end())
        length = after->row - start.row;
    else if (after - m_epochs.begin() >= 2)
        length = std::max(length, static_cast<std::size_t>(start.row - (after - 2)->row));
    return static_cast<double>(start.epoch - 1) +
           static_cast<double>(row - start.row) / static_cast<double>(length);
}

double RunSeries::xAt(std::size_t row, XAxis axis) const {
    switch (axis) {
    case XAxis::Step:
        return static_cast<double>(m_steps[row]);
    case XAxis::Time:
        return m_times[row];
    case XAxis::Epoch:
        break;
    }
    return epochAt(row);
}

std::size_t RunSeries::rowFrom(double x, XAxis axis) const {
    std::size_t low = 0;
    std::size_t high = m_steps.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (xAt(middle, axis) < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::vector<std::string> RunSeries::tags() const {
    std::vector<std::string> names;
    for (const auto& [tag, series] : m_tags)
        if (!series.rows.empty())
            names.push_back(tag);
    return names;
}

const TagSeries* RunSeries::find(std::string_view tag) const {
    const auto found = m_tags.find(tag);
    return found == m_tags.end() ? nullptr : &found->second;
}

std::size_t RunSeries::bytes() const {
    std::size_t sum = m_steps.capacity() * sizeof(std::int64_t) +
                      (m_times.capacity() + m_clocks.capacity()) * sizeof(double);
    for (const auto& [tag, series] : m_tags)
        sum += series.values.bytes() + series.rows.capacity() * sizeof(std::uint32_t);
    return sum;
}

} // namespace unlit::runs
