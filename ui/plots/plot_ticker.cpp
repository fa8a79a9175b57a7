#include "ui/plots/plot_ticker.h"

#include "ui/plots/plot_text.h"
#include "ui/plots/plot_ticks.h"

namespace unlit::ui {

namespace {

void put(const PlotTicks& from, QVector<double>& ticks, QVector<double>* subTicks) {
    ticks = QVector<double>(from.ticks.begin(), from.ticks.end());
    if (subTicks != nullptr)
        *subTicks = QVector<double>(from.subTicks.begin(), from.subTicks.end());
}

} // namespace

void XTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                       QVector<double>* subTicks, QVector<QString>* labels) {
    const PlotTicks made = linearTicks({range.lower, range.upper}, tickCount(), m_axis);
    put(made, ticks, subTicks);
    if (labels == nullptr)
        return;
    labels->clear();
    for (const double tick : made.ticks)
        labels->append(tickText(tick, made.step, m_axis));
}

void YTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                       QVector<double>* subTicks, QVector<QString>* labels) {
    const PlotRange shown = {range.lower, range.upper};
    const PlotTicks made =
        m_isLogarithmic ? logarithmicTicks(shown, tickCount()) : linearTicks(shown, tickCount());
    put(made, ticks, subTicks);
    if (labels == nullptr)
        return;
    labels->clear();
    for (const double tick : made.ticks)
        labels->append(
            figureText(std::abs(tick) < made.step * 1e-9 && !m_isLogarithmic ? 0 : tick));
}

} // namespace unlit::ui
