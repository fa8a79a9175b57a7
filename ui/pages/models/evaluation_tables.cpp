#include "ui/pages/models/evaluation_tables.h"

#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/theme.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace unlit::ui {

namespace {

using evaluate::Cell;
using evaluate::CellMetric;
using evaluate::cellMetrics;

QStandardItem* wordItem(const QString& text, const QString& toolTip = {}) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(toolTip);
    return item;
}

QStandardItem* numberItem(const QString& text, const QString& toolTip = {}) {
    QStandardItem* item = wordItem(text, toolTip);
    item->setFont(valueFont());
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QString valueText(double value) {
    return std::isnan(value) ? QStringLiteral("–") : figureText(value);
}

QString signedText(double value) {
    return (value > 0 ? QStringLiteral("+") : QString()) + valueText(value);
}

/// "24.1" over "+0.3 [-0.1, +0.7]".
QStandardItem* meanItem(double mean, std::int64_t pictures,
                        const std::optional<evaluate::Interval>& difference) {
    QString text = valueText(mean);
    QString toolTip = QObject::tr("Mean over %1 pictures").arg(pictures);
    if (difference) {
        text += QStringLiteral("\n%1 [%2, %3]")
                    .arg(signedText(difference->mean), signedText(difference->low),
                         signedText(difference->high));
        const bool isSure = difference->low > 0 || difference->high < 0;
        toolTip +=
            u'\n' +
            (isSure ? QObject::tr("The difference to the first model is larger than "
                                  "the choice of pictures explains")
                    : QObject::tr(
                          "The choice of pictures alone explains the difference to the first"));
    }
    return numberItem(text, toolTip);
}

/// None where no picture could be measured.
QList<QStandardItem*> meanItems(const evaluate::ModelSummaryTable& model, const Cell& cell) {
    QList<QStandardItem*> items;
    const auto found = model.cells.find(cell);
    for (std::size_t i = 0; i < cellMetrics().size(); ++i)
        items += found != model.cells.end()
                     ? meanItem(found->second[i].mean, found->second[i].pictures,
                                found->second[i].difference)
                     : numberItem(QStringLiteral("–"));
    return items;
}

/// How far from what would be perfect; larger is worse, NaN is last.
double badness(const CellMetric& metric, double value) {
    if (std::isnan(value))
        return -std::numeric_limits<double>::infinity();
    return metric.isOneBest ? std::abs(value - 1) : metric.isHigherBetter ? -value : value;
}

double figureOf(const Evaluation& evaluation, std::size_t model, std::size_t picture,
                const Cell& cell, std::size_t metric) {
    const auto& figures = evaluation.models[model].pictures[picture];
    if (!figures)
        return std::numeric_limits<double>::quiet_NaN();
    const auto found = figures->measurement.cells.find(cell);
    return found != figures->measurement.cells.end() ? found->second[metric]
                                                     : std::numeric_limits<double>::quiet_NaN();
}

void setHead(QStandardItemModel& table, int column, const QString& text, const QString& toolTip) {
    auto* item = new QStandardItem(text);
    item->setToolTip(toolTip);
    item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    table.setHorizontalHeaderItem(column, item);
}

} // namespace

void fillFigures(QStandardItemModel& table, const Evaluation& evaluation, const QStringList& names,
                 const Cell& cell) {
    table.clear();
    const bool hasPairs = !evaluation.pictures.empty();
    int column = 0;
    setHead(table, column++, QObject::tr("Model"), {});
    if (hasPairs)
        for (const CellMetric& metric : cellMetrics())
            setHead(table, column++,
                    toQString(metric.name + (metric.unit.empty() ? "" : " " + metric.unit)),
                    toQString(metric.meaning));
    if (!evaluation.whdr.empty())
        setHead(table, column++, QStringLiteral("WHDR"),
                QObject::tr("Share of human judgements that are contradicted, "
                            "by their weight"));
    for (std::size_t m = 0; m < evaluation.models.size(); ++m) {
        QList<QStandardItem*> row{
            wordItem(names[static_cast<int>(m)], toQString(evaluation.models[m].what))};
        if (hasPairs)
            row += meanItems(evaluation.summary.models[m], cell);
        if (!evaluation.whdr.empty()) {
            const WhdrFigures& whdr = evaluation.whdr[m];
            row += meanItem(whdr.mean.mean, whdr.mean.pictures, whdr.difference);
        }
        table.appendRow(row);
    }
}

void fillWorst(QStandardItemModel& table, const Evaluation& evaluation, const QStringList& names,
               const Cell& cell, std::size_t metric, std::size_t model) {
    table.clear();
    setHead(table, 0, QObject::tr("Picture"), {});
    for (std::size_t m = 0; m < evaluation.models.size(); ++m)
        setHead(table, static_cast<int>(m) + 1, names[static_cast<int>(m)],
                names[static_cast<int>(m)]);
    std::vector<std::size_t> order(evaluation.pictures.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t picture) {
        return badness(cellMetrics()[metric], figureOf(evaluation, model, picture, cell, metric));
    });
    for (const std::size_t picture : order) {
        const QString name = toQString(evaluation.pictures[picture]);
        QList<QStandardItem*> row{wordItem(name, name)};
        for (std::size_t m = 0; m < evaluation.models.size(); ++m)
            row += numberItem(valueText(figureOf(evaluation, m, picture, cell, metric)));
        table.appendRow(row);
    }
}

} // namespace unlit::ui
