// Rows of pictures that are looked at together: beauty, prediction, truth, error, each row another
// sample; one zoom, one exposure and one wipe for all of them.
#pragma once

#include "ui/train/wall_pictures.h"
#include "ui/viewer/color_map.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <array>
#include <vector>

namespace unlit::ui {

enum class WallMode {
    Grid,
    Wipe, ///< the prediction of another step or run, left of a line
};

/// GUI thread. Wheel: scroll, with Ctrl zoom at the pointer. Drag: pan; in the prediction column of
/// the wipe mode, the line. Double click or Enter: opened(). Arrows choose a row, F shows whole
/// pictures, + and - zoom. Exposure acts in linear light; the error's scale goes with it.
class PictureWall : public QAbstractScrollArea {
    Q_OBJECT

public:
    /// The numbers that the error's colours end at, without exposure.
    static constexpr double kErrorTop = 0.5;

    explicit PictureWall(WallPictures& pictures, QWidget* parent = nullptr);

    /// `shownName` and `otherName` stand beside the line of the wipe. The same rows keep the place.
    void setRows(std::vector<WallRow> rows, const QString& shownName, const QString& otherName);
    void setMode(WallMode mode);
    /// Stops.
    void setExposure(double ev);
    /// 1 = whole pictures; at most 32.
    void setZoom(double zoom);
    void fit();
    /// 0..1 from the left of each picture.
    void setWipe(double position);
    void setCurrent(int row);

    double zoom() const { return m_zoom; }

    double wipe() const { return m_wipe; }

    int current() const { return m_current; }

    const std::vector<WallRow>& rows() const { return m_rows; }

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
    static constexpr int kHeaderPx = 26;

    enum class Column { Beauty, Prediction, Truth, Error, Uncertainty };
    enum class Drag { None, Pan, Wipe };

    struct Cell {
        int row = -1;
        Column column = Column::Beauty;
        QRect rect; ///< in the viewport
    };

    // picture_wall.cpp
    std::vector<Column> columns() const;
    QRect cellRect(int row, int column) const;
    int rowHeight() const;
    void updateScrolling();
    Cell cellAt(const QPoint& place) const;
    QRectF pictureRect(const QRect& cell, const QSize& picture) const;
    void zoomAt(const QPointF& place, double factor);
    void panBy(const QPointF& pixels);
    void showRow(int row);
    const std::filesystem::path& fileOf(const WallRow& row, Column column) const;
    // picture_wall_paint.cpp
    void paintHeader(QPainter& painter) const;
    void paintScale(QPainter& painter, const QRect& cell) const;
    void paintRow(QPainter& painter, int row);
    void paintCell(QPainter& painter, const WallRow& row, Column column, const QRect& cell);
    void paintWipe(QPainter& painter, const WallRow& row, const QRect& cell,
                   const QImage& prediction);
    QString psnrText(const WallRow& row) const;
    void paintChip(QPainter& painter, const QRect& cell, Qt::Corner corner,
                   const QString& text) const;
    QImage toned(const QImage& picture, Column column);
    QImage convert(const QImage& picture, Column column) const;
    QString columnName(Column column) const;

    WallPictures& m_pictures;
    std::vector<WallRow> m_rows;
    QString m_shownName;
    QString m_otherName;
    WallMode m_mode = WallMode::Grid;
    double m_zoom = 1;
    QPointF m_center{0.5, 0.5}; ///< of the view, as shares of a picture
    double m_wipe = 0.5;
    double m_exposureEv = 0;
    std::array<std::uint8_t, 256> m_curve{}; ///< of a byte at the exposure
    ColorMapTable m_map{ColorMapKind::Inferno};
    QHash<qint64, QImage> m_toned; ///< what is on show, by the picture's key
    int m_current = 0;
    Drag m_drag = Drag::None;
    QPoint m_dragLast;
    QRect m_dragCell;
};

} // namespace unlit::ui
