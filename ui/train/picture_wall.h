// Rows of pictures that are looked at together: beauty, prediction, truth, error, each row another
// sample; one zoom, one exposure and one wipe for all of them.
#pragma once

#include "ui/train/wall_painter.h"

#include <QAbstractScrollArea>

#include <vector>

namespace unlit::ui {

/// GUI thread. Wheel: scroll, with Ctrl zoom at the pointer. Drag: pan; in the prediction column of
/// the wipe mode, the line. Double click or Enter: opened(). Arrows choose a row, F shows whole
/// pictures, + and - zoom. Exposure acts in linear light; the error's scale goes with it.
class PictureWall : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PictureWall(WallPictures& pictures, QWidget* parent = nullptr);

    /// `shownName` and `otherName` stand beside the line of the wipe. The same rows keep the place.
    void setRows(std::vector<WallRow> rows, const QString& shownName, const QString& otherName);
    void setMode(WallMode mode);
    /// Stops.
    void setExposure(double ev);
    /// Whole pictures.
    void fit();
    /// 0..1 from the left of each picture.
    void setWipe(double position);
    void setCurrent(int row);

    double zoom() const { return m_layout.zoom(); }

    double wipe() const { return m_shown.wipe; }

    int current() const { return m_shown.current; }

    const std::vector<WallRow>& rows() const { return m_layout.rows(); }

    /// Everything that can be seen has been read.
    bool isComplete();

signals:
    void opened(int row);
    void wipeChanged(double position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Drag { None, Pan, Wipe };

    void place();
    void zoomAt(const QPointF& place, double factor);
    bool isOnWipe(const WallCell& cell) const;

    WallPictures& m_pictures;
    WallLayout m_layout;
    WallTones m_tones;
    WallShown m_shown;
    Drag m_drag = Drag::None;
    QPoint m_dragLast;
    QRect m_dragCell;
};

} // namespace unlit::ui
