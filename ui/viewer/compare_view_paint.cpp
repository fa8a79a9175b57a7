// How the compare view looks: pictures, wipe, names.
#include "ui/theme/theme.h"
#include "ui/viewer/compare_view.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

namespace unlit::ui {

namespace {

constexpr double kHandleRadiusPx = 15;
constexpr double kNameMarginPx = 10;
constexpr double kNameHeightPx = 24;

} // namespace

void CompareView::render() {
    if (m_isRendered)
        return;
    m_isRendered = true;
    const QSize viewSize = m_geometry.viewSize().toSize();
    const QRectF whole = m_geometry.pictureRect();
    m_leftView = m_left.render(whole, viewSize);
    m_rightView = m_right.render(whole, viewSize);
    m_differenceView = m_mode == CompareMode::Difference && hasBoth()
                           ? differenceOf(m_leftView, m_rightView)
                           : QImage();
}

void CompareView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeTokens(palette()).surround);
    if (m_left.isEmpty() && m_right.isEmpty())
        return;
    render();
    painter.save();
    painter.scale(1.0 / devicePixelRatioF(), 1.0 / devicePixelRatioF());
    paintPictures(painter);
    painter.restore();
    if (isWiping())
        paintWipe(painter);
    paintNames(painter);
}

void CompareView::paintPictures(QPainter& painter) const {
    if (!hasBoth()) {
        painter.drawImage(0, 0, m_left.isEmpty() ? m_rightView : m_leftView);
        return;
    }
    const double height = m_geometry.viewSize().height();
    const double width = m_geometry.viewSize().width();
    switch (m_mode) {
    case CompareMode::Wipe: {
        const double x = std::round(m_geometry.wipeX(m_wipe));
        const QRectF left(0, 0, x, height);
        const QRectF right(x, 0, width - x, height);
        painter.drawImage(left, m_leftView, left);
        painter.drawImage(right, m_rightView, right);
        return;
    }
    case CompareMode::Side:
        painter.drawImage(0, 0, m_leftView);
        painter.drawImage(QPointF(rect().width() * devicePixelRatioF() - width, 0), m_rightView);
        return;
    case CompareMode::Flip:
        painter.drawImage(0, 0, m_isFlipped ? m_leftView : m_rightView);
        return;
    case CompareMode::Difference:
        painter.drawImage(0, 0, m_differenceView);
        return;
    }
}

void CompareView::paintWipe(QPainter& painter) const {
    const double ratio = devicePixelRatioF();
    const QRectF seen = m_geometry.visibleRect();
    const double x = std::round(m_geometry.wipeX(m_wipe)) / ratio;
    const ThemeTokens& tokens = themeTokens(ThemeKind::Dark); // on pictures, in both themes
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(x - 2, seen.top() / ratio, 4, seen.height() / ratio),
                     QColor(0, 0, 0, 60));
    painter.fillRect(QRectF(x - 1, seen.top() / ratio, 2, seen.height() / ratio), Qt::white);
    const QPointF center(x, seen.center().y() / ratio);
    painter.setPen(QPen(QColor(0, 0, 0, 70), 1));
    painter.setBrush(hasFocus() ? tokens.accentFill : QColor(Qt::white));
    painter.drawEllipse(center, kHandleRadiusPx, kHandleRadiusPx);
    painter.setPen(QPen(tokens.rail, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    for (const double side : {-1.0, 1.0}) {
        QPainterPath arrow(center + QPointF(side * 3.5, -4));
        arrow.lineTo(center + QPointF(side * 7.5, 0));
        arrow.lineTo(center + QPointF(side * 3.5, 4));
        painter.drawPath(arrow);
    }
}

void CompareView::paintNames(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const double ratio = devicePixelRatioF();
    const QRectF seen(m_geometry.visibleRect().topLeft() / ratio,
                      m_geometry.visibleRect().size() / ratio);
    const QRectF area = seen.adjusted(kNameMarginPx, kNameMarginPx, -kNameMarginPx, 0);
    if (!hasBoth()) {
        paintName(painter, m_left.isEmpty() ? m_rightName : m_leftName, area.topLeft(),
                  Qt::TopLeftCorner);
        return;
    }
    switch (m_mode) {
    case CompareMode::Wipe:
        paintName(painter, m_leftName, area.topLeft(), Qt::TopLeftCorner);
        paintName(painter, m_rightName, area.topRight(), Qt::TopRightCorner);
        return;
    case CompareMode::Side: {
        paintName(painter, m_leftName, area.topLeft(), Qt::TopLeftCorner);
        const double pane = rect().width() - m_geometry.viewSize().width() / ratio;
        paintName(painter, m_rightName, area.topLeft() + QPointF(pane, 0), Qt::TopLeftCorner);
        return;
    }
    case CompareMode::Flip:
        paintName(painter, m_isFlipped ? m_leftName : m_rightName, area.topLeft(),
                  Qt::TopLeftCorner);
        return;
    case CompareMode::Difference:
        paintName(painter, tr("|%1 − %2| × 4").arg(m_leftName, m_rightName), area.topLeft(),
                  Qt::TopLeftCorner);
        return;
    }
}

void CompareView::paintName(QPainter& painter, const QString& name, const QPointF& corner,
                            Qt::Corner which) const {
    if (name.isEmpty())
        return;
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setFont(interfaceFont());
    const double width = painter.fontMetrics().horizontalAdvance(name) + 16.0;
    const double left = which == Qt::TopRightCorner ? corner.x() - width : corner.x();
    const QRectF box(left, corner.y(), width, kNameHeightPx);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(box, 5, 5);
    painter.setPen(tokens.overlayText);
    painter.drawText(box, Qt::AlignCenter, name);
}

} // namespace unlit::ui
