// The widget that shows one picture or compares two: wipe, side by side, flip, difference; zoom,
// pan, region.
#pragma once

#include "ui/viewer/picture_layer.h"
#include "ui/viewer/view_state.h"
#include "ui/viewer/view_tool.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace unlit::ui {

/// A picture with what the view needs to know of it.
struct ViewPicture {
    PixelSourcePtr source; ///< null = none
    LayerTone tone;
    QString name;
};

/// Pictures cover the same rectangle whatever their own sizes; with one of them empty the other is
/// shown alone. Painting draws tiles and nothing else: they are made by worker threads, the visible
/// ones first; while exposure or colours are being dragged, only those. GUI thread. The state may
/// be shared with other views and must outlive this one.
class ImageView : public QWidget {
    Q_OBJECT

public:
    explicit ImageView(ViewState& state, QWidget* parent = nullptr);
    ~ImageView() override;

    void setPictures(const ViewPicture& first, const ViewPicture& second);

    /// Some levels have been averaged: tiles made before are made again.
    void refreshTiles();

    const ViewGeometry& geometryOfView() const { return m_geometry; }

    /// Where the wipe lies, in screen pixels.
    WipeGeometry wipeGeometry() const;

    const PictureLayer& firstLayer() const { return m_first; }

    const PictureLayer& secondLayer() const { return m_second; }

    /// What the difference mode shows; empty in other modes.
    const PictureLayer& differenceLayer() const { return m_difference; }

    /// True when every visible tile is up to date.
    bool isComplete() const;

    void fit();
    /// 1 = one picture pixel per screen pixel; around the middle of the view.
    void setScale(double scale);
    void zoomBy(double factor);
    /// In logical pixels of the view.
    void panBy(const QPointF& delta);

    void setRegion(const std::optional<QRect>& region);

    /// Covers the pictures, in their place, until endStill(): frames that come faster than their
    /// tiles can be drawn.
    void setStill(const QImage& still);
    /// Takes it away as soon as all that can be seen of the pictures is drawn.
    void endStill();

    /// Takes what the left and the right button do, but for Space, Shift and the wipe's line, and
    /// paints on top. Not owned; null = none.
    void setTool(ViewTool* tool);

    ViewTool* tool() const { return m_tool; }

    bool hasStill() const { return !m_still.isNull(); }

    const std::optional<QRect>& region() const { return m_region; }

signals:
    void scaleChanged(double scale, bool isFitted);
    /// Picture coordinates under the pointer; unset when it is outside, or a tool has the mouse.
    void hovered(const std::optional<QPoint>& pixel);
    void regionChanged(const std::optional<QRect>& region);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Wipe, Turn, Pan, Region, Tool };

    bool hasBoth() const { return !m_first.isEmpty() && !m_second.isEmpty(); }

    bool isSideBySide() const { return m_state.mode() == CompareMode::Side && hasBoth(); }

    bool isWiping() const { return m_state.mode() == CompareMode::Wipe && hasBoth(); }

    bool isDifferent() const { return m_state.mode() == CompareMode::Difference && hasBoth(); }

    // image_view.cpp
    void updateGeometryOfView();
    void makeDifference();
    void retone();
    void compareChanged();
    void updateAroundWipe();
    void placeChanged();
    void geometryEdited();
    void orderTiles();
    void takeTiles();
    /// The layers of this mode, the one on top first; the others cannot be seen now.
    std::vector<const PictureLayer*> shownLayers() const;
    /// Where each of them can be seen, in screen pixels of a pane; empty = nowhere.
    std::vector<QRectF> seenAreas() const;

    QRectF paneArea() const { return {QPointF(0, 0), m_geometry.viewSize()}; }

    QRectF paintRect() const;
    /// Where a still is drawn, likewise.
    QRectF stillRect() const;

    QPointF toDevice(const QPointF& point) const { return point * devicePixelRatioF(); }

    double secondPaneX() const;

    // image_view_paint.cpp
    void paintPiece(QPainter& painter, const QRect& piece) const;
    void paintPictures(QPainter& painter, const QRect& dirty) const;
    void paintPane(QPainter& painter, const PictureLayer& layer, const QRect& pane,
                   const QRect& dirty) const;
    void paintWiped(QPainter& painter, const PictureLayer& layer, const QPolygonF& side,
                    const QRect& dirty) const;
    void paintWipe(QPainter& painter) const;
    void paintRegion(QPainter& painter) const;
    void paintGrid(QPainter& painter, const QRect& dirty) const;
    void paintTool(QPainter& painter) const;
    void paintNames(QPainter& painter) const;
    void paintName(QPainter& painter, const QString& name, const QPointF& corner,
                   Qt::Corner which) const;
    const PictureLayer& layerAt(const QPointF& devicePoint) const;

    // image_view_input.cpp
    QPointF toPane(const QPointF& devicePoint) const;
    bool isOnWipe(const QPointF& devicePoint) const;
    void showCursorAt(const QPointF& devicePoint);
    bool givesToTool(const QPointF& point, Qt::MouseButton button, Qt::KeyboardModifiers keys);
    void beginDrag(const QPointF& point, Qt::MouseButton button, Qt::KeyboardModifiers keys);
    void continueDrag(const QPointF& point);
    QRect regionBetween(const QPointF& from, const QPointF& to) const;
    void tellHovered(const QPointF& devicePoint);

    ViewState& m_state;
    PictureLayer m_first;
    PictureLayer m_second;
    PictureLayer m_difference;
    LayerTone m_firstTone;
    LayerTone m_secondTone;
    QString m_firstName;
    QString m_secondName;
    ViewGeometry m_geometry; // of one pane when side by side
    QRectF m_wipeBand;       // logical, around the line last drawn
    std::optional<QRect> m_region;
    ViewTool* m_tool = nullptr;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    QPointF m_turnAround;
    bool m_isSpaceDown = false;
    bool m_hasPannedBySpace = false;
    bool m_showsBytes = false;
    QImage m_still; ///< null = none
    bool m_isStillEnding = false;
    TileCache m_tiles;
    QTimer m_toning;       ///< runs while the tone changes from moment to moment
    TileWorkers m_workers; // last: joined before the rest goes
};

} // namespace unlit::ui
