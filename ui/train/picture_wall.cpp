#include "ui/train/picture_wall.h"

#include "ui/bridge/display_curve.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kGapPx = 6;
constexpr int kMarginPx = 12;
constexpr double kCellShape = 0.62; // height over width
constexpr double kMostZoom = 32;
constexpr double kZoomStep = 1.25;

} // namespace

PictureWall::PictureWall(WallPictures& pictures, QWidget* parent)
    : QAbstractScrollArea(parent), m_pictures(pictures) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Validation pictures"));
    setAccessibleDescription(tr("Arrows choose a row, Enter opens it in the viewer, plus and minus "
                                "zoom, F shows whole pictures"));
    viewport()->setMouseTracking(true);
    setMinimumHeight(kHeaderPx + 60);
    connect(&m_pictures, &WallPictures::loaded, viewport(), [this] { viewport()->update(); });
    setExposure(0);
}

std::vector<PictureWall::Column> PictureWall::columns() const {
    std::vector<Column> all = {Column::Beauty, Column::Prediction, Column::Truth, Column::Error};
    const bool hasUncertainty =
        std::ranges::any_of(m_rows, [](const WallRow& row) { return !row.uncertainty.empty(); });
    if (hasUncertainty)
        all.push_back(Column::Uncertainty);
    return all;
}

void PictureWall::setRows(std::vector<WallRow> rows, const QString& shownName,
                          const QString& otherName) {
    const bool isSame = std::ranges::equal(rows, m_rows, {}, &WallRow::sample, &WallRow::sample);
    m_rows = std::move(rows);
    m_shownName = shownName;
    m_otherName = otherName;
    if (!isSame) {
        m_current = 0;
        verticalScrollBar()->setValue(0);
    }
    updateScrolling();
    viewport()->update();
}

void PictureWall::setMode(WallMode mode) {
    m_mode = mode;
    viewport()->update();
}

void PictureWall::setExposure(double ev) {
    m_exposureEv = ev;
    m_toned.clear();
    const DisplayCurve curve(ColorSpace::Srgb, ev);
    for (std::size_t byte = 0; byte < m_curve.size(); ++byte)
        m_curve[byte] = curve(static_cast<float>(byte) / 255.0F);
    viewport()->update();
}

void PictureWall::setZoom(double zoom) {
    m_zoom = std::clamp(zoom, 1.0, kMostZoom);
    if (m_zoom == 1)
        m_center = {0.5, 0.5};
    viewport()->update();
}

void PictureWall::fit() {
    setZoom(1);
}

void PictureWall::setWipe(double position) {
    m_wipe = std::clamp(position, 0.0, 1.0);
    viewport()->update();
    emit wipeChanged(m_wipe);
}

int PictureWall::rowHeight() const {
    const QRect cell = cellRect(0, 0);
    return cell.height() + kGapPx;
}

/// A row that is wider than high, and at least one that can be seen whole.
QRect PictureWall::cellRect(int row, int column) const {
    const int count = static_cast<int>(columns().size());
    const int width =
        (viewport()->width() - 2 * kMarginPx - (count - 1) * kGapPx) / std::max(1, count);
    const int most = std::max(60, viewport()->height() - kHeaderPx - kGapPx);
    const int height = std::clamp(static_cast<int>(width * kCellShape), 40, most);
    return {kMarginPx + column * (width + kGapPx),
            kHeaderPx + row * (height + kGapPx) - verticalScrollBar()->value(), width, height};
}

void PictureWall::updateScrolling() {
    const int rows = static_cast<int>(m_rows.size());
    const int page = std::max(1, viewport()->height() - kHeaderPx);
    verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(std::max(1, rowHeight() / 4));
}

PictureWall::Cell PictureWall::cellAt(const QPoint& place) const {
    const auto all = columns();
    if (place.y() < kHeaderPx)
        return {};
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        for (int column = 0; column < static_cast<int>(all.size()); ++column)
            if (const QRect rect = cellRect(row, column); rect.contains(place))
                return {row, all[static_cast<std::size_t>(column)], rect};
    return {};
}

/// Where the whole picture lies, at the zoom that all share.
QRectF PictureWall::pictureRect(const QRect& cell, const QSize& picture) const {
    const QSizeF size = QSizeF(picture).scaled(cell.size(), Qt::KeepAspectRatio) * m_zoom;
    const QPointF middle = QRectF(cell).center();
    return {middle.x() - m_center.x() * size.width(), middle.y() - m_center.y() * size.height(),
            size.width(), size.height()};
}

const std::filesystem::path& PictureWall::fileOf(const WallRow& row, Column column) const {
    switch (column) {
    case Column::Beauty:
        return row.beauty;
    case Column::Prediction:
        return row.prediction;
    case Column::Truth:
        return row.truth;
    case Column::Error:
        return row.error;
    case Column::Uncertainty:
        return row.uncertainty;
    }
    return row.beauty;
}

bool PictureWall::isComplete() {
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        if (!cellRect(row, 0).intersects(viewport()->rect()))
            continue;
        for (const Column column : columns())
            m_pictures.get(fileOf(m_rows[static_cast<std::size_t>(row)], column));
    }
    return !m_pictures.isBusy();
}

void PictureWall::zoomAt(const QPointF& place, double factor) {
    const Cell cell = cellAt(place.toPoint());
    const double zoom = std::clamp(m_zoom * factor, 1.0, kMostZoom);
    if (cell.row >= 0) {
        const QSize picture =
            m_pictures.get(fileOf(m_rows[static_cast<std::size_t>(cell.row)], cell.column)).size();
        if (const QRectF before = pictureRect(cell.rect, picture); !before.isEmpty()) {
            const QPointF share((place.x() - before.x()) / before.width(),
                                (place.y() - before.y()) / before.height());
            m_center = share + (m_center - share) * (m_zoom / zoom);
        }
    }
    setZoom(zoom);
    panBy({});
}

/// Keeps the middle of the view inside the picture.
void PictureWall::panBy(const QPointF& pixels) {
    const QRect cell = cellRect(0, 0);
    m_center -=
        QPointF(pixels.x() / (cell.width() * m_zoom), pixels.y() / (cell.height() * m_zoom));
    const double margin = 0.5 / m_zoom;
    m_center = {std::clamp(m_center.x(), margin, 1 - margin),
                std::clamp(m_center.y(), margin, 1 - margin)};
    viewport()->update();
}

void PictureWall::setCurrent(int row) {
    if (m_rows.empty())
        return;
    m_current = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    showRow(m_current);
    viewport()->update();
}

void PictureWall::showRow(int row) {
    const QRect cell = cellRect(row, 0);
    QScrollBar* bar = verticalScrollBar();
    if (cell.top() < kHeaderPx)
        bar->setValue(bar->value() + cell.top() - kHeaderPx);
    else if (cell.bottom() > viewport()->height())
        bar->setValue(bar->value() + cell.bottom() - viewport()->height() + kGapPx);
}

void PictureWall::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrolling();
}

void PictureWall::scrollContentsBy(int, int) {
    viewport()->update();
}

void PictureWall::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    zoomAt(event->position(), std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void PictureWall::mousePressEvent(QMouseEvent* event) {
    const Cell cell = cellAt(event->pos());
    if (event->button() != Qt::LeftButton || cell.row < 0)
        return;
    m_current = cell.row;
    m_dragLast = event->pos();
    m_dragCell = cell.rect;
    m_drag = m_mode == WallMode::Wipe && cell.column == Column::Prediction ? Drag::Wipe : Drag::Pan;
    viewport()->update();
}

void PictureWall::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::None) {
        const Cell cell = cellAt(event->pos());
        const bool isOnWipe =
            m_mode == WallMode::Wipe && cell.row >= 0 && cell.column == Column::Prediction;
        viewport()->setCursor(isOnWipe ? Qt::SplitHCursor : Qt::ArrowCursor);
    } else if (m_drag == Drag::Wipe) {
        setWipe((event->pos().x() - m_dragCell.left()) / static_cast<double>(m_dragCell.width()));
    } else {
        panBy(event->pos() - m_dragLast);
    }
    m_dragLast = event->pos();
}

void PictureWall::mouseReleaseEvent(QMouseEvent*) {
    m_drag = Drag::None;
}

void PictureWall::mouseDoubleClickEvent(QMouseEvent* event) {
    m_drag = Drag::None;
    if (const Cell cell = cellAt(event->pos()); cell.row >= 0)
        emit opened(cell.row);
}

void PictureWall::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
        return setCurrent(m_current + 1);
    case Qt::Key_Up:
        return setCurrent(m_current - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_rows.empty())
            emit opened(m_current);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomAt(cellRect(m_current, 0).center(), kZoomStep);
    case Qt::Key_Minus:
        return zoomAt(cellRect(m_current, 0).center(), 1 / kZoomStep);
    case Qt::Key_F:
        return fit();
    case Qt::Key_Left:
        return setWipe(m_wipe - 0.02);
    case Qt::Key_Right:
        return setWipe(m_wipe + 0.02);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace unlit::ui
