#include "ui/pages/models/models_table.h"

namespace unlit::ui {

namespace {

FolderTableSetup modelsSetup() {
    return {.title = ModelsTable::tr("Models"),
            .filterHint = ModelsTable::tr("Filter by name or target"),
            .filterToolTip = ModelsTable::tr(
                "Shows models whose name, targets or folder have these words (Ctrl+F)"),
            .keys = ModelsTable::tr("Enter uses the chosen model in Infer"),
            .addToolTip = ModelsTable::tr("Look for models in one more folder (Ctrl+O)"),
            .sortRole = ModelsModel::SortRole,
            .filterRole = ModelsModel::FilterRole,
            .sortColumn = ModelsModel::Place,
            .widthsPx = {182, 122, 90, 68, 84, 90}};
}

} // namespace

ModelsTable::ModelsTable(ModelsModel& model, QWidget* parent)
    : FolderTable(model, modelsSetup(), parent) {
    connect(&table(), &QTableView::activated, this, &ModelsTable::useAsked);
    connect(addButton(tr("Get models"), tr("Where models come from, and where to put them")),
            &QPushButton::clicked, this, &ModelsTable::guideAsked);
}

} // namespace unlit::ui
