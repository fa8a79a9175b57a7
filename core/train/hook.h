// Everything that happens around the steps of a training run: a hook has one concern, one file.
#pragma once

#include "core/events/event.h"
#include "core/extension/in_program.h"
#include "core/train/run_position.h"
#include "core/train/train_task.h"
#include "core/train/writers/metric_writer.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::train {

/// How a run ended.
enum class RunEnd {
    Complete, ///< max_iter or max_epoch reached
    TimeUp,   ///< the time limit; can be resumed
    Stopped,  ///< by the user; can be resumed
    Failed,
};

std::string_view toString(RunEnd end);

/// Posts events of the run's job; callable from any thread.
using PostEvent = std::function<void(decltype(Event::body))>;

/// What hooks see of the run. Lives as long as Trainer::run.
struct StepContext {
    TrainTask& task;
    RunPosition& position;
    PostEvent post;
    std::stop_token stop;

    double fraction = 0;               ///< of the run, in [0, 1]; the metrics hook keeps it
    double loss = 0;                   ///< of the step that ends: the mean over its micro-batches
    std::vector<Scalar> scalars = {};  ///< of the step that ends; the metrics hook writes them
    std::vector<PhaseSpan> spans = {}; ///< of the step that ends, where the task keeps them
    std::optional<RunEnd> wanted = {}; ///< set by a hook: end before the next micro-batch
    bool isConsistent = true;          ///< false: weights may be half updated and must not be saved
    std::function<void(extension::Point)> reach = {};     ///< tells all hooks; may be empty
    std::function<std::optional<double>()> timeLeft = {}; ///< see secondsLeft(); may be empty

    /// Called by whoever does what the point is before or after.
    void reached(extension::Point point) const {
        if (reach)
            reach(point);
    }

    /// To the end of the run, from now on; nullopt where nobody knows.
    std::optional<double> secondsLeft() const { return timeLeft ? timeLeft() : std::nullopt; }

    void log(LogLine::Level level, std::string text) const {
        post(LogLine{level, std::move(text)});
    }
};

/// Hooks are called in the order of their list, onTrainEnd in reverse. Each may throw; that ends
/// the run as failed, and onTrainEnd of all hooks is called still. Thread: the one that trains.
class Hook {
public:
    virtual ~Hook() = default;

    virtual void onTrainBegin(StepContext&) {}

    /// Before each micro-batch, so within a second or so of any moment; cheap.
    virtual void onMicroBegin(StepContext&) {}

    /// All gradients of the step are there, the weights are still the old ones.
    virtual void onBackwardEnd(StepContext&) {}

    /// The weights have moved, position.step has been raised.
    virtual void onStepEnd(StepContext&) {}

    /// Points that no other function of this class stands for: begins of epochs and steps, the
    /// optimizer, validations and saves.
    virtual void onPoint(StepContext&, extension::Point) {}

    virtual void onTrainEnd(StepContext&, RunEnd) {}
};

} // namespace unlit::train
