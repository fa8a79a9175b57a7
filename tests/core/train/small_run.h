// Whole training runs of a model of a few kilobytes on a handful of pictures: with files, run
// folder and every hook.
#pragma once

#include "core/config/train_config.h"
#include "core/train/training_run.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unlit::test {

/// A model folder and five pairs of 16 by 16 pixels in `root`, one of them with a mask.
class SmallRun {
public:
    explicit SmallRun(std::filesystem::path root);

    /// From now on albedo and material (roughness, metallicity, nothing): the model is a
    /// text-to-image one, every line of the list has one name more.
    void addMaterial();

    /// 12 steps of two micro-batches; validation every 4 steps, `latest` every 3, pictures at the
    /// end; augmentation on.
    config::TrainConfig config;

    std::vector<decltype(Event::body)> events; ///< of all runs so far
    std::function<void(std::vector<std::unique_ptr<train::Hook>>&)> addHooks; ///< of the next run
    std::function<void(const decltype(Event::body)&)> onEvent;
    std::stop_source stop;
    train::FreeRoom room = train::FreeRoom::ofThisMachine();
    std::chrono::milliseconds roomPatience{1}; ///< between two tries of a run whose disk is full
    std::shared_ptr<train::TrainControl> control = std::make_shared<train::TrainControl>();
    std::shared_ptr<train::Peers> peers; ///< of the next runs; others than the first write nothing

    std::filesystem::path folder(const std::string& name) const { return m_root / name; }

    train::RunEnd start(const std::string& name);
    /// From its latest checkpoint, or NAME/checkpoint/…
    train::RunEnd resume(const std::string& name);

    /// Stops the next run before micro-batch `microStep` of the step after `step` finished ones.
    void stopAt(std::int64_t step, std::int64_t microStep);

    template <class T>
    std::vector<T> all() const {
        std::vector<T> found;
        for (const auto& event : events)
            if (const auto* body = std::get_if<T>(&event))
                found.push_back(*body);
        return found;
    }

private:
    train::RunEnd run(const train::RunPlan& plan, const train::RunFolder& folder, bool isResumed);
    train::RunEnd follow(const train::RunPlan& plan);
    train::PostEvent post();
    void writePairs(bool withMaterial) const;

    std::filesystem::path m_root;
    std::mutex m_mutex; ///< guards events: checkpoints are told by their writer
};

/// What must be the same for two runs that are the same training: sizes and hashes of every file
/// of `latest`, and the rows of metrics.jsonl without clocks and memory.
nlohmann::json traceOf(const std::filesystem::path& run);

} // namespace unlit::test
