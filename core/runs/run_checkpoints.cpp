#include "core/runs/run_checkpoints.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/config/metric_names.h"
#include "core/runs/metric_tag.h"
#include "core/runs/metrics_reader.h"
#include "core/runs/run_facts.h"
#include "core/runs/run_series.h"
#include "core/train/run_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 2> kMoving = {"latest", "previous"};
constexpr const char* kPositionFile = "trainer_state.json";

bool isMoving(const std::string& name) {
    return std::ranges::find(kMoving, name) != kMoving.end();
}

std::optional<std::int64_t> stepInState(const fs::path& checkpoint) {
    std::ifstream stream(checkpoint / kPositionFile);
    const auto json = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("position") || !json["position"].is_object())
        return {};
    const auto step = json["position"].find("effective_iter");
    return step != json["position"].end() && step->is_number_integer()
               ? std::optional(step->get<std::int64_t>())
               : std::nullopt;
}

/// Files come and go while a run writes.
void measure(RunCheckpoint& checkpoint, const std::stop_token& stop) {
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(checkpoint.folder, failed), end;
         !failed && entry != end && !stop.stop_requested(); entry.increment(failed)) {
        std::error_code gone;
        if (!entry->is_regular_file(gone) || gone)
            continue;
        const auto size = entry->file_size(gone);
        const auto names = entry->hard_link_count(gone);
        if (gone)
            continue;
        checkpoint.bytes += size;
        checkpoint.ownBytes += names == 1 ? size : 0;
    }
    std::error_code unknown;
    const auto time = fs::last_write_time(checkpoint.folder, unknown);
    if (!unknown)
        checkpoint.time =
            std::chrono::duration<double>(std::chrono::file_clock::to_sys(time).time_since_epoch())
                .count();
}

std::vector<RunCheckpoint> foldersOf(const fs::path& run, const std::stop_token& stop) {
    std::vector<RunCheckpoint> moving;
    std::vector<RunCheckpoint> backups;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(run / "checkpoint", failed)) {
        const std::string name = entry.path().filename().string();
        const auto step = train::RunFolder::stepOfBackup(name);
        std::error_code gone;
        if ((!step && !isMoving(name)) || !entry.is_directory(gone) || stop.stop_requested())
            continue;
        RunCheckpoint checkpoint;
        checkpoint.name = name;
        checkpoint.folder = entry.path();
        checkpoint.hasState = fs::exists(entry.path() / kPositionFile, gone);
        checkpoint.step = step ? step : stepInState(entry.path());
        measure(checkpoint, stop);
        (step ? backups : moving).push_back(std::move(checkpoint));
    }
    std::ranges::sort(moving, {}, &RunCheckpoint::name); // latest before previous
    std::ranges::sort(backups, std::ranges::greater(), &RunCheckpoint::step);
    moving.insert(moving.end(), std::move_iterator(backups.begin()),
                  std::move_iterator(backups.end()));
    return moving;
}

RunSeries figuresOf(const fs::path& run, const std::stop_token& stop) {
    RunSeries series;
    MetricsReader reader(run / "metrics.jsonl");
    ReadNews news;
    do {
        news = reader.poll([&](const train::MetricRow& row) {
            train::MetricRow validation = row;
            std::erase_if(validation.scalars, [](const train::Scalar& scalar) {
                return !scalar.tag.starts_with("val/");
            });
            if (!validation.scalars.empty())
                series.append(validation);
        });
    } while (news.hasMore && !stop.stop_requested());
    return series;
}

void judge(RunCheckpoints& found, const RunSeries& series) {
    const TagSeries* values = series.find(found.figureTag);
    if (values == nullptr)
        return;
    RunCheckpoint* best = nullptr;
    const auto goal = config::goalOfFigure(found.figureTag);
    for (RunCheckpoint& checkpoint : found.list) {
        for (std::size_t i = 0; i < values->rows.size(); ++i)
            if (series.stepAt(values->rows[i]) == checkpoint.step)
                checkpoint.figure = values->values[i];
        if (!checkpoint.figure || !goal)
            continue;
        const bool isBetter = best == nullptr || (*goal == config::MetricGoal::Minimize
                                                      ? *checkpoint.figure < *best->figure
                                                      : *checkpoint.figure > *best->figure);
        // Of the same weights under two names the one that the next save does not move.
        const bool isLasting = best != nullptr && *checkpoint.figure == *best->figure &&
                               isMoving(best->name) && !isMoving(checkpoint.name);
        best = isBetter || isLasting ? &checkpoint : best;
    }
    if (best != nullptr)
        best->isBest = true;
}

} // namespace

const RunCheckpoint* RunCheckpoints::best() const {
    const auto found = std::ranges::find_if(list, &RunCheckpoint::isBest);
    return found != list.end() ? &*found : list.empty() ? nullptr : &list.front();
}

const RunCheckpoint* RunCheckpoints::find(const std::string& name) const {
    const auto found = std::ranges::find(list, name, &RunCheckpoint::name);
    return found != list.end() ? &*found : nullptr;
}

RunCheckpoints checkpointsOfRun(const fs::path& run, const std::stop_token& stop) {
    RunCheckpoints found{run, foldersOf(run, stop), {}};
    const RunSeries series = figuresOf(run, stop);
    found.figureTag = mainTag(series.tags(), factsOf(run / "config.yaml").mainMetric);
    judge(found, series);
    return found;
}

void removeCheckpoint(const fs::path& run, const std::string& name) {
    const train::RunFolder folder = train::RunFolder::open(run);
    const fs::path checkpoint = folder.checkpoint(name);
    std::error_code failed;
    if ((!isMoving(name) && !train::RunFolder::stepOfBackup(name)) ||
        !fs::is_directory(checkpoint, failed))
        throw Error::notFound(run.string() + " has no checkpoint \"" + name + "\"",
                              "it may have been removed already");
    std::optional<train::RunLock> lock;
    if (isMoving(name)) // the run exchanges these two
        lock.emplace(folder);
    // A name that a training clears away when it begins: what is left of it here troubles nobody.
    const fs::path leaving = folder.checkpoints() / ("." + name + ".removed.part");
    fs::remove_all(leaving, failed);
    fs::rename(checkpoint, leaving, failed);
    if (failed)
        throw Error::system(failed.value(), "remove", checkpoint);
    fs::remove_all(leaving, failed);
    if (failed)
        logWarning("parts of " + leaving.string() + " could not be removed: " + failed.message());
}

} // namespace unlit::runs
