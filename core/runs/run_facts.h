// What a run's config.yaml says that its table row needs.
#pragma once

#include "core/runs/run_settings.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace unlit::runs {

struct RunFacts {
    std::int64_t maxStep = 0; ///< 0 = not told
    std::string mainMetric = "psnr";
    std::string logFile = "logging.log";         ///< in the run's folder
    std::shared_ptr<const RunSettings> settings; ///< null where the file cannot be used
    std::string problem; ///< "" or why the file cannot be used, a full thought without full stop
};

/// Never throws. Only the file itself is read: a run's has no bases.
RunFacts factsOf(const std::filesystem::path& configFile);

} // namespace unlit::runs
