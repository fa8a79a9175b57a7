#include "ui/plots/curve_layer.h"

#include "core/base/steering.h"
#include "ui/kit/text.h"
#include "ui/plots/column_bars.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kFaintAlpha = 95;
constexpr int kFaintAlphaOfMany = 60;     // overlaid raw lines hide each other
constexpr std::size_t kMostSmooth = 1200; // points of a line that is drawn without steps
constexpr double kHalfBroadPx = 0.3;
constexpr std::size_t kMostDots = 60; // beyond them dots would be a band
constexpr double kLabelGapPx = 4;
constexpr int kMostNotePx = 150;
constexpr double kMarksPx = 9; // of the checkpoints on the lower edge

/// The opaque colour that a translucent one has on the ground: half of the time of a band of lines.
QColor onWindow(const QColor& color, const QColor& ground) {
    const auto mixed = [share = color.alphaF()](int a, int b) {
        return static_cast<int>(
            std::lround(share * static_cast<float>(a) + (1 - share) * static_cast<float>(b)));
    };
    return {mixed(color.red(), ground.red()), mixed(color.green(), ground.green()),
            mixed(color.blue(), ground.blue())};
}

/// A star of five points around the origin.
QPolygonF star(double radius) {
    QPolygonF points;
    for (int i = 0; i < 10; ++i) {
        const double angle = M_PI * i / 5 - M_PI / 2;
        const double length = i % 2 == 0 ? radius : radius * 0.42;
        points << QPointF(length * std::cos(angle), length * std::sin(angle));
    }
    return points;
}

QString courseMarkText(const runs::CourseMark& mark) {
    return mark.kind == runs::CourseMark::Kind::LearningRate
               ? QObject::tr("rate %1").arg(figureText(mark.to))
               : QObject::tr("back from %1").arg(static_cast<qlonglong>(mark.from));
}

} // namespace

CurveLayer::CurveLayer(QCPAxisRect& axes, const std::vector<CurveView>& curves)
    : QCPLayerable(axes.parentPlot(), QStringLiteral("main")), m_axes(axes), m_curves(curves),
      m_tokens(themeTokens(ThemeKind::Dark)) {}

QRect CurveLayer::clipRect() const {
    return m_axes.rect();
}

void CurveLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

void CurveLayer::sample(const PlotRange& x) {
    const auto columns =
        static_cast<int>(std::max(1.0, m_axes.width() * mParentPlot->bufferDevicePixelRatio()));
    std::vector<double> edges;
    for (int i = 0; i <= columns; ++i)
        edges.push_back(valueAt(x, static_cast<double>(i) / columns, false));
    m_drawn.clear();
    for (const CurveView& curve : m_curves)
        m_drawn.push_back({curve.rawPoints(m_axis, edges), curve.smoothedPoints(m_axis, edges),
                           curve.notFinite(m_axis, x, columns / 6)});
}

QPointF CurveLayer::toPixel(double x, double y) const {
    return {m_axes.axis(QCPAxis::atBottom)->coordToPixel(x),
            m_axes.axis(QCPAxis::atLeft)->coordToPixel(y)};
}

void CurveLayer::draw(QCPPainter* painter) {
    m_labels.clear();
    for (const CurveView& curve : m_curves)
        drawSeams(*painter, curve);
    for (const CurveView& curve : m_curves)
        drawCourseMarks(*painter, curve);
    for (const CurveView& curve : m_curves)
        drawNotes(*painter, curve);
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const CurveView& curve = m_curves[i];
        QColor color = curve.curve().color;
        if (curve.isSmoothed())
            color.setAlpha(m_curves.size() > 1 ? kFaintAlphaOfMany : kFaintAlpha);
        if (m_drawn[i].raw.size() > kMostSmooth)
            color = onWindow(color, m_tokens.window);
        drawLine(*painter, m_drawn[i].raw, QPen(color, 1), !curve.isSmoothed());
    }
    for (std::size_t i = 0; i < m_drawn.size(); ++i)
        if (m_curves[i].isSmoothed())
            drawLine(*painter, m_drawn[i].smoothed, QPen(m_curves[i].curve().color, 1.6), false);
    for (std::size_t i = 0; i < m_drawn.size(); ++i)
        drawMarks(*painter, m_curves[i], m_drawn[i]);
    for (const CurveView& curve : m_curves)
        drawBest(*painter, curve);
}

void CurveLayer::drawLine(QCPPainter& painter, const std::vector<runs::PlotPoint>& points,
                          const QPen& pen, bool showsDots) const {
    const QPolygonF line = toPixels(points);
    if (line.isEmpty())
        return;
    // Of a dense line nobody sees the steps; but on paper lines stay lines.
    if (points.size() > kMostSmooth && !painter.modes().testFlag(QCPPainter::pmVectorized))
        drawBars(painter, line, pen);
    else
        drawSteps(painter, line, pen);
    if (line.size() == 1 || (showsDots && points.size() <= kMostDots)) {
        painter.setAntialiasing(true);
        painter.setPen(QPen(pen.color(), 1));
        painter.setBrush(pen.color());
        for (const QPointF& point : line)
            painter.drawEllipse(point, 2, 2);
    }
}

/// Without the points that a logarithmic axis does not have.
QPolygonF CurveLayer::toPixels(const std::vector<runs::PlotPoint>& points) const {
    const QCPAxis& y = *m_axes.axis(QCPAxis::atLeft);
    const bool isLogarithmic = y.scaleType() == QCPAxis::stLogarithmic;
    const QCPRange across = m_axes.axis(QCPAxis::atBottom)->range();
    const QRect area = m_axes.rect();
    const auto value = [isLogarithmic](double at) { return isLogarithmic ? std::log(at) : at; };
    const double low = value(y.range().lower);
    const double perX = area.width() / across.size();
    const double perY = area.height() / (value(y.range().upper) - low);
    QPolygonF line;
    line.reserve(static_cast<qsizetype>(points.size()));
    for (const runs::PlotPoint& point : points)
        if (!isLogarithmic || point.y > 0)
            line.append({area.left() + (point.x - across.lower) * perX,
                         area.bottom() - (value(point.y) - low) * perY});
    return line;
}

/// Pens wider than a pixel are stroked as areas, which costs a hundred times as much: two lines
/// beside each other make a broad one.
void CurveLayer::drawSteps(QCPPainter& painter, QPolygonF line, QPen pen) const {
    const bool isBroad = pen.widthF() > 1;
    pen.setWidthF(1);
    painter.setAntialiasing(isBroad || line.size() <= static_cast<qsizetype>(kMostDots));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (isBroad)
        line.translate(-kHalfBroadPx, -kHalfBroadPx);
    painter.drawPolyline(line);
    if (isBroad) {
        line.translate(2 * kHalfBroadPx, 2 * kHalfBroadPx);
        painter.drawPolyline(line);
    }
}

void CurveLayer::drawBars(QCPPainter& painter, QPolygonF line, const QPen& pen) const {
    const double ratio = mParentPlot->bufferDevicePixelRatio();
    const QRect area = m_axes.rect();
    for (QPointF& point : line)
        point = (point - area.topLeft()) * ratio;
    QImage picture(area.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    const std::span<const QPointF> points(line.constData(), static_cast<std::size_t>(line.size()));
    paintBars(picture, columnBars(points, picture.size()), pen.color(), pen.widthF() > 1 ? 2 : 1);
    picture.setDevicePixelRatio(ratio);
    painter.drawImage(area.topLeft(), picture);
}

void CurveLayer::drawSeams(QCPPainter& painter, const CurveView& curve) {
    std::vector<std::int64_t> steps = curve.curve().resumes;
    for (const std::uint32_t row : curve.curve().run->seams())
        steps.push_back(curve.curve().run->stepAt(row));
    painter.setAntialiasing(false);
    painter.setFont(interfaceFont(10));
    const QRect area = m_axes.rect();
    for (const std::int64_t step : steps) {
        const auto x = curve.xOfStep(step, m_axis);
        if (!x)
            continue;
        const double at = m_axes.axis(QCPAxis::atBottom)->coordToPixel(*x);
        painter.setPen(QPen(m_tokens.good, 1, Qt::DashLine));
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        drawSeamLabel(painter, at, tr("resumed"));
    }
}

/// A mark whose step was taken back since stands where the run went on.
void CurveLayer::drawCourseMarks(QCPPainter& painter, const CurveView& curve) {
    painter.setAntialiasing(false);
    painter.setFont(interfaceFont(10));
    const QRect area = m_axes.rect();
    for (const runs::CourseMark& mark : curve.curve().courseMarks) {
        const auto x = curve.xOfStep(mark.step, m_axis);
        if (!x)
            continue;
        const double at = m_axes.axis(QCPAxis::atBottom)->coordToPixel(*x);
        painter.setPen(QPen(m_tokens.accent, 1, Qt::DotLine));
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        drawSeamLabel(painter, at, courseMarkText(mark));
    }
}

/// What a person has noted, as far as there is room for it.
void CurveLayer::drawNotes(QCPPainter& painter, const CurveView& curve) {
    painter.setAntialiasing(false);
    painter.setFont(interfaceFont(10));
    const QRect area = m_axes.rect();
    const QFontMetrics metrics(painter.font());
    for (const runs::StepNote& note : curve.curve().notes) {
        const auto x = curve.xOfStep(note.step, m_axis);
        if (!x)
            continue;
        const double at = m_axes.axis(QCPAxis::atBottom)->coordToPixel(*x);
        painter.setPen(QPen(m_tokens.secondary, 1, Qt::DotLine));
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        drawSeamLabel(painter, at,
                      metrics.elidedText(toQString(withoutSteering(note.text, '?')), Qt::ElideRight,
                                         kMostNotePx));
    }
}

/// Beside its line at the upper edge or at the lower one, wherever there is no curve and no other
/// label; else the line has to say it.
void CurveLayer::drawSeamLabel(QCPPainter& painter, double x, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
    const QRectF area = m_axes.rect();
    const bool isRight = x + kLabelGapPx + size.width() <= area.right();
    const double left =
        isRight ? x + kLabelGapPx : std::max(area.left(), x - kLabelGapPx - size.width());
    for (const double top : {area.top() + 1, area.top() + 1 + size.height(),
                             area.bottom() - kMarksPx - size.height()}) {
        const QRectF place(QPointF(left, top), size);
        const bool isTaken = std::ranges::any_of(
            m_labels, [&place](const QRectF& other) { return other.intersects(place); });
        if (isTaken || hasPointsIn(place))
            continue;
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
        m_labels.push_back(place);
        return;
    }
}

/// Whether a curve as it is drawn passes through; between two points it is taken to be straight.
bool CurveLayer::hasPointsIn(const QRectF& place) const {
    const QCPAxis& across = *m_axes.axis(QCPAxis::atBottom);
    const double left = across.pixelToCoord(place.left());
    const double right = across.pixelToCoord(place.right());
    const auto passes = [&](const std::vector<runs::PlotPoint>& points) {
        auto first = std::ranges::lower_bound(points, left, {}, &runs::PlotPoint::x);
        auto last = std::ranges::upper_bound(points, right, {}, &runs::PlotPoint::x);
        first -= first == points.begin() ? 0 : 1; // lines come in and go out
        last += last == points.end() ? 0 : 1;
        const QPolygonF line = toPixels(std::vector<runs::PlotPoint>(first, last));
        for (qsizetype i = 0; i < line.size(); ++i) {
            const QPointF& to = line[i];
            const QPointF& from = line[std::max<qsizetype>(0, i - 1)];
            const QRectF reach(QPointF(std::min(from.x(), to.x()), std::min(from.y(), to.y())),
                               QPointF(std::max(from.x(), to.x()), std::max(from.y(), to.y())));
            if (reach.left() <= place.right() && reach.right() >= place.left() &&
                reach.top() <= place.bottom() && reach.bottom() >= place.top())
                return true;
        }
        return false;
    };
    return std::ranges::any_of(m_drawn, [&](const DrawnCurve& curve) {
        return passes(curve.raw) || passes(curve.smoothed);
    });
}

/// Checkpoints stand on the lower edge, values that are no numbers hang from the upper one.
void CurveLayer::drawMarks(QCPPainter& painter, const CurveView& curve,
                           const DrawnCurve& drawn) const {
    const QRect area = m_axes.rect();
    const QCPAxis& axis = *m_axes.axis(QCPAxis::atBottom);
    painter.setAntialiasing(true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(curve.curve().color);
    for (const std::int64_t step : curve.curve().checkpoints) {
        if (const auto x = curve.xOfStep(step, m_axis)) {
            const QPointF foot(axis.coordToPixel(*x), area.bottom() + 0.5);
            painter.drawPolygon(QPolygonF({foot + QPointF(0, -7), foot + QPointF(3.5, -3.5), foot,
                                           foot + QPointF(-3.5, -3.5)}));
        }
    }
    painter.setBrush(m_tokens.bad);
    for (const double x : drawn.notFinite) {
        const QPointF top(axis.coordToPixel(x), area.top() + 1);
        painter.drawPolygon(
            QPolygonF({top + QPointF(-4, 0), top + QPointF(4, 0), top + QPointF(0, 7)}));
    }
}

void CurveLayer::drawBest(QCPPainter& painter, const CurveView& curve) const {
    // The best of a noisy training loss says nothing.
    if (!curve.curve().tag.starts_with("val/"))
        return;
    const auto best = curve.best(m_axis);
    if (!best)
        return;
    painter.setAntialiasing(true);
    painter.setPen(QPen(m_tokens.window, 1.5));
    painter.setBrush(curve.curve().color);
    painter.drawPolygon(star(8).translated(toPixel(best->x, best->raw)));
}

} // namespace unlit::ui
