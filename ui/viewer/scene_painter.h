// How a view's scene looks: pictures, pixels' borders and numbers, wipe, region, names.
#pragma once

#include "ui/viewer/view_scene.h"
#include "ui/viewer/view_tool.h"

#include <QImage>
#include <QPalette>

#include <optional>

namespace unlit::ui {

/// Draws what there is with a painter of the widget, in its logical pixels. GUI thread; lives for
/// one paint event.
class ScenePainter {
public:
    ScenePainter(const ViewScene& scene, QPainter& painter) : m_scene(scene), m_painter(painter) {}

    /// Pictures, and on them borders and numbers of pixels where they are large enough: bytes of
    /// the screen if `showsBytes`.
    void paintPictures(const QRect& piece, const TileCache& tiles, bool showsBytes) const;
    /// In their place; where two are side by side, one in the middle.
    void paintStill(const QRect& piece, const QImage& still) const;
    void paintTool(const ViewTool& tool) const;
    /// In pixels of the picture.
    void paintRegion(const QRect& region) const;
    /// Nothing in other modes.
    void paintWipe(bool isHeld) const;
    void paintLabels(const QPalette& palette) const;

private:
    QRect toDevice(const QRect& piece) const;
    QRectF stillRect() const;
    void paintPanes(const QRect& dirty, const TileCache& tiles) const;
    void paintPane(const PictureLayer& layer, const QRect& pane, const QRect& dirty,
                   const TileCache& tiles) const;
    void paintWiped(const QRect& dirty, const TileCache& tiles) const;
    void paintGrid(const QRect& dirty, bool showsBytes) const;
    void paintHandle(const QPointF& at, bool isHeld) const;

    const ViewScene& m_scene;
    QPainter& m_painter;
};

} // namespace unlit::ui
