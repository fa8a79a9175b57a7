// Where a run stands, in numbers: what a resume needs beside the tensors.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// What one sample of a micro-batch gave.
struct SampleLoss {
    std::string sample; ///< name of the picture
    std::int64_t timestep = 0;
    double loss = 0; ///< over its own valid cells

    friend bool operator==(const SampleLoss&, const SampleLoss&) = default;
};

/// A checkpoint that stays because it is one of the best.
struct BestCheckpoint {
    std::int64_t step = 0;
    double metric = 0;
    bool isBackup = false; ///< it is there for another reason, too, and stays when it falls out

    friend bool operator==(const BestCheckpoint&, const BestCheckpoint&) = default;
};

/// What early stopping has seen of its figure.
struct EarlyStoppingState {
    double best = 0;
    std::int64_t bestStep = 0;
    double last = 0;
    std::int64_t waited = 0; ///< figures since the best one

    friend bool operator==(const EarlyStoppingState&, const EarlyStoppingState&) = default;
};

struct RunPosition {
    std::int64_t step = 0;         ///< optimizer steps done
    std::int64_t epoch = 1;        ///< from 1, as the reference counts
    std::int64_t batchInEpoch = 0; ///< batches of this epoch that were used or passed over
    std::int64_t microStep = 0;    ///< micro-batches whose gradients wait for the next step
    std::vector<float> losses;     ///< of those
    std::vector<std::vector<std::string>> samples; ///< their pictures' names
    std::vector<SampleLoss> sampleLosses;          ///< theirs, where they are kept
    std::int64_t emptyBatches = 0; ///< passed over since the start: no valid latent cell in them

    std::int64_t notFiniteSamples = 0; ///< of the step under way: with pixels that are not finite

    bool inEvaluation = false; ///< a validation of this step has begun and has not ended
    std::optional<double> bestMetric;
    std::optional<std::int64_t> bestStep;
    std::vector<BestCheckpoint> bestCheckpoints; ///< the best first
    std::optional<double> learningRate; ///< in place of the config's, set by hand during the run

    std::optional<EarlyStoppingState> earlyStopping; ///< once its figure was told
    std::vector<double> recentLosses; ///< of the last steps, the oldest first, where it is asked
                                      ///< for (loss_spike)
    std::int64_t backupEpoch = 1;     ///< `epoch` when it was last asked whether one is to be kept

    std::map<std::string, std::string> hookStates; ///< what hooks of the recipe keep, by their name

    friend bool operator==(const RunPosition&, const RunPosition&) = default;
};

/// Whether the same weights and the same state belong to both: what is known of validations alone
/// may differ.
bool haveSameState(const RunPosition& a, RunPosition b);

nlohmann::json toJson(const RunPosition& position);
/// Throws: Corrupt naming `file` for missing keys, wrong types and negative counts.
RunPosition runPositionFromJson(const nlohmann::json& json, const std::string& file);

} // namespace unlit::train
