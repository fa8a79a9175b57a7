// How the model is tried while it trains, and by which figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

enum class MetricGoal { Minimize, Maximize };

/// Of the predictions and truths that a run saves.
enum class PictureDepth { Png8, Png16 };

/// The picture settings of validation and visualisation.
struct ValidationConfig {
    std::int64_t denoisingSteps = 4;
    std::int64_t ensembleSize = 1;
    std::int64_t processingRes = 0; ///< longer side in pixels, 0 = native
    bool matchInputRes = true;
    std::string resampleMethod = "bilinear"; ///< "bilinear", "bicubic", "nearest"
    std::string mainValMetric = "psnr";      ///< decides which checkpoint is best: a metric, or the
                                             ///< whole tag of a figure, "val/SET/FIGURE"
    std::optional<MetricGoal> mainValMetricGoal; ///< unset = the figure's own direction
    std::optional<std::int64_t> initSeed = 2024; ///< unset = unseeded
    bool useMask = true;                         ///< count valid pixels only
    std::int64_t valNumBatches = 0;              ///< pictures of each set at most, 0 = all
    bool objective = false;                      ///< the training's loss on these pictures, too
    std::int64_t objectiveTimesteps = 8; ///< of a diffusion; spread evenly over its schedule
    bool atStart = false;                ///< once before the first step of a new run
    PictureDepth saveFormat = PictureDepth::Png8; ///< of pictures to look at
    std::string detail = "off"; ///< "guided": detail of the picture's own, as results have it
};

enum class ValueRange {
    ZeroOne,     ///< [0, 1]
    MinusOneOne, ///< [-1, 1], as the networks have it
};

struct EvalConfig {
    std::vector<std::string> evalMetrics = {"psnr"};
    ValueRange valueRange = ValueRange::ZeroOne;         ///< what the metrics are computed on
    std::vector<std::string> targetsToEvalInLinearSpace; ///< display-encoded targets whose values
                                                         ///< are made linear first
};

} // namespace unlit::config
