// A run as a line of a table.
#pragma once

#include "core/runs/metrics_scan.h"
#include "core/runs/run_labels.h"
#include "core/runs/run_settings.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace unlit::runs {

enum class RunStatus {
    Running,
    Paused,      ///< its process lives and holds still
    Finished,    ///< all steps were done
    Stopped,     ///< by a person or by the clock
    Failed,      ///< it said why
    Interrupted, ///< its process ended without a word
    Unreadable,  ///< there is too little of it to tell
};

/// "running", "paused", ….
std::string_view toString(RunStatus status);

/// All of them, in the order of RunStatus.
std::span<const std::string_view> runStatusNames();

struct RunSummary {
    std::filesystem::path folder;
    std::string name; ///< the folder's, below its root
    RunStatus status = RunStatus::Unreadable;
    bool isOurs = true; ///< figures in metrics.jsonl; else in TensorBoard's event files
    std::string note;   ///< "" or what is to say about it, a full thought, lower case, no full stop
    RunLabels labels;   ///< what a person sorts it by
    std::int64_t step = 0;
    std::int64_t maxStep = 0; ///< 0 = not known
    std::int64_t epoch = 1;
    double startTime = 0;                        ///< seconds since 1970, 0 = not known
    double seconds = 0;                          ///< RunProgress::seconds
    std::optional<BestValue> best;               ///< of the figure that decides
    std::uint64_t bytes = 0;                     ///< on disk, checkpoints included
    std::shared_ptr<const RunSettings> settings; ///< null where they are not known
    std::shared_ptr<const BestValues> figures;   ///< of validations; null where there are none
    bool operator==(const RunSummary&) const = default;
};

} // namespace unlit::runs
