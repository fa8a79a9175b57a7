#include "ui/plots/scatter_plot.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_ticks.h"

#include <QBuffer>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kLeftPx = 84;
constexpr double kBottomPx = 52;
constexpr double kTopPx = 16;
constexpr double kRightPx = 20;
constexpr double kDotPx = 4.5;
constexpr double kReachPx = 9; ///< of a click
constexpr int kTickRoomPx = 90;

struct ScatterTick {
    double value = 0;
    QString text;
};

std::vector<ScatterTick> ticksOf(const ScatterAxis& axis, const PlotRange& range, int count) {
    std::vector<ScatterTick> ticks;
    for (qsizetype i = 0; i < axis.words.size(); ++i)
        ticks.push_back({static_cast<double>(i), axis.words[i]});
    if (!axis.words.isEmpty())
        return ticks;
    const PlotTicks found =
        axis.isLogarithmic ? logarithmicTicks(range, count) : linearTicks(range, count);
    for (const double value : found.ticks)
        if (range.contains(value)) // 0 that was added up from tenths is 0
            ticks.push_back(
                {value,
                 figureText(std::abs(value) < found.step * 1e-9 && !axis.isLogarithmic ? 0.0
                                                                                       : value)});
    return ticks;
}

PlotRange rangeOf(const std::vector<ScatterPoint>& points, const ScatterAxis& axis,
                  double ScatterPoint::*value) {
    if (!axis.words.isEmpty())
        return {-0.5, static_cast<double>(axis.words.size()) - 0.5};
    if (points.empty())
        return axis.isLogarithmic ? PlotRange{1, 10} : PlotRange{0, 1};
    PlotRange range{points[0].*value, points[0].*value};
    for (const ScatterPoint& point : points) {
        range.low = std::min(range.low, point.*value);
        range.high = std::max(range.high, point.*value);
    }
    return widened(range, 0.06, axis.isLogarithmic);
}

void writeBytes(const std::filesystem::path& file, const QByteArray& bytes) {
    writeAtomically(file,
                    std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setMinimumSize(200, 140);
    setAccessibleName(tr("Points of the runs"));
}

void ScatterPlot::setPoints(ScatterAxis x, ScatterAxis y, std::vector<ScatterPoint> points) {
    m_x = std::move(x);
    m_y = std::move(y);
    m_points = std::move(points);
    m_xRange = rangeOf(m_points, m_x, &ScatterPoint::x);
    m_yRange = rangeOf(m_points, m_y, &ScatterPoint::y);
    update();
}

void ScatterPlot::setCurrent(const QString& run) {
    m_current = run;
    update();
}

QRectF ScatterPlot::plotArea() const {
    return QRectF(rect()).adjusted(kLeftPx, kTopPx, -kRightPx, -kBottomPx);
}

QPointF ScatterPlot::placeOf(const ScatterPoint& point) const {
    const QRectF area = plotArea();
    return {area.left() + area.width() * placeIn(m_xRange, point.x, m_x.isLogarithmic),
            area.bottom() - area.height() * placeIn(m_yRange, point.y, m_y.isLogarithmic)};
}

void ScatterPlot::paintXAxis(QPainter& painter, const ThemeTokens& tokens,
                             const QRectF& area) const {
    const int room = std::max(2, static_cast<int>(area.width()) / kTickRoomPx);
    const std::vector<ScatterTick> ticks = ticksOf(m_x, m_xRange, room);
    const double width = area.width() / static_cast<double>(std::max<std::size_t>(1, ticks.size()));
    for (const ScatterTick& tick : ticks) {
        const double x =
            area.left() + area.width() * placeIn(m_xRange, tick.value, m_x.isLogarithmic);
        painter.setPen(tokens.line);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(tokens.secondary);
        const QRectF place(x - width / 2, area.bottom() + 4, width, 18);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop,
                         painter.fontMetrics().elidedText(tick.text, Qt::ElideRight,
                                                          static_cast<int>(width) - 2));
    }
    painter.setPen(tokens.text);
    painter.drawText(QRectF(area.left(), area.bottom() + 26, area.width(), 20), Qt::AlignHCenter,
                     m_x.name);
}

void ScatterPlot::paintYAxis(QPainter& painter, const ThemeTokens& tokens,
                             const QRectF& area) const {
    const int room = std::max(2, static_cast<int>(area.height()) / 50);
    for (const ScatterTick& tick : ticksOf(m_y, m_yRange, room)) {
        const double y =
            area.bottom() - area.height() * placeIn(m_yRange, tick.value, m_y.isLogarithmic);
        painter.setPen(tokens.line);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(tokens.secondary);
        painter.drawText(QRectF(22, y - 10, kLeftPx - 28, 20), Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(tick.text, Qt::ElideRight,
                                                          static_cast<int>(kLeftPx) - 28));
    }
    painter.save();
    painter.setPen(tokens.text);
    painter.translate(4, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, area.height(), 20), Qt::AlignHCenter, m_y.name);
    painter.restore();
}

void ScatterPlot::paint(QPainter& painter, const ThemeTokens& tokens) const {
    const QRectF area = plotArea();
    painter.setFont(font());
    painter.fillRect(rect(), tokens.window);
    paintXAxis(painter, tokens, area);
    paintYAxis(painter, tokens, area);
    painter.setRenderHint(QPainter::Antialiasing);
    const ScatterPoint* current = nullptr;
    for (const ScatterPoint& point : m_points) {
        QColor fill = point.color.value_or(tokens.secondary);
        fill.setAlphaF(point.color ? 1.0F : 0.7F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawEllipse(placeOf(point), kDotPx, kDotPx);
        if (!m_current.isEmpty() && point.run == m_current)
            current = &point;
    }
    if (current != nullptr) {
        painter.setPen(QPen(tokens.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(placeOf(*current), kDotPx + 3, kDotPx + 3);
    }
}

void ScatterPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter, themeTokens(palette()));
}

const ScatterPoint* ScatterPlot::pointAt(const QPointF& place) const {
    const ScatterPoint* nearest = nullptr;
    double least = kReachPx * kReachPx;
    for (const ScatterPoint& point : m_points) {
        const QPointF way = placeOf(point) - place;
        const double square = QPointF::dotProduct(way, way);
        if (square <= least) {
            least = square;
            nearest = &point;
        }
    }
    return nearest;
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        if (const ScatterPoint* point = pointAt(event->position()))
            emit chosen(point->run);
}

bool ScatterPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const auto text = [](const ScatterAxis& axis, double value) {
        return axis.words.isEmpty() ? figureText(value)
                                    : axis.words.value(static_cast<qsizetype>(value));
    };
    if (const ScatterPoint* point = pointAt(help.pos()))
        QToolTip::showText(help.globalPos(),
                           point->name + u'\n' + m_x.name + QStringLiteral(": ") +
                               text(m_x, point->x) + u'\n' + m_y.name + QStringLiteral(": ") +
                               text(m_y, point->y),
                           this);
    else
        QToolTip::hideText();
    return true;
}

void ScatterPlot::savePng(const std::filesystem::path& file, double scale) const {
    QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paint(painter, themeTokens(palette()));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!image.save(&buffer, "PNG"))
        throw Error(ErrorKind::Io, "cannot draw the plot as PNG", "try a smaller window");
    writeBytes(file, bytes);
}

void ScatterPlot::saveSvg(const std::filesystem::path& file) const {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size());
    svg.setViewBox(rect());
    svg.setTitle(m_y.name + QStringLiteral(" / ") + m_x.name);
    QPainter painter(&svg);
    paint(painter, themeTokens(ThemeKind::Light));
    painter.end();
    writeBytes(file, bytes);
}

} // namespace unlit::ui
