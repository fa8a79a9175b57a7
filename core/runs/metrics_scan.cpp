#include "core/runs/metrics_scan.h"

#include "core/config/metric_names.h"
#include "core/runs/metric_tag.h"
#include "core/runs/metrics_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace unlit::runs {

namespace {

constexpr std::size_t kMostLineBytes = std::size_t{64} << 20;

bool isBetter(double value, double than, config::MetricGoal goal) {
    return goal == config::MetricGoal::Minimize ? value < than : value > than;
}

/// Of all lines, without reading them as rows.
double stepSecondsIn(std::string_view lines) {
    constexpr std::string_view kKey = "\"time/step\":";
    double sum = 0;
    for (std::size_t at = lines.find(kKey); at != std::string_view::npos;
         at = lines.find(kKey, at)) {
        at += kKey.size();
        double seconds = 0;
        std::from_chars(lines.data() + at, lines.data() + lines.size(), seconds);
        sum += std::isfinite(seconds) && seconds > 0 ? seconds : 0;
    }
    return sum;
}

} // namespace

void RunProgress::add(const train::MetricRow& row) {
    if (!hasRows) {
        startTime = row.time;
        lastTime = row.time;
    }
    hasRows = true;
    step = row.step;
    epoch = row.epoch;
    lastTime = std::max(lastTime, row.time);
    for (const train::Scalar& scalar : row.scalars) {
        if (!scalar.tag.starts_with("val/") || !std::isfinite(scalar.value))
            continue;
        const auto goal = config::goalOfFigure(scalar.tag);
        if (!goal)
            continue;
        const auto [known, isNew] =
            m_best.try_emplace(scalar.tag, BestValue{scalar.tag, scalar.value, row.step});
        if (!isNew && isBetter(scalar.value, known->second.value, *goal))
            known->second = {scalar.tag, scalar.value, row.step};
    }
}

double RunProgress::seconds() const {
    return stepSeconds > 0 ? stepSeconds : std::max(0.0, lastTime - startTime);
}

std::optional<BestValue> RunProgress::best(std::string_view mainMetric) const {
    std::vector<std::string> tags;
    for (const auto& [tag, value] : m_best)
        tags.push_back(tag);
    const auto found = m_best.find(mainTag(tags, mainMetric));
    return found == m_best.end() ? std::nullopt : std::optional(found->second);
}

void MetricsScan::takeLine(std::string_view line) {
    if (line.empty())
        return;
    if (const auto row = rowOfLine(line))
        m_progress.add(*row);
    else
        ++m_badLines;
}

/// `lines` ends with a line's end.
void MetricsScan::takeLines(std::string_view lines) {
    m_progress.stepSeconds += stepSecondsIn(lines);
    std::size_t at = 0;
    if (!m_progress.hasRows) {
        at = lines.find('\n') + 1;
        takeLine(lines.substr(0, at - 1));
    }
    const std::size_t beforeLast =
        lines.size() >= 2 ? lines.rfind('\n', lines.size() - 2) : std::string_view::npos;
    const std::size_t last = beforeLast == std::string_view::npos ? 0 : beforeLast + 1;
    while (at < last) {
        const std::size_t figure = lines.find("\"val/", at);
        if (figure >= last)
            break;
        const std::size_t begin = std::max(at, lines.rfind('\n', figure) + 1);
        const std::size_t end = lines.find('\n', figure);
        takeLine(lines.substr(begin, end - begin));
        at = end + 1;
    }
    if (last >= at)
        takeLine(lines.substr(last, lines.size() - 1 - last));
}

bool MetricsScan::poll(const std::stop_token& stop) {
    const Growth growth = m_file.look();
    m_isMissing = growth == Growth::Missing;
    if (growth == Growth::Restarted) {
        m_progress.clear();
        m_badLines = 0;
    }
    bool hasNews = growth == Growth::Restarted;
    std::size_t helping = GrowingFile::kPieceBytes;
    while (!stop.stop_requested()) {
        const std::string bytes = m_file.next(helping);
        const std::size_t end = bytes.rfind('\n');
        if (end == std::string::npos) {
            if (bytes.size() < helping || helping >= kMostLineBytes)
                break;
            helping *= 2; // one line longer than that
            continue;
        }
        const std::string_view lines = std::string_view(bytes).substr(0, end + 1);
        takeLines(lines);
        m_file.consume(lines);
        hasNews = true;
        if (bytes.size() < helping)
            break;
    }
    return hasNews;
}

} // namespace unlit::runs
