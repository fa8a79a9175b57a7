// What the parts of the Infer page work with.
#pragma once

#include "core/session/models/model_commands.h"
#include "ui/bridge/inference_controller.h"
#include "ui/pages/infer/queue_panel.h"
#include "ui/pages/infer/settings_panel.h"
#include "ui/pages/infer/viewer_panel.h"

#include <memory>
#include <optional>
#include <vector>

namespace unlit::ui {

/// The panels and the state that the page and its parts share. The page owns all of it, and it
/// outlives the parts. GUI thread.
struct InferParts {
    QWidget& window; ///< the page: parent of dialogs and menus
    InferenceController& controller;
    QueuePanel& queue;
    ViewerPanel& viewer;
    SettingsPanel& settings;
    QueueItemId viewed = 0;            ///< the item on show; 0 = none
    std::optional<ModelSummary> model; ///< unset until the chosen folder is understood

    /// The item on show; null = none.
    const QueueItem* item() const { return controller.queue().find(viewed); }

    /// What can be anchored, copied and saved of an item: its result, or of a sequence that of the
    /// frame on show. Null = nothing yet.
    std::shared_ptr<const InferenceResult> resultOf(const QueueItem& item) const;

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {}) const;
};

} // namespace unlit::ui
