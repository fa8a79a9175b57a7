#include "ui/viewer/scene_painter.h"

#include "ui/theme/theme.h"
#include "ui/viewer/pixel_grid.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kHandleRadiusPx = 15;
constexpr double kLabelHeightPx = 24;

} // namespace

QRect ScenePainter::toDevice(const QRect& piece) const {
    const QRectF logical = piece;
    const double ratio = m_scene.ratio();
    return QRectF(logical.topLeft() * ratio, logical.size() * ratio).toAlignedRect();
}

QRectF ScenePainter::stillRect() const {
    if (m_scene.state().mode() != CompareMode::Side)
        return m_scene.pictureRect();
    // Panes show two pictures; this is one.
    const QRectF whole = m_scene.area();
    QRectF rect(QPointF(0, 0),
                m_scene.pictureRect().size().scaled(whole.size(), Qt::KeepAspectRatio));
    rect.moveCenter(whole.center());
    return rect;
}

void ScenePainter::paintStill(const QRect& piece, const QImage& still) const {
    m_painter.save();
    m_painter.scale(1.0 / m_scene.ratio(), 1.0 / m_scene.ratio());
    m_painter.setClipRect(toDevice(piece));
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
    m_painter.drawImage(stillRect(), still);
    m_painter.restore();
}

void ScenePainter::paintPictures(const QRect& piece, const TileCache& tiles,
                                 bool showsBytes) const {
    m_painter.save();
    m_painter.scale(1.0 / m_scene.ratio(), 1.0 / m_scene.ratio());
    const QRect dirty = toDevice(piece);
    paintPanes(dirty, tiles);
    paintGrid(dirty, showsBytes);
    m_painter.restore();
}

void ScenePainter::paintPane(const PictureLayer& layer, const QRect& pane, const QRect& dirty,
                             const TileCache& tiles) const {
    const QRect clip = (dirty & pane).translated(-pane.topLeft());
    if (clip.isEmpty())
        return;
    m_painter.save();
    m_painter.translate(pane.topLeft());
    m_painter.setClipRect(clip);
    layer.draw(m_painter, m_scene.pictureRect(), clip, tiles);
    m_painter.restore();
}

void ScenePainter::paintWiped(const QRect& dirty, const TileCache& tiles) const {
    const QRect pane(QPoint(0, 0), m_scene.geometry().viewSize().toSize());
    const WipeGeometry wipe = m_scene.wipe();
    if (wipe.isUpright()) { // whole pixels, so that the halves meet
        const auto x = static_cast<int>(std::lround(wipe.handle().x()));
        paintPane(m_scene.first(), pane, dirty & QRect(0, 0, x, pane.height()), tiles);
        paintPane(m_scene.second(), pane, dirty & QRect(x, 0, pane.width() - x, pane.height()),
                  tiles);
        return;
    }
    paintPane(m_scene.first(), pane, dirty, tiles);
    const QPolygonF side = wipe.secondSide();
    const QRect clip = side.boundingRect().toAlignedRect() & dirty;
    if (clip.isEmpty())
        return;
    QPainterPath path;
    path.addPolygon(side);
    path.closeSubpath();
    m_painter.save();
    m_painter.setClipPath(path);
    m_scene.second().draw(m_painter, m_scene.pictureRect(), clip, tiles);
    m_painter.restore();
}

void ScenePainter::paintPanes(const QRect& dirty, const TileCache& tiles) const {
    const QRect pane(QPoint(0, 0), m_scene.geometry().viewSize().toSize());
    if (m_scene.isIn(CompareMode::Wipe)) {
        paintWiped(dirty, tiles);
    } else if (m_scene.isIn(CompareMode::Side)) {
        const int x = static_cast<int>(m_scene.secondPaneX());
        paintPane(m_scene.first(), pane, dirty, tiles);
        paintPane(m_scene.second(), pane.translated(x, 0), dirty, tiles);
    } else { // one at every place
        paintPane(m_scene.layerAt({}), pane, dirty, tiles);
    }
}

void ScenePainter::paintGrid(const QRect& dirty, bool showsBytes) const {
    const PixelGrid grid{m_scene.pictureRect(), m_scene.geometry().scale(), m_scene.ratio()};
    if (!grid.hasLines())
        return;
    const QRect pane(QPoint(0, 0), m_scene.geometry().viewSize().toSize());
    const QPoint panes[] = {{0, 0}, {static_cast<int>(m_scene.secondPaneX()), 0}};
    for (const QPoint& start : std::span(panes).first(m_scene.isIn(CompareMode::Side) ? 2 : 1)) {
        m_painter.save();
        m_painter.translate(start);
        const QRect clip = dirty.translated(-start) & pane;
        m_painter.setClipRect(clip);
        grid.paintLines(m_painter, clip);
        if (grid.hasValues()) {
            const auto layerOf = [&](const QPointF& place) -> const PictureLayer& {
                return m_scene.layerAt(place + start);
            };
            grid.paintValues(m_painter, clip, layerOf, showsBytes);
        }
        m_painter.restore();
    }
}

void ScenePainter::paintHandle(const QPointF& at, bool isHeld) const {
    const ThemeTokens& tokens = themeTokens(ThemeKind::Dark); // on pictures, in both themes
    m_painter.translate(at);
    m_painter.rotate(m_scene.state().wipe().angleDegrees);
    m_painter.setPen(QPen(QColor(0, 0, 0, 70), 1));
    m_painter.setBrush(isHeld ? tokens.accentFill : QColor(Qt::white));
    m_painter.drawEllipse(QPointF(0, 0), kHandleRadiusPx, kHandleRadiusPx);
    m_painter.setPen(QPen(tokens.rail, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.setBrush(Qt::NoBrush);
    for (const double side : {-1.0, 1.0}) {
        QPainterPath arrow(QPointF(side * 3.5, -4));
        arrow.lineTo(QPointF(side * 7.5, 0));
        arrow.lineTo(QPointF(side * 3.5, 4));
        m_painter.drawPath(arrow);
    }
}

void ScenePainter::paintWipe(bool isHeld) const {
    if (!m_scene.isIn(CompareMode::Wipe))
        return;
    const WipeGeometry wipe = m_scene.wipe();
    QLineF line = wipe.segment();
    if (wipe.isUpright())
        line = QLineF(std::round(line.x1()), line.y1(), std::round(line.x2()), line.y2());
    line = QLineF(line.p1() / m_scene.ratio(), line.p2() / m_scene.ratio());
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(QColor(0, 0, 0, 60), 4, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(line);
    m_painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(line);
    paintHandle(line.center(), isHeld);
    m_painter.restore();
}

void ScenePainter::paintRegion(const QRect& region) const {
    const double ratio = m_scene.ratio();
    const QRectF picture = m_scene.pictureRect();
    const double scale = m_scene.geometry().scale();
    const QRectF device(picture.topLeft() + QPointF(region.topLeft()) * scale,
                        QSizeF(region.size()) * scale);
    const QRectF frame(device.topLeft() / ratio, device.size() / ratio);
    m_painter.save();
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(QColor(0, 0, 0, 150), 3));
    m_painter.drawRect(frame);
    m_painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    m_painter.drawRect(frame);
    m_painter.restore();
}

void ScenePainter::paintTool(const ViewTool& tool) const {
    const double ratio = m_scene.ratio();
    const double scale = m_scene.geometry().scale() / ratio;
    const QSizeF pane = m_scene.geometry().viewSize() / ratio;
    for (int i = 0; i < (m_scene.isIn(CompareMode::Side) ? 2 : 1); ++i) {
        const QPointF corner(i == 0 ? 0 : m_scene.secondPaneX() / ratio, 0);
        m_painter.save();
        m_painter.setClipRect(QRectF(corner, pane));
        m_painter.translate(corner + m_scene.pictureRect().topLeft() / ratio);
        m_painter.scale(scale, scale);
        tool.paint(m_painter, scale);
        m_painter.restore();
    }
}

void ScenePainter::paintLabels(const QPalette& palette) const {
    const ThemeTokens& tokens = themeTokens(palette);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setFont(interfaceFont());
    for (const ViewScene::Label& label : m_scene.labels()) {
        if (label.text.isEmpty())
            continue;
        const double width = m_painter.fontMetrics().horizontalAdvance(label.text) + 16.0;
        const double left =
            label.which == Qt::TopRightCorner ? label.corner.x() - width : label.corner.x();
        const QRectF box(left, label.corner.y(), width, kLabelHeightPx);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(tokens.overlay);
        m_painter.drawRoundedRect(box, 5, 5);
        m_painter.setPen(tokens.overlayText);
        m_painter.drawText(box, Qt::AlignCenter, label.text);
    }
}

} // namespace unlit::ui
