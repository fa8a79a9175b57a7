// Runs the model over a set of pairs with fixed seeds and measures what comes out.
#pragma once

#include "core/base/python_random.h"
#include "core/config/validation_config.h"
#include "core/data/loader/dataset.h"
#include "core/infer/loaded_model.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::train {

struct ValidationSet {
    std::string name; ///< disp_name: in tags and file names
    std::string list; ///< the filename_list, for the report
    std::shared_ptr<const data::Dataset> pairs;
};

/// One target of a picture; float32 [3, H, W] in [0, 1] on the CPU, in the target's encoding.
struct ValidatedTarget {
    std::string name;
    ColorSpace space = ColorSpace::Srgb; ///< of its numbers
    torch::Tensor prediction;
    torch::Tensor truth;
    torch::Tensor uncertainty; ///< undefined for one member
};

/// One picture of a validation.
struct ValidatedPicture {
    std::string relativePath;
    torch::Tensor beauty;                 ///< as a target's pictures
    torch::Tensor valid_1HW;              ///< bool
    std::vector<ValidatedTarget> targets; ///< those of the set, in its order
    std::vector<double> metrics;          ///< in the order of ValidationScores::metrics
};

/// What a figure is called: the metric for a set of one target, "albedo_psnr" for one of several.
std::string figureName(const data::Dataset& set, const std::string& target,
                       const std::string& metric);

/// The figure that decides which model is best: that of the albedo, or of a set's first target.
std::string mainFigure(const data::Dataset& set, const std::string& metric);

struct ValidationScores {
    std::vector<std::string> metrics; ///< eval.eval_metrics for each target, by figureName
    std::vector<double> means;        ///< over the pictures; NaN where none could be measured
    std::int64_t pictures = 0;
    std::int64_t unmeasured = 0; ///< pictures without a valid pixel
};

/// In the seed's way: pictures one by one in the set's order, Marigold's resizing in float, one
/// generator a picture, seeded from a list of as many seeds as the set has pictures, used from the
/// end; noise drawn member by member. Targets that are up to scale are measured at the scale that
/// fits the truth best. Thread: the one that trains.
class Validator {
public:
    /// `picture` is `index` of `count`.
    using OnPicture = std::function<void(std::int64_t index, std::int64_t count,
                                         const ValidatedPicture& picture)>;

    /// Throws: InvalidInput for a metric or resampling that is not known.
    Validator(infer::LoadedModel& model, config::ValidationConfig validation,
              config::EvalConfig evaluation);

    /// Nothing when stopped: `stop` is looked at before every unit of work. Throws what reading
    /// pictures throws, InvalidInput when the set has a target that the model does not make, when
    /// truth and prediction differ in size or the model gives no finite numbers.
    std::optional<ValidationScores> run(const ValidationSet& set, const std::stop_token& stop,
                                        const OnPicture& onPicture);

private:
    std::vector<Seed> seedsFor(std::int64_t count) const;
    /// Numbers of a set's targets among the model's.
    std::vector<std::int64_t> targetsOf(const ValidationSet& set) const;
    infer::RunSettings settings(const std::vector<std::int64_t>& targets) const;
    std::optional<ValidatedPicture> runPicture(const data::Sample& sample,
                                               const infer::RunSettings& settings,
                                               const std::stop_token& stop);
    void measure(const weights::TargetInfo& info, const ValidatedTarget& target,
                 ValidatedPicture& picture) const;

    infer::LoadedModel& m_model;
    config::ValidationConfig m_validation;
    config::EvalConfig m_evaluation;
};

} // namespace unlit::train
