// What the parts of the Models page work with.
#pragma once

#include "ui/pages/models/found_models.h"
#include "ui/pages/models/models_table.h"
#include "ui/pages/models/models_views.h"

namespace unlit::ui {

/// The page owns all of it, and it outlives the parts. GUI thread.
struct ModelsParts {
    QWidget& window; ///< the page: owner of actions
    FoundModels& found;
    ModelsTable& table;
    ModelsViews& views;

    /// The chosen model; null = none.
    const ModelRow* current() const {
        const int row = table.current();
        return row >= 0 && row < found.model().rowCount() ? &found.model().at(row) : nullptr;
    }
};

} // namespace unlit::ui
