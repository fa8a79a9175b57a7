// What can take the mouse of a picture's view, and paint on it.
#pragma once

#include <QPainter>
#include <QPointF>
#include <QSizeF>

namespace unlit::ui {

/// Owned by whoever sets it, and outlives its view or is taken away before. GUI thread. Places are
/// in pixels of the picture, continuous, from its upper left corner, wherever it lies in the view.
class ViewTool {
public:
    virtual ~ViewTool() = default;

    /// False: the tool has no use for it, and the view does what it always does. Places may lie
    /// outside of the picture.
    virtual bool press(const QPointF& place, Qt::MouseButton button,
                       Qt::KeyboardModifiers keys) = 0;
    /// With no button held, too.
    virtual void move(const QPointF& place) = 0;
    virtual void release(const QPointF& place) = 0;
    /// The pointer has left the view.
    virtual void leave() = 0;
    /// `painter` draws in pixels of the picture; `scale` logical pixels of the screen are one of
    /// those.
    virtual void paint(QPainter& painter, double scale) const = 0;
};

} // namespace unlit::ui
