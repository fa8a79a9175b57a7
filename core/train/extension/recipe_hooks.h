// Calls the hooks of a recipe at the points of the run.
#pragma once

#include "core/train/extension/make_hooks.h"
#include "core/train/hook.h"
#include "core/train/hooks/metrics_hook.h"
#include "core/train/run_folder.h"

#include <exception>
#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// What the hooks are told beside the moment itself.
struct RecipeHooksPlace {
    std::filesystem::path run;
    std::int64_t maxIter = 0;
    config::ScheduledNumber baseRate = {};
    /// CheckpointStore::takeSaved; may be empty.
    std::function<std::vector<std::filesystem::path>(bool waits)> takeSaved = {};
};

/// Stands before the hook that writes figures, so that those of a step are in its row. One hook's
/// failure is told and stops no other; three in a row, and it is not called any more; with
/// on_failure: stop it ends the run. What a hook keeps is in the position, and so in checkpoints.
class RecipeHooks : public Hook {
public:
    RecipeHooks(std::vector<MadeHook> hooks, RecipeHooksPlace place);

    /// Passes rows on to `write`, and keeps the last value of each figure. Not beyond its life.
    WriteRow watching(WriteRow write);

    void onTrainBegin(StepContext& context) override;
    void onMicroBegin(StepContext& context) override;
    void onBackwardEnd(StepContext& context) override;
    void onPoint(StepContext& context, extension::Point point) override;
    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    class MomentOf;

    struct Called {
        MadeHook made;
        int failures = 0; ///< in a row
        bool isOut = false;
    };

    /// What some points have and others have not.
    struct Extra {
        std::string checkpoint = {};
        std::string ending = {};
    };

    void call(StepContext& context, extension::Point point, const Extra& extra);
    bool isDue(const Called& hook, extension::Point point, std::int64_t step) const;
    void callOne(StepContext& context, Called& hook, extension::Point point, const Extra& extra);
    void fail(StepContext& context, Called& hook, extension::Point point, const std::string& what,
              const std::string& hint);
    void throwDeferred();
    void tellSaved(StepContext& context, bool waits);

    std::vector<Called> m_hooks;
    RecipeHooksPlace m_place;
    std::map<std::string, double> m_figures; ///< the last value of each
    std::vector<Scalar> m_pending;           ///< for the row of the step
    double m_loss = 0;                       ///< of the last whole step
    std::exception_ptr m_deferred; ///< of the end of a step, until its figures are written
};

} // namespace unlit::train
