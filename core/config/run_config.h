// Where a run happens: folders, device, time. Nothing here changes its numbers but the device
// and how it computes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace unlit::config {

struct RunConfig {
    std::string name; ///< of the run folder; "" = the config file's stem
    std::filesystem::path outputDir = "./output"; ///< the run folder is made in it
    bool addDatetimePrefix = false;               ///< yy_mm_dd-HH_MM_SS-name
    std::filesystem::path baseDataDir;            ///< relative data paths start here; "" = current
    std::filesystem::path baseCkptDir;            ///< relative model paths start here; "" = current
    std::string device = "auto";                  ///< "auto", "cpu", "cuda", "cuda:N"
    bool cudnnDeterministic = true;               ///< CUDA: the same run gives the same bytes
    bool cudnnBenchmark = false;                  ///< CUDA: time algorithms for each new shape
    bool allowTf32 = false;                       ///< CUDA: float32 products from 10 bits
    std::string processes = "1";                  ///< "auto" (one a GPU) or a number, 1 to 1024
    bool keepPatch = true;     ///< what the recipe's repository differs by from its commit
    double exitAfter = 0;      ///< minutes until it saves and pauses; 0 = never
    double hangTimeout = 1800; ///< seconds that one of several processes may stand still; 0 = ever
};

constexpr int kMostProcesses = 1024; ///< of one machine

/// Whether `text` is something that RunConfig::processes can be.
bool isProcesses(const std::string& text);

/// What listens to the figures of a run, beside metrics.jsonl.
struct WritersConfig {
    bool tensorboard = true;        ///< event files under tensorboard/
    bool tensorboardImages = true;  ///< visualisations in them, too
    bool csv = false;               ///< metrics.csv
    bool sampleLosses = true;       ///< sample_losses.csv, and worst_samples.json from it
    std::int64_t worstSamples = 20; ///< how many the latter lists
};

} // namespace unlit::config
