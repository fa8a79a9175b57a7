#include "core/train/checkpoint/best_checkpoints.h"

#include <algorithm>
#include <cmath>

namespace unlit::train {

namespace {

bool isBetter(double metric, double than, config::MetricGoal goal) {
    return goal == config::MetricGoal::Minimize ? metric < than : metric > than;
}

bool has(const std::vector<BestCheckpoint>& best, std::int64_t step) {
    return std::ranges::find(best, step, &BestCheckpoint::step) != best.end();
}

} // namespace

bool isAmongBest(const std::vector<BestCheckpoint>& best, double metric, config::MetricGoal goal,
                 std::int64_t most) {
    if (!std::isfinite(metric) || most <= 0)
        return false;
    return best.size() < static_cast<std::size_t>(most) ||
           isBetter(metric, best.back().metric, goal);
}

std::vector<BestCheckpoint> addToBest(std::vector<BestCheckpoint>& best, BestCheckpoint added,
                                      config::MetricGoal goal, std::int64_t most) {
    std::erase_if(best, [&](const BestCheckpoint& other) { return other.step == added.step; });
    const auto place = std::ranges::find_if(best, [&](const BestCheckpoint& other) {
        return isBetter(added.metric, other.metric, goal);
    });
    best.insert(place, added);
    const auto kept = std::min(best.size(), static_cast<std::size_t>(most));
    std::vector<BestCheckpoint> fallen(best.begin() + static_cast<std::ptrdiff_t>(kept),
                                       best.end());
    best.resize(kept);
    return fallen;
}

std::vector<std::int64_t> backupsToRemove(const std::vector<std::int64_t>& onDisk,
                                          const std::vector<BestCheckpoint>& best,
                                          const config::CheckpointConfig& config) {
    if (config.keepLast <= 0)
        return {};
    std::vector<std::int64_t> others;
    for (const std::int64_t step : onDisk) {
        const bool isKeptByStep = config.keepEvery > 0 && step % config.keepEvery == 0;
        if (!has(best, step) && !isKeptByStep)
            others.push_back(step);
    }
    const auto kept = std::min(others.size(), static_cast<std::size_t>(config.keepLast));
    others.resize(others.size() - kept);
    return others;
}

} // namespace unlit::train
