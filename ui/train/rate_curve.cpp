#include "ui/train/rate_curve.h"

#include "core/train/optim/lr_schedule.h"
#include "ui/theme/theme_tokens.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr std::int64_t kMostPoints = 300;
constexpr std::int64_t kMostLooksAStretch = 200; // beyond them a peak may be missed
constexpr int kHeightPx = 84;
constexpr int kEdgePx = 6;

} // namespace

std::vector<QPointF> ratesOf(const config::TrainConfig& config, std::int64_t first,
                             std::int64_t end) {
    std::vector<QPointF> rates;
    const train::LrSchedule schedule(config.lrScheduler, config.maxIter);
    const auto rateAt = [&](std::int64_t step) {
        return QPointF(static_cast<double>(step), config.lr.at(step) * schedule.factor(step));
    };
    const std::int64_t stretch = (end - first) / kMostPoints + 1;
    const std::int64_t stride = stretch / kMostLooksAStretch + 1;
    for (std::int64_t begin = first; begin < end; begin += stretch) {
        QPointF highest = rateAt(begin);
        for (std::int64_t step = begin; step < std::min(begin + stretch, end); step += stride)
            if (const QPointF rate = rateAt(step); rate.y() > highest.y())
                highest = rate;
        if (begin == first && highest.x() > static_cast<double>(first))
            rates.push_back(rateAt(first));
        rates.push_back(highest);
    }
    if (end > first && rates.back().x() < static_cast<double>(end - 1))
        rates.push_back(rateAt(end - 1));
    return rates;
}

RateCurve::RateCurve(QWidget* parent) : QWidget(parent) {
    setFixedHeight(kHeightPx);
}

void RateCurve::show(std::vector<QPointF> rates, std::int64_t from) {
    m_rates = std::move(rates);
    m_from = from;
    update();
}

void RateCurve::paintEvent(QPaintEvent*) {
    if (m_rates.size() < 2)
        return;
    const ThemeTokens& tokens = themeTokens(palette());
    const QRectF area = QRectF(rect()).adjusted(kEdgePx, kEdgePx, -kEdgePx, -kEdgePx);
    const double steps = std::max(m_rates.back().x(), 1.0);
    const double largest =
        std::ranges::max(m_rates, {}, [](const QPointF& point) { return point.y(); }).y();
    const auto place = [&](const QPointF& point) {
        return QPointF(area.left() + area.width() * point.x() / steps,
                       area.bottom() - (largest > 0 ? area.height() * point.y() / largest : 0));
    };
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.border, 1, Qt::DashLine));
    const double border = place({static_cast<double>(m_from), 0}).x();
    painter.drawLine(QPointF(border, area.top()), QPointF(border, area.bottom()));
    painter.setPen(QPen(tokens.line, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    QPolygonF line;
    std::ranges::transform(m_rates, std::back_inserter(line), place);
    painter.setPen(QPen(tokens.accent, 1.5));
    painter.drawPolyline(line);
}

} // namespace unlit::ui
