// How the view looks: pictures, wipe, region, names.
#include "ui/theme/theme.h"
#include "ui/viewer/image_view.h"
#include "ui/viewer/pixel_grid.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kHandleRadiusPx = 15;
constexpr double kNameMarginPx = 10;
constexpr double kNameHeightPx = 24;

} // namespace

void ImageView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const bool isEmpty = m_first.isEmpty() && m_second.isEmpty();
    // Piece by piece: what lies between tiles that have come is not painted again.
    for (const QRect& piece : event->region()) {
        painter.fillRect(piece, themeTokens(palette()).surround);
        if (!isEmpty)
            paintPiece(painter, piece);
    }
    if (isEmpty)
        return;
    if (hasStill())
        return;
    paintTool(painter);
    paintRegion(painter);
    if (isWiping())
        paintWipe(painter);
    paintNames(painter);
}

QRectF ImageView::stillRect() const {
    if (m_state.mode() != CompareMode::Side)
        return paintRect();
    // Panes show two pictures; this is one.
    const QRectF whole = QRectF(QPointF(0, 0), QSizeF(size()) * devicePixelRatioF());
    QRectF rect(QPointF(0, 0), paintRect().size().scaled(whole.size(), Qt::KeepAspectRatio));
    rect.moveCenter(whole.center());
    return rect;
}

void ImageView::paintPiece(QPainter& painter, const QRect& piece) const {
    const double ratio = devicePixelRatioF();
    const QRectF logical = piece;
    const QRect dirty = QRectF(logical.topLeft() * ratio, logical.size() * ratio).toAlignedRect();
    painter.save();
    painter.scale(1.0 / ratio, 1.0 / ratio);
    if (hasStill()) {
        painter.setClipRect(dirty);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(stillRect(), m_still);
        painter.restore();
        return;
    }
    paintPictures(painter, dirty);
    painter.restore();
    paintGrid(painter, dirty);
}

void ImageView::paintPane(QPainter& painter, const PictureLayer& layer, const QRect& pane,
                          const QRect& dirty) const {
    const QRect clip = (dirty & pane).translated(-pane.topLeft());
    if (clip.isEmpty())
        return;
    painter.save();
    painter.translate(pane.topLeft());
    painter.setClipRect(clip);
    layer.draw(painter, paintRect(), clip, m_tiles);
    painter.restore();
}

void ImageView::paintWiped(QPainter& painter, const PictureLayer& layer, const QPolygonF& side,
                           const QRect& dirty) const {
    const QRect clip = side.boundingRect().toAlignedRect() & dirty;
    if (clip.isEmpty())
        return;
    painter.save();
    if (wipeGeometry().isUpright()) {
        painter.setClipRect(clip);
    } else {
        QPainterPath path;
        path.addPolygon(side);
        path.closeSubpath();
        painter.setClipPath(path);
    }
    layer.draw(painter, paintRect(), clip, m_tiles);
    painter.restore();
}

void ImageView::paintPictures(QPainter& painter, const QRect& dirty) const {
    const QRect pane(QPoint(0, 0), m_geometry.viewSize().toSize());
    if (isDifferent()) {
        paintPane(painter, m_difference, pane, dirty);
        return;
    }
    if (!hasBoth()) {
        paintPane(painter, m_first.isEmpty() ? m_second : m_first, pane, dirty);
        return;
    }
    switch (m_state.mode()) {
    case CompareMode::Wipe: {
        const WipeGeometry wipe = wipeGeometry();
        if (wipe.isUpright()) { // whole pixels, so that the halves meet
            const auto x = static_cast<int>(std::lround(wipe.handle().x()));
            paintPane(painter, m_first, pane, dirty & QRect(0, 0, x, pane.height()));
            paintPane(painter, m_second, pane,
                      dirty & QRect(x, 0, pane.width() - x, pane.height()));
            return;
        }
        paintPane(painter, m_first, pane, dirty);
        paintWiped(painter, m_second, wipe.secondSide(), dirty);
        return;
    }
    case CompareMode::Side:
        paintPane(painter, m_first, pane, dirty);
        paintPane(painter, m_second, pane.translated(static_cast<int>(secondPaneX()), 0), dirty);
        return;
    case CompareMode::Flip:
    case CompareMode::Difference:
        paintPane(painter, m_state.isFlipped() ? m_first : m_second, pane, dirty);
        return;
    }
}

const PictureLayer& ImageView::layerAt(const QPointF& devicePoint) const {
    if (isDifferent())
        return m_difference;
    if (!hasBoth())
        return m_first.isEmpty() ? m_second : m_first;
    switch (m_state.mode()) {
    case CompareMode::Wipe:
        return wipeGeometry().distance(devicePoint) < 0 ? m_first : m_second;
    case CompareMode::Side:
        return devicePoint.x() < secondPaneX() ? m_first : m_second;
    case CompareMode::Flip:
    case CompareMode::Difference:
        break;
    }
    return m_state.isFlipped() ? m_first : m_second;
}

void ImageView::paintGrid(QPainter& painter, const QRect& dirty) const {
    const double ratio = devicePixelRatioF();
    const PixelGrid grid{paintRect(), m_geometry.scale(), ratio};
    if (!grid.hasLines())
        return;
    const QSize paneSize = m_geometry.viewSize().toSize();
    const QPoint panes[] = {{0, 0}, {static_cast<int>(secondPaneX()), 0}};
    painter.save();
    painter.scale(1.0 / ratio, 1.0 / ratio);
    for (const QPoint& start : std::span(panes).first(isSideBySide() ? 2 : 1)) {
        painter.save();
        painter.translate(start);
        const QRect clip = dirty.translated(-start) & QRect(QPoint(0, 0), paneSize);
        painter.setClipRect(clip);
        grid.paintLines(painter, clip);
        if (grid.hasValues()) {
            const auto layerOf = [&](const QPointF& place) -> const PictureLayer& {
                return layerAt(place + start);
            };
            grid.paintValues(painter, clip, layerOf, m_showsBytes);
        }
        painter.restore();
    }
    painter.restore();
}

void ImageView::paintWipe(QPainter& painter) const {
    const double ratio = devicePixelRatioF();
    const WipeGeometry wipe = wipeGeometry();
    const ThemeTokens& tokens = themeTokens(ThemeKind::Dark); // on pictures, in both themes
    QLineF line = wipe.segment();
    if (wipe.isUpright())
        line = QLineF(std::round(line.x1()), line.y1(), std::round(line.x2()), line.y2());
    line = QLineF(line.p1() / ratio, line.p2() / ratio);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0, 0, 0, 60), 4, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(line);
    painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(line);
    painter.translate(line.center());
    painter.rotate(m_state.wipe().angleDegrees);
    painter.setPen(QPen(QColor(0, 0, 0, 70), 1));
    painter.setBrush(m_drag == Drag::Wipe || m_drag == Drag::Turn ? tokens.accentFill
                                                                  : QColor(Qt::white));
    painter.drawEllipse(QPointF(0, 0), kHandleRadiusPx, kHandleRadiusPx);
    painter.setPen(QPen(tokens.rail, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    for (const double side : {-1.0, 1.0}) {
        QPainterPath arrow(QPointF(side * 3.5, -4));
        arrow.lineTo(QPointF(side * 7.5, 0));
        arrow.lineTo(QPointF(side * 3.5, 4));
        painter.drawPath(arrow);
    }
    painter.restore();
}

void ImageView::paintRegion(QPainter& painter) const {
    if (!m_region)
        return;
    const double ratio = devicePixelRatioF();
    const QRectF picture = paintRect();
    const double scale = m_geometry.scale();
    const QRectF device(picture.left() + m_region->left() * scale,
                        picture.top() + m_region->top() * scale, m_region->width() * scale,
                        m_region->height() * scale);
    const QRectF frame(device.topLeft() / ratio, device.size() / ratio);
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0, 150), 3));
    painter.drawRect(frame);
    painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    painter.drawRect(frame);
    painter.restore();
}

void ImageView::paintTool(QPainter& painter) const {
    if (m_tool == nullptr)
        return;
    const double ratio = devicePixelRatioF();
    const double scale = m_geometry.scale() / ratio;
    const QSizeF pane = m_geometry.viewSize() / ratio;
    for (int i = 0; i < (isSideBySide() ? 2 : 1); ++i) {
        const QPointF corner(i == 0 ? 0 : secondPaneX() / ratio, 0);
        painter.save();
        painter.setClipRect(QRectF(corner, pane));
        painter.translate(corner + paintRect().topLeft() / ratio);
        painter.scale(scale, scale);
        m_tool->paint(painter, scale);
        painter.restore();
    }
}

void ImageView::paintNames(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const double ratio = devicePixelRatioF();
    const QRectF device = m_geometry.visibleRect();
    const QRectF area = QRectF(device.topLeft() / ratio, device.size() / ratio)
                            .adjusted(kNameMarginPx, kNameMarginPx, -kNameMarginPx, 0);
    if (!hasBoth()) {
        paintName(painter, m_first.isEmpty() ? m_secondName : m_firstName, area.topLeft(),
                  Qt::TopLeftCorner);
        return;
    }
    switch (m_state.mode()) {
    case CompareMode::Wipe:
        paintName(painter, m_firstName, area.topLeft(), Qt::TopLeftCorner);
        paintName(painter, m_secondName, area.topRight(), Qt::TopRightCorner);
        return;
    case CompareMode::Side:
        paintName(painter, m_firstName, area.topLeft(), Qt::TopLeftCorner);
        paintName(painter, m_secondName, area.topLeft() + QPointF(secondPaneX() / ratio, 0),
                  Qt::TopLeftCorner);
        return;
    case CompareMode::Flip:
        paintName(painter, m_state.isFlipped() ? m_firstName : m_secondName, area.topLeft(),
                  Qt::TopLeftCorner);
        return;
    case CompareMode::Difference:
        paintName(
            painter,
            tr("%1 − %2 · %3")
                .arg(m_firstName, m_secondName, differenceName(m_state.difference()).toLower()),
            area.topLeft(), Qt::TopLeftCorner);
        return;
    }
}

void ImageView::paintName(QPainter& painter, const QString& name, const QPointF& corner,
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
