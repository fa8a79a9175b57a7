#include "core/runs/median_rule.h"

#include "core/runs/metrics_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

namespace unlit::runs {

namespace {

constexpr std::size_t kLeastOthers = 3;

bool isWorse(double value, double than, config::MetricGoal goal) {
    return goal == config::MetricGoal::Minimize ? value > than : value < than;
}

std::optional<double> valueAt(const BestSoFar& values, std::int64_t step) {
    std::optional<double> found;
    for (const auto& [at, value] : values)
        if (at <= step)
            found = value;
    return found;
}

double middleOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

BestSoFar bestSoFar(const std::filesystem::path& run, const std::string& tag,
                    config::MetricGoal goal) {
    BestSoFar values;
    std::ifstream stream(run / "metrics.jsonl", std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
        if (line.find(tag) == std::string::npos)
            continue;
        const auto row = rowOfLine(line);
        if (!row)
            continue;
        for (const train::Scalar& scalar : row->scalars) {
            if (scalar.tag != tag || !std::isfinite(scalar.value))
                continue;
            const bool isBest =
                values.empty() || !isWorse(scalar.value, values.back().second, goal);
            values.emplace_back(row->step, isBest ? scalar.value : values.back().second);
        }
    }
    return values;
}

bool isBehindMedian(const BestSoFar& own, const std::vector<BestSoFar>& others,
                    config::MetricGoal goal) {
    if (own.empty())
        return false;
    std::vector<double> there;
    for (const BestSoFar& other : others)
        if (const auto value = valueAt(other, own.back().first))
            there.push_back(*value);
    return there.size() >= kLeastOthers && isWorse(own.back().second, middleOf(there), goal);
}

} // namespace unlit::runs
