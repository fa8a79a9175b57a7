#include "ui/viewer/view_hand.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::ui {

namespace {

constexpr double kWheelStep = 1.2;   // per notch of 120
constexpr double kWipeReachPx = 14;  // logical
constexpr double kPanKeyStepPx = 64; // logical
constexpr double kClickPx = 3;       // logical; less is no drag
constexpr auto kShiftAndControl = Qt::ShiftModifier | Qt::ControlModifier;

} // namespace

ViewHand::ViewHand(QWidget& view, ViewScene& scene) : m_view(view), m_scene(scene) {
    m_view.setMouseTracking(true);
    m_view.setFocusPolicy(Qt::StrongFocus);
    m_view.installEventFilter(this);
}

bool ViewHand::eventFilter(QObject* /*watched*/, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        doubleClick(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::Wheel:
        wheel(*static_cast<QWheelEvent*>(event));
        event->accept();
        return true;
    case QEvent::KeyPress:
        return pressKey(*static_cast<QKeyEvent*>(event));
    case QEvent::KeyRelease:
        return releaseKey(*static_cast<QKeyEvent*>(event));
    case QEvent::Leave:
        leave();
        return false;
    case QEvent::FocusOut:
        letGo();
        return false;
    case QEvent::ShortcutOverride:
        // While there is a region Esc ends it, whatever it means to the page.
        if (!m_region || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
            return false;
        event->accept();
        return true;
    default:
        return false;
    }
}

void ViewHand::setTool(ViewTool* tool) {
    if (m_drag == Drag::Tool)
        m_drag = Drag::None;
    m_tool = tool;
    m_view.setCursor(tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
    emit hovered(std::nullopt); // what is told of a pixel would lie on what is drawn
    m_view.update();
}

void ViewHand::setRegion(const std::optional<QRect>& region) {
    if (region == m_region)
        return;
    m_region = region;
    emit regionChanged(m_region);
    m_view.update();
}

bool ViewHand::isOnWipe(const QPointF& place) const {
    if (!m_scene.isIn(CompareMode::Wipe))
        return false;
    const double reach = kWipeReachPx * m_scene.ratio();
    const QRectF around = m_scene.geometry().visibleRect().adjusted(-reach, -reach, reach, reach);
    return std::abs(m_scene.wipe().distance(place)) <= reach && around.contains(place);
}

void ViewHand::showCursorAt(const QPointF& place) {
    if (m_drag == Drag::Pan || m_isSpaceDown) {
        m_view.setCursor(m_drag == Drag::Pan ? Qt::ClosedHandCursor : Qt::OpenHandCursor);
        return;
    }
    if (m_drag == Drag::Region) {
        m_view.setCursor(Qt::CrossCursor);
        return;
    }
    if (!isOnWipe(place) || m_drag == Drag::Tool) {
        m_view.setCursor(m_tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
        return;
    }
    const double turn = std::abs(std::sin(m_scene.state().wipe().angleDegrees * M_PI / 180));
    m_view.setCursor(turn < 0.4   ? Qt::SplitHCursor
                     : turn > 0.9 ? Qt::SplitVCursor
                                  : Qt::SizeAllCursor);
}

void ViewHand::wheel(const QWheelEvent& event) {
    const double notches = event.angleDelta().y() / 120.0;
    m_scene.geometry().zoomAt(m_scene.toPane(placeOf(event.position())),
                              std::pow(kWheelStep, notches));
    emit moved();
}

bool ViewHand::givesToTool(const QPointF& place, Qt::MouseButton button,
                           Qt::KeyboardModifiers keys) {
    const bool isForView = m_isSpaceDown || keys.testFlag(Qt::ShiftModifier) ||
                           keys.testFlag(Qt::ControlModifier) ||
                           (button == Qt::LeftButton && isOnWipe(place));
    if (m_tool == nullptr || isForView || m_drag == Drag::Tool ||
        (button != Qt::LeftButton && button != Qt::RightButton))
        return false;
    return m_tool->press(m_scene.geometry().toPicture(m_scene.toPane(place)), button, keys);
}

void ViewHand::beginDrag(const QPointF& place, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
    m_dragFrom = place;
    if (givesToTool(place, button, keys)) {
        m_drag = Drag::Tool;
    } else if (button == Qt::MiddleButton || (button == Qt::LeftButton && m_isSpaceDown)) {
        m_drag = Drag::Pan;
        m_hasPannedBySpace = m_hasPannedBySpace || m_isSpaceDown;
    } else if (button != Qt::LeftButton) {
        return;
    } else if (keys.testFlag(Qt::ShiftModifier)) {
        m_drag = Drag::Region;
    } else if (keys.testFlag(Qt::ControlModifier) && m_scene.isIn(CompareMode::Wipe)) {
        m_drag = Drag::Turn;
        m_turnAround = m_scene.wipe().handle();
    } else {
        m_drag = isOnWipe(place) ? Drag::Wipe : Drag::Pan;
    }
}

void ViewHand::press(const QMouseEvent& event) {
    const QPointF place = placeOf(event.position());
    beginDrag(place, event.button(), event.modifiers());
    showCursorAt(place);
    emit wipeHeldChanged();
}

void ViewHand::continueDrag(const QPointF& place) {
    switch (m_drag) {
    case Drag::None:
    case Drag::Tool: // hears of all moves
        return;
    case Drag::Wipe:
        m_scene.state().setWipe(m_scene.wipe().movedTo(place));
        return;
    case Drag::Turn:
        m_scene.state().setWipe(m_scene.wipe().turnedTo(m_turnAround, place));
        return;
    case Drag::Region:
        setRegion(regionBetween(m_scene.toPane(m_dragFrom), m_scene.toPane(place)));
        return;
    case Drag::Pan:
        m_scene.geometry().panBy(place - m_dragFrom);
        m_dragFrom = place;
        emit moved();
        return;
    }
}

void ViewHand::move(const QMouseEvent& event) {
    const QPointF place = placeOf(event.position());
    continueDrag(place);
    if (m_tool != nullptr && (m_drag == Drag::None || m_drag == Drag::Tool)) {
        m_tool->move(m_scene.geometry().toPicture(m_scene.toPane(place)));
        m_view.update();
    }
    showCursorAt(place);
    tellHovered(place);
}

void ViewHand::release(const QMouseEvent& event) {
    const QPointF place = placeOf(event.position());
    if (m_drag == Drag::Region) { // a click takes the region away
        const QPointF way = place - m_dragFrom;
        if (std::max(std::abs(way.x()), std::abs(way.y())) < kClickPx * m_scene.ratio())
            setRegion({});
    }
    const bool isOfTool = m_drag == Drag::Tool && m_tool != nullptr;
    m_drag = Drag::None;
    if (isOfTool) {
        m_tool->release(m_scene.geometry().toPicture(m_scene.toPane(place)));
        m_view.update();
    }
    showCursorAt(place);
    emit wipeHeldChanged();
}

void ViewHand::doubleClick(const QMouseEvent& event) {
    if (m_tool != nullptr) { // two clicks are two clicks
        press(event);
        return;
    }
    if (event.button() != Qt::LeftButton)
        return;
    if (m_scene.geometry().isFitted())
        m_scene.geometry().setScaleAt(m_scene.toPane(placeOf(event.position())), 1.0);
    else
        m_scene.geometry().fit();
    emit moved();
}

QRect ViewHand::regionBetween(const QPointF& from, const QPointF& to) const {
    const QSizeF picture = m_scene.geometry().pictureSize();
    const auto pixelAt = [&](const QPointF& place) {
        const QPointF inside = m_scene.geometry().toPicture(place);
        const double x = std::clamp(std::floor(inside.x()), 0.0, picture.width() - 1);
        const double y = std::clamp(std::floor(inside.y()), 0.0, picture.height() - 1);
        return QPoint(static_cast<int>(x), static_cast<int>(y));
    };
    const QPoint a = pixelAt(from);
    const QPoint b = pixelAt(to);
    return {QPoint(std::min(a.x(), b.x()), std::min(a.y(), b.y())),
            QPoint(std::max(a.x(), b.x()), std::max(a.y(), b.y()))};
}

void ViewHand::tellHovered(const QPointF& place) {
    const QPointF inside = m_scene.geometry().toPicture(m_scene.toPane(place));
    const QRectF picture(QPointF(0, 0), m_scene.geometry().pictureSize());
    const bool isTold = picture.contains(inside) && !m_scene.isEmpty() && m_tool == nullptr;
    const QPoint pixel(static_cast<int>(std::floor(inside.x())),
                       static_cast<int>(std::floor(inside.y())));
    emit hovered(isTold ? std::optional(pixel) : std::nullopt);
}

void ViewHand::leave() {
    if (m_tool != nullptr) {
        m_tool->leave();
        m_view.update();
    }
    emit hovered(std::nullopt);
}

void ViewHand::letGo() {
    m_isSpaceDown = false;
    m_wantsBytes = false;
    m_view.update();
}

/// False: there is nothing to move; pages may have a use for the key.
bool ViewHand::panByKey(int key) {
    const double step = kPanKeyStepPx * m_scene.ratio();
    const bool isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
    QPointF delta;
    if (isAcross && !m_scene.geometry().isFitted())
        delta = {key == Qt::Key_Left ? step : -step, 0};
    else if (key == Qt::Key_Up || key == Qt::Key_Down)
        delta = {0, key == Qt::Key_Up ? step : -step};
    else
        return false;
    m_scene.geometry().panBy(delta);
    emit moved();
    return true;
}

bool ViewHand::pressKey(const QKeyEvent& event) {
    if ((event.modifiers() & kShiftAndControl) == kShiftAndControl && !m_wantsBytes) {
        m_wantsBytes = true;
        m_view.update();
    }
    if (event.key() == Qt::Key_Space) {
        m_hasPannedBySpace = m_hasPannedBySpace && event.isAutoRepeat();
        m_isSpaceDown = true;
        m_view.setCursor(Qt::OpenHandCursor);
        return true;
    }
    if (event.key() == Qt::Key_Escape && m_region) {
        setRegion({});
        return true;
    }
    const auto others = event.modifiers() & (kShiftAndControl | Qt::AltModifier);
    return others == Qt::NoModifier && panByKey(event.key());
}

bool ViewHand::releaseKey(const QKeyEvent& event) {
    if (event.key() == Qt::Key_Shift || event.key() == Qt::Key_Control) {
        m_wantsBytes = false;
        m_view.update();
    }
    if (event.key() != Qt::Key_Space || event.isAutoRepeat())
        return false;
    // Else its press was somebody's shortcut.
    const bool isTap = std::exchange(m_isSpaceDown, false) && !m_hasPannedBySpace;
    m_view.setCursor(m_tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
    if (isTap) // a tap flips, holding and dragging pans
        m_scene.state().flip();
    m_hasPannedBySpace = false;
    return true;
}

} // namespace unlit::ui
