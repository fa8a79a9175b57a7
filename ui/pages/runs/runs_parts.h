// What the parts of the Runs page work with.
#pragma once

#include "ui/pages/runs/found_runs.h"
#include "ui/pages/runs/runs_table.h"
#include "ui/pages/runs/runs_views.h"

namespace unlit::ui {

/// The page owns all of it, and it outlives the parts. GUI thread.
struct RunsParts {
    QWidget& window; ///< the page: parent of menus and dialogs, owner of actions
    FoundRuns& found;
    RunsTable& table;
    RunsViews& views;

    /// The chosen run; null = none.
    const runs::RunSummary* run() const {
        const int row = table.current();
        return row >= 0 ? &found.model().at(row) : nullptr;
    }

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {}) const {
        table.message().say(kind, text, hint, choices);
    }
};

} // namespace unlit::ui
