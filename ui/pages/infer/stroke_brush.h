// Draws strokes on a picture with the mouse, and shows those that are there and what they reach.
#pragma once

#include "core/strokes/stroke.h"
#include "ui/viewer/view_tool.h"

#include <QImage>
#include <QObject>
#include <QRectF>
#include <QSize>

#include <optional>

namespace unlit::ui {

/// Every stroke but for what lies within `radius` of `place`: what is left of one are strokes of
/// their own. Pixels of the picture.
StrokeSet erased(const StrokeSet& set, const StrokePoint& place, float radius);

/// A colour for each kind, the same in list and picture.
QColor strokeColor(StrokeKind kind);

/// Knows no queue and no solver: says what was drawn, and paints what it is given. GUI thread.
class StrokeBrush : public QObject, public ViewTool {
    Q_OBJECT

public:
    explicit StrokeBrush(QObject* parent = nullptr);

    /// What new strokes are like; its points do not matter.
    void setKind(const Stroke& kind) { m_kind = kind; }

    void setErasing(bool isErasing) { m_isErasing = isErasing; }

    /// Those that are on show. An empty size: nothing can be drawn. Ends what is being drawn.
    void setStrokes(const StrokeSet& strokes);

    const StrokeSet& strokes() const { return m_strokes; }

    /// The one under way; none while no button is held, or while it erases.
    const std::optional<Stroke>& current() const { return m_current; }

    /// In [0,1], stretched over the picture: where the stroke under way reaches, and where strokes
    /// contradict each other. Null = nowhere.
    void setSpread(const QImage& spread) { m_spread = spread; }

    void setContradiction(const QImage& contradiction) { m_contradiction = contradiction; }

    bool press(const QPointF& place, Qt::MouseButton button, Qt::KeyboardModifiers keys) override;
    void move(const QPointF& place) override;
    void release(const QPointF& place) override;
    void leave() override;
    void paint(QPainter& painter, double scale) const override;

signals:
    /// The one under way goes on.
    void drawing();
    /// A button has been released: strokes() has what was drawn or erased.
    void edited();

private:
    void addPoint(const QPointF& place);
    QRectF picture() const;

    Stroke m_kind;
    StrokeSet m_strokes;
    StrokeSet m_before; ///< erasing began with these
    std::optional<Stroke> m_current;
    std::optional<QPointF> m_pointer;
    bool m_isErasing = false;
    bool m_erases = false; ///< the button that is held does
    QImage m_spread;
    QImage m_contradiction;
};

} // namespace unlit::ui
