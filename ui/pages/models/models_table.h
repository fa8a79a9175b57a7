// The left side of the Models page: the table of models, its filter, and where they are looked for.
#pragma once

#include "ui/models/models_model.h"
#include "ui/widgets/folder_table.h"

namespace unlit::ui {

class ModelsTable : public FolderTable {
    Q_OBJECT

public:
    explicit ModelsTable(ModelsModel& model, QWidget* parent = nullptr);

signals:
    /// Of the current model, in Infer.
    void useAsked();
    void guideAsked();
};

} // namespace unlit::ui
