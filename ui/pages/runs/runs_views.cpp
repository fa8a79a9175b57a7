#include "ui/pages/runs/runs_views.h"

#include "ui/kit/text.h"
#include "ui/plots/plot_file.h"
#include "ui/widgets/page_columns.h"

#include <utility>

namespace unlit::ui {

RunsViews::RunsViews(RunsModel& model, RunsTable& table,
                     InferenceController::MakeService makeService, RunBranching branching,
                     QWidget* parent)
    : QWidget(parent), m_model(model), m_table(table), m_curves(new RunsCurves(model, this)),
      m_pictures(new RunsPictures(this)), m_differences(new RunsDifferences(this)),
      m_notes(new RunsNotes(this)),
      m_checkpoints(new RunsCheckpoints(std::move(makeService), std::move(branching), this)),
      m_scatter(new RunsScatter(model, this)), m_bar(new SegmentedControl(this)),
      m_stack(new QStackedWidget(this)), m_nothing(new QWidget(this)),
      m_notice(new NoticeCard(m_stack)) {
    m_bar->setItems({tr("Curves"), tr("Pictures"), tr("Differences"), tr("Notes"),
                     tr("Checkpoints"), tr("Scatter")},
                    {tr("Figures of the checked runs (Alt+1)"),
                     tr("What they made of the same picture (Alt+2)"),
                     tr("Where the settings of two runs differ (Alt+3)"),
                     tr("Facts and notes of the chosen run (Alt+4)"),
                     tr("Weights that the chosen run has saved (Alt+5)"),
                     tr("A setting of the runs against a figure (Alt+6)")});
    m_bar->setAccessibleName(tr("View"));
    layOutViews(
        *this, makeViewBar(m_bar), *m_stack,
        {m_curves, m_pictures, m_differences, m_notes, m_checkpoints, m_scatter, m_nothing});
    connectViews();
}

void RunsViews::connectViews() {
    connect(m_bar, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<RunsView>(view)); });
    connect(m_notice, &NoticeCard::clicked, this, &RunsViews::noticeClicked);
    connect(m_curves, &RunsCurves::exportAsked, this, &RunsViews::exportCurves);
    connect(m_scatter, &RunsScatter::exportAsked, this, &RunsViews::exportScatter);
    connect(m_scatter, &RunsScatter::chosen, this, [this](const std::filesystem::path& run) {
        if (const int row = m_model.rowOf(run); row >= 0)
            m_table.setCurrent(row);
    });
    connect(&m_table, &RunsTable::filtered, this, &RunsViews::refreshScatter);
    connect(m_notes, &RunsNotes::checkpointsAsked, this, [this](CheckpointAsk ask) {
        showView(RunsView::Checkpoints);
        m_checkpoints->ask(ask);
    });
}

void RunsViews::showView(RunsView view) {
    m_bar->setCurrent(static_cast<int>(view));
    if (view == RunsView::Differences || view == RunsView::Scatter)
        refresh(); // it does not hear of runs while it is hidden
    showStack();
}

void RunsViews::setNotice(const std::optional<Notice>& notice) {
    m_hasNotice = notice.has_value();
    showStack();
    if (notice)
        m_notice->show(*notice);
    else
        m_notice->hide();
}

/// Empty axes behind the card would only distract from it.
void RunsViews::showStack() {
    m_stack->setCurrentIndex(m_hasNotice ? m_stack->indexOf(m_nothing) : m_bar->current());
    m_bar->setEnabled(!m_hasNotice);
}

void RunsViews::refresh() {
    const int current = m_table.current();
    const runs::RunSummary* run = current >= 0 ? &m_model.at(current) : nullptr;
    std::vector<int> rows = m_model.shownRows();
    if (rows.empty() && current >= 0)
        rows.push_back(current);
    std::vector<RunPictureQuestion::Run> pictures;
    std::vector<std::filesystem::path> preferred;
    for (const int row : rows) {
        pictures.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
        preferred.push_back(m_model.at(row).folder);
    }
    m_curves->setCurrent(run != nullptr ? run->folder : std::filesystem::path());
    m_pictures->setRuns(std::move(pictures));
    if (view() == RunsView::Differences)
        m_differences->setRuns(allRuns(), preferred);
    m_notes->setRun(run);
    m_checkpoints->setRun(run);
    refreshScatter();
}

void RunsViews::refreshScatter() {
    if (m_scatter->isVisible() || view() == RunsView::Scatter)
        m_scatter->setRows(m_table.rowsOnShow(), m_table.current());
}

std::vector<RunsDifferences::Run> RunsViews::allRuns() const {
    std::vector<RunsDifferences::Run> all;
    for (int row = 0; row < m_model.rowCount(); ++row)
        all.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
    return all;
}

void RunsViews::exportCurves(const QString& kind) {
    exportPlot(m_curves->mainPlot(), kind, this, m_table.message());
}

void RunsViews::exportScatter(const QString& suffix) {
    ui::exportScatter(m_scatter->plot(), suffix, this, m_table.message());
}

} // namespace unlit::ui
