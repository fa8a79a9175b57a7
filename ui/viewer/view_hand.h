// What mouse and keys do in a picture's view.
#pragma once

#include "ui/viewer/view_scene.h"
#include "ui/viewer/view_tool.h"

#include <QObject>
#include <QWidget>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace unlit::ui {

/// Hears the events of the view's widget: drags of the picture, of the wipe and of a region, the
/// wheel, keys while the view has the focus. GUI thread; view and scene must outlive it.
class ViewHand : public QObject {
    Q_OBJECT

public:
    ViewHand(QWidget& view, ViewScene& scene);

    /// Not owned; null = none.
    void setTool(ViewTool* tool);

    ViewTool* tool() const { return m_tool; }

    void setRegion(const std::optional<QRect>& region);

    const std::optional<QRect>& region() const { return m_region; }

    bool holdsWipe() const { return m_drag == Drag::Wipe || m_drag == Drag::Turn; }

    /// Shift and Ctrl are held: numbers of pixels are bytes.
    bool wantsBytes() const { return m_wantsBytes; }

signals:
    /// The scene's geometry has been changed.
    void moved();
    void wipeHeldChanged();
    void regionChanged(const std::optional<QRect>& region);
    /// Picture coordinates under the pointer; unset when it is outside, or a tool has the mouse.
    void hovered(const std::optional<QPoint>& pixel);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Wipe, Turn, Pan, Region, Tool };

    QPointF placeOf(const QPointF& logical) const { return logical * m_scene.ratio(); }

    bool isOnWipe(const QPointF& place) const;
    void showCursorAt(const QPointF& place);
    bool givesToTool(const QPointF& place, Qt::MouseButton button, Qt::KeyboardModifiers keys);
    void beginDrag(const QPointF& place, Qt::MouseButton button, Qt::KeyboardModifiers keys);
    void continueDrag(const QPointF& place);
    QRect regionBetween(const QPointF& from, const QPointF& to) const;
    void tellHovered(const QPointF& place);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    void leave();
    void letGo();
    bool pressKey(const QKeyEvent& event);
    bool releaseKey(const QKeyEvent& event);
    bool panByKey(int key);

    QWidget& m_view;
    ViewScene& m_scene;
    ViewTool* m_tool = nullptr;
    std::optional<QRect> m_region;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    QPointF m_turnAround;
    bool m_isSpaceDown = false;
    bool m_hasPannedBySpace = false;
    bool m_wantsBytes = false;
};

} // namespace unlit::ui
