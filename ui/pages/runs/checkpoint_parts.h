// What the parts of a run's checkpoints work with.
#pragma once

#include "core/runs/run_summary.h"
#include "ui/bridge/checkpoint_worker.h"
#include "ui/bridge/model_worker.h"
#include "ui/pages/runs/checkpoint_table.h"
#include "ui/widgets/message_bar.h"

#include <optional>

namespace unlit::ui {

/// RunsCheckpoints owns all of it, and it outlives the parts. GUI thread.
struct CheckpointParts {
    CheckpointTable& table;
    MessageBar& message;
    CheckpointWorker& worker;
    ModelWorker& writer;
    std::optional<runs::RunSummary> run{}; ///< whose checkpoints they are; unset = none is chosen

    /// One change at a time, whoever makes it.
    bool isBusy() const { return worker.isBusy() || writer.isBusy(); }

    /// A process has the run.
    bool isLive() const {
        return run &&
               (run->status == runs::RunStatus::Running || run->status == runs::RunStatus::Paused);
    }

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {}) const {
        message.say(kind, text, hint, choices);
    }
};

/// A folder beside the run that there is not yet: "run-mean" for `what` = "mean", else
/// "run-mean-2".
QString freePlaceBeside(const std::filesystem::path& run, const std::string& what);

/// "iter_000400, iter_000800".
QString namesText(const std::vector<runs::RunCheckpoint>& checkpoints);

} // namespace unlit::ui
