// The picture in the middle of the Infer page: input and result under a draggable wipe, side by
// side, flipped or as their difference; zoom, pan.
#pragma once

#include "ui/viewer/picture_layer.h"
#include "ui/viewer/view_geometry.h"

#include <QWidget>

#include <optional>

namespace unlit::ui {

enum class CompareMode { Wipe, Side, Flip, Difference };

/// Draws `left` (the input) and `right` (a result), which cover the same rectangle whatever their
/// own sizes; with one of them empty the other is shown alone. Pictures are shared, never copied.
class CompareView : public QWidget {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    void setLeft(std::shared_ptr<const MipImage> picture, const QString& name);
    void setRight(std::shared_ptr<const MipImage> picture, const QString& name);
    void setLeftStyle(const PictureStyle& style);
    void setRightStyle(const PictureStyle& style);
    void setMode(CompareMode mode);
    void setWipe(double fraction);
    void flip();

    CompareMode mode() const { return m_mode; }

    double wipe() const { return m_wipe; }

    bool isFlipped() const { return m_isFlipped; }

    const ViewGeometry& geometryOfView() const { return m_geometry; }

    void fit();
    /// 1 = one picture pixel per screen pixel; around the middle of the view.
    void setScale(double scale);
    void zoomBy(double factor);

signals:
    void scaleChanged(double scale, bool isFitted);
    /// Picture coordinates under the pointer; unset when it is outside.
    void hovered(const std::optional<QPoint>& pixel);
    /// Space was pressed: show the other picture.
    void flipAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Wipe, Pan };

    bool hasBoth() const { return !m_left.isEmpty() && !m_right.isEmpty(); }

    bool isSideBySide() const { return m_mode == CompareMode::Side && hasBoth(); }

    bool isWiping() const { return m_mode == CompareMode::Wipe && hasBoth(); }

    void updateGeometryOfView();
    void viewChanged();
    void render();
    void paintPictures(QPainter& painter) const;
    void paintWipe(QPainter& painter) const;
    void paintNames(QPainter& painter) const;
    void paintName(QPainter& painter, const QString& name, const QPointF& corner,
                   Qt::Corner which) const;
    QPointF toDevice(const QPointF& point) const;
    /// In the view of one picture: in side by side the right half counts from its own left edge.
    QPointF toPane(const QPointF& devicePoint) const;
    bool isOnWipe(const QPointF& devicePoint) const;

    PictureLayer m_left;
    PictureLayer m_right;
    QString m_leftName;
    QString m_rightName;
    ViewGeometry m_geometry; // in device pixels; of one pane when side by side
    CompareMode m_mode = CompareMode::Wipe;
    double m_wipe = 0.5;
    bool m_isFlipped = false;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    // What paintEvent puts together; made anew only when picture, style or geometry change.
    QImage m_leftView;
    QImage m_rightView;
    QImage m_differenceView;
    bool m_isRendered = false;
};

} // namespace unlit::ui
