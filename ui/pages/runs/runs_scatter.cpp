#include "ui/pages/runs/runs_scatter.h"

#include "core/base/number_text.h"
#include "core/runs/run_filter.h"
#include "ui/kit/text.h"
#include "ui/plots/run_colors.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

/// What an axis makes of the cells of its column: numbers where all of them are, else words.
class ScatterColumn {
public:
    ScatterColumn(const std::vector<std::string>& cells, QString name, bool isLogarithmic)
        : m_axis{std::move(name), {}, isLogarithmic} {
        for (const std::string& cell : cells)
            if (!cell.empty() && !numberIn<double>(cell) && cell != "null")
                m_axis.words += toQString(cell);
        if (m_axis.words.isEmpty())
            return;
        for (const std::string& cell : cells)
            if (!cell.empty())
                m_axis.words += toQString(cell);
        m_axis.words.removeDuplicates();
        m_axis.words.sort();
        m_axis.isLogarithmic = false;
    }

    std::optional<double> valueOf(const std::string& cell) const {
        if (!m_axis.words.isEmpty()) {
            const qsizetype place = m_axis.words.indexOf(toQString(cell));
            return cell.empty() || place < 0 ? std::nullopt
                                             : std::optional(static_cast<double>(place));
        }
        const auto number = numberIn<double>(cell);
        if (!number || !std::isfinite(*number) || (m_axis.isLogarithmic && *number <= 0))
            return std::nullopt;
        return number;
    }

    const ScatterAxis& axis() const { return m_axis; }

private:
    ScatterAxis m_axis;
};

void fillBox(QComboBox& box, const QStringList& keys, const QString& wanted) {
    const QSignalBlocker quiet(&box);
    box.clear();
    box.addItems(keys);
    box.setCurrentIndex(std::max(0, static_cast<int>(keys.indexOf(wanted))));
}

} // namespace

RunsScatter::RunsScatter(const RunsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_x(new QComboBox(this)), m_y(new QComboBox(this)),
      m_xLogarithmic(new QCheckBox(tr("log"), this)),
      m_yLogarithmic(new QCheckBox(tr("log"), this)), m_caption(makeLabel({}, "hint", this)),
      m_plot(new ScatterPlot(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_plot, 1);
    m_caption->setContentsMargins(12, 4, 12, 8);
    m_caption->setWordWrap(true);
    column->addWidget(m_caption);
    connect(m_plot, &ScatterPlot::chosen, this,
            [this](const QString& run) { emit chosen(toPath(run)); });
}

QWidget* RunsScatter::makeBar() {
    auto* bar = new QWidget(this);
    m_x->setAccessibleName(tr("To the right"));
    m_x->setToolTip(tr("What goes to the right: a setting in which the runs differ, or a figure"));
    m_y->setAccessibleName(tr("Upwards"));
    m_y->setToolTip(tr("What goes up: a figure, of which the best value counts, or a setting"));
    m_xLogarithmic->setAccessibleName(tr("To the right by the logarithm"));
    m_yLogarithmic->setAccessibleName(tr("Upwards by the logarithm"));
    auto* exporting = new QPushButton(tr("Export"), bar);
    auto* menu = new QMenu(exporting);
    for (const char* suffix : {"png", "svg"}) {
        const QString name = QString::fromLatin1(suffix);
        menu->addAction(name.toUpper() + u'…', this, [this, name] { emit exportAsked(name); });
    }
    exporting->setMenu(menu);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    for (QComboBox* box : {m_y, m_x}) {
        box->setMinimumWidth(110);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(box, &QComboBox::activated, this, [this] {
            m_wantedX = m_x->currentText();
            m_wantedY = m_y->currentText();
            refresh();
        });
    }
    row->addWidget(m_y, 1);
    row->addWidget(m_yLogarithmic);
    row->addWidget(makeLabel(tr("over"), "label", bar));
    row->addWidget(m_x, 1);
    row->addWidget(m_xLogarithmic);
    row->addWidget(exporting);
    for (QCheckBox* box : {m_xLogarithmic, m_yLogarithmic})
        connect(box, &QCheckBox::toggled, this, &RunsScatter::refresh);
    return bar;
}

void RunsScatter::setRows(std::vector<int> rows, int current) {
    m_rows = std::move(rows);
    m_current = current;
    if (!isVisible())
        return;
    fillKeys();
    refresh();
}

void RunsScatter::setAxes(const QString& x, const QString& y, bool isXLogarithmic,
                          bool isYLogarithmic) {
    m_wantedX = x;
    m_wantedY = y;
    m_xLogarithmic->setChecked(isXLogarithmic);
    m_yLogarithmic->setChecked(isYLogarithmic);
    if (isVisible()) {
        fillKeys();
        refresh();
    }
}

void RunsScatter::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fillKeys();
    refresh();
}

void RunsScatter::fillKeys() {
    QStringList settings;
    QStringList figures{QStringLiteral("best")};
    QStringList rest{QStringLiteral("step"), QStringLiteral("seconds"), QStringLiteral("bytes")};
    for (const QString& key : m_model.possibleColumns()) {
        const bool isLabel = key == QStringLiteral("tags") || key == QStringLiteral("group");
        (isLabel ? rest : key.startsWith(QStringLiteral("val/")) ? figures : settings) += key;
    }
    // The learning rate is what runs differ in most.
    fillBox(*m_x, settings + rest + figures,
            m_wantedX.isEmpty() ? QStringLiteral("lr") : m_wantedX);
    fillBox(*m_y, figures + rest + settings, m_wantedY);
}

void RunsScatter::refresh() {
    const std::string xKey = m_x->currentText().toStdString();
    const std::string yKey = m_y->currentText().toStdString();
    std::vector<std::string> xCells;
    std::vector<std::string> yCells;
    for (const int row : m_rows) {
        xCells.push_back(runs::cellOf(m_model.at(row), xKey));
        yCells.push_back(runs::cellOf(m_model.at(row), yKey));
    }
    const ScatterColumn x(xCells, m_x->currentText(), isXLogarithmic());
    const ScatterColumn y(yCells, m_y->currentText(), isYLogarithmic());
    std::vector<ScatterPoint> points;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto xValue = x.valueOf(xCells[i]);
        const auto yValue = y.valueOf(yCells[i]);
        if (!xValue || !yValue)
            continue;
        const int row = m_rows[i];
        ScatterPoint point{*xValue, *yValue, toQString(m_model.at(row).name),
                           toQString(m_model.at(row).folder)};
        if (m_model.isShown(row) && m_model.colorOf(row))
            point.color = runColor(*m_model.colorOf(row), palette());
        points.push_back(std::move(point));
    }
    const auto left = static_cast<int>(m_rows.size() - points.size());
    QString text = tr("%n runs of the table", nullptr, static_cast<int>(points.size()));
    if (left > 0)
        text += QStringLiteral(" · ") + tr("%n without both values", nullptr, left);
    m_caption->setText(text + QStringLiteral(" · ") + tr("a click chooses the run"));
    m_plot->setPoints(x.axis(), y.axis(), std::move(points));
    m_plot->setCurrent(m_current >= 0 && m_current < m_model.rowCount()
                           ? toQString(m_model.at(m_current).folder)
                           : QString());
}

} // namespace unlit::ui
