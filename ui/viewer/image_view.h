// The widget that shows one picture or compares two: wipe, side by side, flip, difference; zoom,
// pan, region.
#pragma once

#include "ui/viewer/view_hand.h"
#include "ui/viewer/view_tiles.h"

#include <QImage>

namespace unlit::ui {

/// Put together from its scene (what lies where), its tiles (drawn by worker threads, the visible
/// ones first) and a hand (mouse and keys). Painting draws tiles that are there and nothing else.
/// GUI thread. The state may be shared with other views and must outlive this one.
class ImageView : public QWidget {
    Q_OBJECT

public:
    explicit ImageView(ViewState& state, QWidget* parent = nullptr);
    ~ImageView() override;

    void setPictures(const ViewPicture& first, const ViewPicture& second);

    /// Some levels have been averaged: tiles made before are made again.
    void refreshTiles() { m_tiles.order(); }

    const ViewScene& scene() const { return m_scene; }

    /// True when every visible tile is up to date.
    bool isComplete() const { return m_tiles.isComplete(); }

    void fit();
    /// 1 = one picture pixel per screen pixel; around the middle of the view.
    void setScale(double scale);
    void zoomBy(double factor);
    /// In logical pixels of the view.
    void panBy(const QPointF& delta);

    void setRegion(const std::optional<QRect>& region) { m_hand.setRegion(region); }

    const std::optional<QRect>& region() const { return m_hand.region(); }

    /// Takes what the left and the right button do, but for Space, Shift and the wipe's line, and
    /// paints on top. Not owned; null = none.
    void setTool(ViewTool* tool) { m_hand.setTool(tool); }

    ViewTool* tool() const { return m_hand.tool(); }

    /// Covers the pictures, in their place, until endStill(): frames that come faster than their
    /// tiles can be drawn.
    void setStill(const QImage& still);
    /// Takes it away as soon as all that can be seen of the pictures is drawn.
    void endStill();

    bool hasStill() const { return !m_still.isNull(); }

signals:
    void scaleChanged(double scale, bool isFitted);
    /// Picture coordinates under the pointer; unset when it is outside, or a tool has the mouse.
    void hovered(const std::optional<QPoint>& pixel);
    void regionChanged(const std::optional<QRect>& region);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void retone();
    void compareChanged();
    void updateAroundWipe();
    void placeChanged();
    void geometryEdited();
    void takeSize();

    ViewState& m_state;
    ViewScene m_scene;
    ViewTiles m_tiles;
    ViewHand m_hand;
    QRectF m_wipeBand; // logical, around the line last drawn
    QImage m_still;    ///< null = none
    bool m_isStillEnding = false;
};

} // namespace unlit::ui
