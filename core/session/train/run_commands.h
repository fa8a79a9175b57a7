// What can be asked of a run that exists, without going on with it: figures, pictures, a proof.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

struct RunQuery {
    std::filesystem::path run;   ///< RUN, or RUN/checkpoint/NAME; RUN = its latest checkpoint
    std::string device = "auto"; ///< empty = the run's own
    std::vector<std::string> overrides; ///< "validation.denoising_steps=10", …
    bool useEma = false; ///< the running mean of the weights; not for verifyRun, which has both
};

/// Called on the calling thread with "validating smoke_val · picture 3 of 8".
using RunProgress = std::function<void(const std::string& what)>;

struct SetFigures {
    std::string dataset;
    std::vector<std::pair<std::string, double>> metrics; ///< means over the set
    std::int64_t pictures = 0;
};

struct RunFigures {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::vector<SetFigures> sets;
};

/// Measures the checkpoint on the run's validation sets; writes nothing. nullopt when stopped.
/// Throws Error.
std::optional<RunFigures> validateRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop);

struct RunPictures {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::vector<std::filesystem::path> folders; ///< one for each set
};

/// Writes the pictures of the run's visualisation sets (or validation sets, where it has none) to
/// `output`/<dataset>; an empty `output` is the run's visualization/iter_%06d. nullopt when
/// stopped. Throws Error.
std::optional<RunPictures> visualizeRun(const RunQuery& query, const std::filesystem::path& output,
                                        const RunProgress& progress, const std::stop_token& stop);

/// One of the samples that a run learns worst.
struct WorstSample {
    std::string sample;
    std::int64_t visits = 0;
    double meanLoss = 0;
    double relativeLoss = 0; ///< 1 = as usual for the timesteps that it was seen at
};

struct WorstSampleList {
    std::int64_t step = 0;
    std::vector<WorstSample> samples; ///< the worst first
};

/// What the run has listed last. Throws Error: NotFound when it keeps no losses of samples.
WorstSampleList worstSamplesOf(const std::filesystem::path& run);

struct Verification {
    std::int64_t fromStep = 0; ///< that the replay went on from
    std::int64_t toStep = 0;
    std::int64_t comparedFigures = 0;     ///< numbers of metrics.jsonl
    std::int64_t comparedTensors = 0;     ///< weights and optimizer state, bit for bit
    std::vector<std::string> differences; ///< empty = the same, bit for bit
};

/// Trains the last steps again, in memory, from the checkpoint before `latest` (at most 20 steps,
/// or from the beginning of a run that is no longer), and compares with what the run wrote. nullopt
/// when stopped. Throws Error; InvalidInput when the run has nothing that could be replayed.
std::optional<Verification> verifyRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop);

} // namespace unlit
