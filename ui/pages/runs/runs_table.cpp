#include "ui/pages/runs/runs_table.h"

#include "core/runs/run_filter.h"
#include "ui/plots/plot_text.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace unlit::ui {

namespace {

/// Words, and comparisons of settings and figures.
FilteredRows::Passes passing(const RunsModel& model, const QString& text, bool isArchivedShown) {
    using Archived = runs::RunFilter::Archived;
    const runs::RunFilter filter(text.toStdString(),
                                 isArchivedShown ? Archived::Shown : Archived::Hidden);
    if (filter.isEmpty())
        return {};
    return [&model, filter](int row) {
        const QString shown = model.index(row, 0).data(RunsModel::FilterRole).toString();
        return filter.passes(model.at(row), shown.toLower().toStdString());
    };
}

/// Of the longest word for how a run does, in the language of the window.
int statusWidth() {
    using runs::RunStatus;
    constexpr int kUsualPx = 90;
    constexpr int kRoomPx = 20;
    const QFontMetrics metrics(QGuiApplication::font());
    int width = kUsualPx;
    for (const RunStatus status :
         {RunStatus::Running, RunStatus::Paused, RunStatus::Finished, RunStatus::Stopped,
          RunStatus::Failed, RunStatus::Interrupted, RunStatus::Unreadable})
        width = std::max(width, metrics.horizontalAdvance(statusText(status)) + kRoomPx);
    return width;
}

/// Of a small loss, which is the longest: a figure that is cut off in its middle says nothing.
int figureWidth() {
    constexpr double kSmallLoss = 4.444e-5;
    constexpr int kRoomPx = 20;
    return QFontMetrics(QGuiApplication::font()).horizontalAdvance(figureText(kSmallLoss)) +
           kRoomPx;
}

/// `isArchivedShown` is looked at whenever the text is another.
FolderTableSetup runsSetup(const RunsModel& model, const bool& isArchivedShown) {
    return {.title = RunsTable::tr("Runs"),
            .filterHint = RunsTable::tr("Filter: words, lr>1e-4, best>=20"),
            .filterToolTip = RunsTable::tr(
                "Shows runs whose name, status, note or tags have these words, and whose "
                "settings and figures compare so: lr>1e-4 optimizer.name=Muon "
                "status=failed tag=baseline archived=yes step<100 "
                "val/rooms/psnr>=20 (Ctrl+F)"),
            .keys = RunsTable::tr("Space shows or hides the curves of the chosen run, Delete moves "
                                  "it to the trash"),
            .addToolTip = RunsTable::tr("Look for runs in one more folder (Ctrl+O)"),
            .sortRole = RunsModel::SortRole,
            .filterRole = RunsModel::FilterRole,
            .sortColumn = RunsModel::Started,
            .sortOrder = Qt::DescendingOrder,
            .widthsPx = {216, statusWidth(), 110, figureWidth(), 96, 84, 130},
            .makeFilter = [&model, &isArchivedShown](const QString& text) {
                return passing(model, text, isArchivedShown);
            }};
}

} // namespace

RunsTable::RunsTable(RunsModel& model, QWidget* parent)
    : FolderTable(model, runsSetup(model, m_isArchivedShown), parent), m_model(model) {
    refilter();
    table().installEventFilter(this);
    table().setTextElideMode(Qt::ElideMiddle); // names of a sweep differ at their end
    QHeaderView* header = table().horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& place) { showColumnsAt(header->mapToGlobal(place)); });
}

void RunsTable::setArchivedShown(bool isShown) {
    m_isArchivedShown = isShown;
    refilter();
    emit archivedShown(isShown);
}

bool RunsTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return FolderTable::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.modifiers() != Qt::NoModifier ||
        (key.key() != Qt::Key_Space && key.key() != Qt::Key_Delete))
        return FolderTable::eventFilter(watched, event);
    if (key.key() == Qt::Key_Space) // in whatever column the current cell is
        emit toggleAsked();
    else
        emit trashAsked();
    return true;
}

} // namespace unlit::ui
