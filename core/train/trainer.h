// The loop of every training run: micro-batches, optimizer steps, hooks around them.
#pragma once

#include "core/train/hook.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::train {

struct RunLimits {
    std::int64_t maxIter = 0;      ///< optimizer steps; <= 0: maxEpoch alone decides
    std::int64_t maxEpoch = 10000; ///< passes over the set
};

/// One run, from where `position` stands to its end. Everything but the steps themselves is a
/// hook's. Thread: one, the same for construction and run().
class Trainer {
public:
    /// `task` outlives the trainer.
    Trainer(TrainTask& task, RunLimits limits, RunPosition position,
            std::vector<std::unique_ptr<Hook>> hooks);

    /// A step whose memory did not suffice is begun again with less (TrainTask::stepDown), as often
    /// as the task can give something up. Looks at `stop` before each micro-batch; several
    /// processes (TrainTask::peers) end together, between two steps. Throws what ended the run as
    /// failed; before that the run is taken back to the end of the last whole step, so that hooks
    /// can save it. Throws InvalidInput when a whole epoch had nothing to learn from.
    RunEnd run(const PostEvent& post, std::stop_token stop);

    /// Called with what the first of several processes asks the others for between two steps
    /// (SharedValidation); before run(), of the others.
    void serveFirst(std::function<void(const std::string& told, const StepContext&)> serve) {
        m_serve = std::move(serve);
    }

    const RunPosition& position() const { return m_position; }

private:
    RunEnd loop(StepContext& context);
    std::optional<RunEnd> pause(StepContext& context);
    std::optional<RunEnd> agree(const StepContext& context, std::optional<RunEnd> wanted);
    std::vector<std::string> exchange(const StepContext& context, const std::string& mine);
    void endTogether(const StepContext& context);
    bool isComplete() const;
    void microStep(StepContext& context);
    void tellBegins(const StepContext& context);
    void endEpoch(const StepContext& context);
    void beginStep();
    void optimizerStep(StepContext& context);
    bool stepDown(StepContext& context);
    void beginStepAgain(StepContext& context);
    void rewind(StepContext& context);

    TrainTask& m_task;
    RunLimits m_limits;
    RunPosition m_position;
    RunPosition m_stepStart;      ///< the end of the last whole step
    bool m_isInStep = false;      ///< micro-batches of a step that is not over were begun
    bool m_canRewind = false;     ///< the step began here
    bool m_hasAgreed = false;     ///< with the other processes, to do the step
    bool m_learntInEpoch = false; ///< since the epoch began or the run was resumed
    bool m_sawWholeEpoch = false; ///< the epoch was begun here, not resumed into
    bool m_learntAtStart = false; ///< m_learntInEpoch and m_sawWholeEpoch when the step began
    bool m_wholeAtStart = false;
    std::int64_t m_toldEpoch = 0;  ///< the last one whose begin was told
    std::int64_t m_endedEpoch = 0; ///< and whose end
    std::vector<std::unique_ptr<Hook>> m_hooks;
    std::function<void(const std::string&, const StepContext&)> m_serve;
};

} // namespace unlit::train
