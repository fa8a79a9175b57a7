#include "ui/pages/models/evaluation_results.h"

#include "ui/kit/text.h"
#include "ui/pages/models/evaluation_tables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kFirstColumnPx = 150;
constexpr int kFigureColumnPx = 148;

void widen(QTableView& table, bool hasIntervals) {
    for (int column = 1; column < table.model()->columnCount(); ++column)
        table.setColumnWidth(
            column, std::max(kFigureColumnPx, table.horizontalHeader()->sectionSizeHint(column)));
    table.setColumnWidth(0, kFirstColumnPx);
    if (hasIntervals) { // they say nothing when they are cut short
        table.resizeColumnsToContents();
        table.resizeRowsToContents();
    }
}

} // namespace

EvaluationResults::EvaluationResults(QWidget* parent)
    : QWidget(parent), m_scale(new QComboBox(this)), m_region(new QComboBox(this)),
      m_space(new QComboBox(this)), m_metric(new QComboBox(this)), m_worstOf(new QComboBox(this)),
      m_figureTable(makeTable(m_figures, tr("Figures"))),
      m_worstTable(makeTable(m_worst, tr("Worst pictures"))), m_sheet(new Viewer(this)),
      m_views(new SegmentedControl(this)), m_stack(new QStackedWidget(this)),
      m_notice(new NoticeCard(m_stack)) {
    fillBoxes();
    m_sheet->setHistogramShown(false);
    for (QWidget* view : std::initializer_list<QWidget*>{m_figureTable, m_worstTable, m_sheet})
        m_stack->addWidget(view);
    m_views->setItems({tr("Figures"), tr("Worst pictures"), tr("Contact sheet")},
                      {tr("Means, and differences to the first model with their intervals of 95 %"),
                       tr("Every picture, the worst first"),
                       tr("Input, each model's albedo times its one factor, truth")});
    m_views->setAccessibleName(tr("Results"));
    layOut();
    connect(m_views, &SegmentedControl::chosen, this, &EvaluationResults::showResult);
    showResult(0);
    m_notice->show({.icon = QStringLiteral("models"),
                    .title = tr("Models against the truth"),
                    .text = tr("Check models and baselines, and choose a set with its truth. The "
                               "others are compared with the first, picture by picture.")});
}

void EvaluationResults::fillBoxes() {
    const auto fill = [this](QComboBox* box, const QString& name, const QString& toolTip) {
        box->setAccessibleName(name);
        box->setToolTip(toolTip);
        connect(box, &QComboBox::currentIndexChanged, this, &EvaluationResults::showFigures);
    };
    m_scale->addItems({tr("no scale"), tr("one scale"), tr("a scale per channel")});
    m_region->addItems({tr("masked"), tr("all pixels")});
    m_space->addItems({tr("linear"), tr("encoded")});
    m_scale->setCurrentIndex(static_cast<int>(evaluate::ScaleKind::One));
    for (const evaluate::CellMetric& metric : evaluate::cellMetrics())
        m_metric->addItem(toQString(metric.name));
    fill(m_scale, tr("Scale"), tr("Which factor a prediction may have before it is compared"));
    fill(m_region, tr("Region"), tr("Which pixels count"));
    fill(m_space, tr("Values"), tr("In which numbers pictures are compared"));
    fill(m_metric, tr("Metric"), tr("The figure that the worst pictures are sorted by"));
    fill(m_worstOf, tr("Model"), tr("The model whose worst pictures come first"));
}

QTableView* EvaluationResults::makeTable(QStandardItemModel& model, const QString& name) {
    auto* table = new QTableView(this);
    table->setModel(&model);
    table->setAccessibleName(name);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void EvaluationResults::layOut() {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 0, 12, 6);
    bar->addWidget(m_views);
    bar->addStretch(1);
    auto* cells = new QHBoxLayout;
    cells->setContentsMargins(12, 0, 12, 6);
    cells->setSpacing(8);
    for (QComboBox* box : {m_scale, m_region, m_space, m_worstOf, m_metric})
        cells->addWidget(box);
    cells->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addLayout(cells);
    column->addWidget(m_stack, 1);
}

void EvaluationResults::showResult(int view) {
    m_views->setCurrent(view);
    m_stack->setCurrentIndex(view);
    const bool isSheet = m_stack->currentWidget() == m_sheet;
    for (QComboBox* box : {m_scale, m_region, m_space})
        box->setVisible(!isSheet);
    for (QComboBox* box : {m_worstOf, m_metric})
        box->setVisible(m_stack->currentWidget() == m_worstTable);
}

evaluate::Cell EvaluationResults::cell() const {
    return {static_cast<evaluate::ScaleKind>(m_scale->currentIndex()),
            static_cast<evaluate::Region>(m_region->currentIndex()),
            static_cast<evaluate::ValueSpace>(m_space->currentIndex())};
}

void EvaluationResults::take(const EvaluationAnswer& answer, const QStringList& names) {
    m_answer = answer;
    m_names = names;
    m_notice->hide();
    {
        const QSignalBlocker quiet(m_worstOf);
        m_worstOf->clear();
        m_worstOf->addItems(m_names);
    }
    if (answer.sheet)
        m_sheet->setLayers(
            {{.name = tr("Contact sheet"), .source = m_sheet->pyramid(answer.sheet)}}, 0, 0);
    else
        m_sheet->clear();
    showFigures();
}

void EvaluationResults::showFigures() {
    if (!m_answer.evaluation)
        return;
    const Evaluation& evaluation = *m_answer.evaluation;
    fillFigures(m_figures, evaluation, m_names, cell());
    fillWorst(m_worst, evaluation, m_names, cell(),
              static_cast<std::size_t>(std::max(0, m_metric->currentIndex())),
              static_cast<std::size_t>(std::max(0, m_worstOf->currentIndex())));
    widen(*m_figureTable, true);
    widen(*m_worstTable, false);
}

} // namespace unlit::ui
