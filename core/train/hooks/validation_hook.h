// Measures the model every so many steps, and keeps the best ones.
#pragma once

#include "core/config/metric_names.h"
#include "core/train/checkpoint/checkpoint_store.h"
#include "core/train/distributed/shared_validation.h"
#include "core/train/held_out_objective.h"
#include "core/train/hooks/metrics_hook.h"
#include "core/train/validation/validator.h"

#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct ValidationHookOptions {
    std::int64_t period = 0; ///< optimizer steps, 0 = on request only
    std::string mainMetric;  ///< decides which one is best: of the first set and its mainFigure, or
                             ///< a whole tag, "val/SET/FIGURE"
    config::MetricGoal goal = config::MetricGoal::Maximize;
    std::int64_t bestOnes = 1;             ///< save so many of the best as backups; 0 = none
    bool namesFigure = false;              ///< in the names of the best ones
    bool atStart = false;                  ///< also before the first step
    HeldOutObjective* objective = nullptr; ///< outlives the hook; null = not asked for
    SharedValidation* shared = nullptr;    ///< outlives the hook; null = no others join in
};

/// Before it begins `latest` is saved with the mark that it has begun, and when it is over its
/// record alone is exchanged: one that was cut off is run first when the run is resumed. Scalars
/// val/<dataset>/<metric>, a report under evaluation/. All of them are told when every set has been
/// gone through. Where the task has a running mean of the weights, every set is gone through a
/// second time with it; its figures are called <metric>_ema, and it is they that decide which
/// checkpoint is best.
class ValidationHook : public Hook {
public:
    /// Both references outlive the hook. `sets` may be empty.
    ValidationHook(Validator& validator, CheckpointStore& store, RunFolder run,
                   std::vector<ValidationSet> sets, ValidationHookOptions options, WriteRow write);

    /// Throws Error::invalidInput for a main metric that no set can tell.
    void onTrainBegin(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

    /// At once, whatever the period; between two micro-batches, too.
    void validateNow(StepContext& context);

private:
    /// The figure that decides.
    struct Deciding {
        std::size_t set = 0; ///< its place in m_sets; as many as there are: of none
        std::string figure;  ///< without the tag's begin
    };

    void validate(StepContext& context);
    std::vector<ValidationScores> runAll(StepContext& context);
    std::vector<ValidationScores> runSetsWith(Ema& means, StepContext& context);
    std::vector<ValidationScores> runSets(StepContext& context, bool ofMean);
    bool addObjective(const StepContext& context, const ValidationSet& set,
                      ValidationScores& scores) const;
    Deciding deciding(const StepContext& context) const;
    void requireDeciding(const StepContext& context) const;
    std::optional<double> mainMetricOf(const Deciding& deciding,
                                       const std::vector<ValidationScores>& scores) const;
    bool isNewBest(const StepContext& context, double metric) const;
    void keepIfAmongBest(StepContext& context, double metric, const std::string& figure);
    void tell(StepContext& context, const ValidationSet& set, const ValidationScores& scores,
              bool isBest);
    void writeReport(const StepContext& context, const ValidationSet& set,
                     const ValidationScores& scores) const;

    Validator& m_validator;
    CheckpointStore& m_store;
    RunFolder m_run;
    std::vector<ValidationSet> m_sets;
    ValidationHookOptions m_options;
    WriteRow m_write;
};

} // namespace unlit::train
