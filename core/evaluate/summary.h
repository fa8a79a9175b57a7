// From figures of single pictures to a table: means, and the differences between models.
#pragma once

#include "core/evaluate/bootstrap.h"
#include "core/evaluate/measure.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::evaluate {

/// One model on one picture.
struct PictureFigures {
    Measurement measurement;
    double seconds = 0; ///< that the albedo took
};

/// One model over a set: pictures[i] belongs to the set's picture i and is unset where it failed.
struct ModelFigures {
    std::string name; ///< as it was asked for
    std::string what; ///< one sentence: class, steps; or what a baseline does
    std::vector<std::optional<PictureFigures>> pictures;
};

struct MetricSummary {
    double mean = 0;                    ///< over the pictures that have a value; NaN for none
    std::int64_t pictures = 0;          ///< that have one
    std::optional<Interval> difference; ///< this model less the first; unset for the first
};

struct ModelSummaryTable {
    std::string name;
    std::string what;
    std::map<Cell, std::vector<MetricSummary>> cells; ///< in the order of cellMetrics
    double toneMappedPsnr = 0;
    double secondsPerPicture = 0;
};

struct Summary {
    std::int64_t pictures = 0; ///< that every model has figures of: the means are over these
    std::vector<ModelSummaryTable> models;
};

/// Models are compared on the same pictures: one that failed on any model counts for none.
/// Infinite values (PSNR of equal pictures) are left out of means. Throws as pairedBootstrap.
Summary summarize(const std::vector<ModelFigures>& models, const BootstrapOptions& options);

} // namespace unlit::evaluate
