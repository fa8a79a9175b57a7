#include "ui/train/picture_wall.h"

#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

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
    setMinimumHeight(WallLayout::kHeaderPx + 60);
    connect(&m_pictures, &WallPictures::loaded, viewport(), [this] { viewport()->update(); });
}

void PictureWall::setRows(std::vector<WallRow> rows, const QString& shownName,
                          const QString& otherName) {
    const bool isSame =
        std::ranges::equal(rows, m_layout.rows(), {}, &WallRow::sample, &WallRow::sample);
    m_layout.setRows(std::move(rows));
    m_shown.shownName = shownName;
    m_shown.otherName = otherName;
    if (!isSame) {
        m_shown.current = 0;
        verticalScrollBar()->setValue(0);
    }
    place();
}

void PictureWall::setMode(WallMode mode) {
    m_shown.mode = mode;
    viewport()->update();
}

void PictureWall::setExposure(double ev) {
    m_tones.setExposure(ev);
    viewport()->update();
}

void PictureWall::fit() {
    m_layout.setZoom(1);
    viewport()->update();
}

void PictureWall::setWipe(double position) {
    m_shown.wipe = std::clamp(position, 0.0, 1.0);
    viewport()->update();
    emit wipeChanged(m_shown.wipe);
}

/// The cells follow rows, size and scroll bar.
void PictureWall::place() {
    m_layout.setView(viewport()->size(), verticalScrollBar()->value());
    const int page = std::max(1, viewport()->height() - WallLayout::kHeaderPx);
    const int all = m_layout.rowCount() * m_layout.rowHeight();
    verticalScrollBar()->setRange(0, std::max(0, all - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(std::max(1, m_layout.rowHeight() / 4));
    m_layout.setView(viewport()->size(), verticalScrollBar()->value());
    viewport()->update();
}

bool PictureWall::isComplete() {
    for (int row = 0; row < m_layout.rowCount(); ++row) {
        if (!m_layout.isSeen(row))
            continue;
        for (const WallColumn column : m_layout.columns())
            m_pictures.get(m_layout.file(row, column));
    }
    return !m_pictures.isBusy();
}

void PictureWall::zoomAt(const QPointF& place, double factor) {
    QSize picture;
    if (const WallCell cell = m_layout.cellAt(place.toPoint()); cell.row >= 0)
        picture = m_pictures.get(m_layout.file(cell.row, cell.column)).size();
    m_layout.zoomAt(place, picture, factor);
    viewport()->update();
}

void PictureWall::setCurrent(int row) {
    if (m_layout.rowCount() == 0)
        return;
    m_shown.current = std::clamp(row, 0, m_layout.rowCount() - 1);
    const QRect cell = m_layout.cell(m_shown.current, 0);
    QScrollBar* bar = verticalScrollBar();
    if (cell.top() < WallLayout::kHeaderPx)
        bar->setValue(bar->value() + cell.top() - WallLayout::kHeaderPx);
    else if (cell.bottom() > viewport()->height())
        bar->setValue(bar->value() + cell.bottom() - viewport()->height() + WallLayout::kGapPx);
    viewport()->update();
}

bool PictureWall::isOnWipe(const WallCell& cell) const {
    return m_shown.mode == WallMode::Wipe && cell.row >= 0 && cell.column == WallColumn::Prediction;
}

void PictureWall::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const ThemeTokens& theme = themeTokens(palette());
    painter.fillRect(viewport()->rect(), theme.panel);
    m_shown.hasFocus = hasFocus();
    WallPainter(painter, m_layout, m_shown, m_pictures, m_tones, theme).paint(viewport()->width());
}

void PictureWall::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    place();
}

void PictureWall::scrollContentsBy(int, int) {
    m_layout.setView(viewport()->size(), verticalScrollBar()->value());
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
    const WallCell cell = m_layout.cellAt(event->pos());
    if (event->button() != Qt::LeftButton || cell.row < 0)
        return;
    m_shown.current = cell.row;
    m_dragLast = event->pos();
    m_dragCell = cell.rect;
    m_drag = isOnWipe(cell) ? Drag::Wipe : Drag::Pan;
    viewport()->update();
}

void PictureWall::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::None) {
        const bool movesLine = isOnWipe(m_layout.cellAt(event->pos()));
        viewport()->setCursor(movesLine ? Qt::SplitHCursor : Qt::ArrowCursor);
    } else if (m_drag == Drag::Wipe) {
        setWipe((event->pos().x() - m_dragCell.left()) / static_cast<double>(m_dragCell.width()));
    } else {
        m_layout.panBy(event->pos() - m_dragLast);
        viewport()->update();
    }
    m_dragLast = event->pos();
}

void PictureWall::mouseReleaseEvent(QMouseEvent*) {
    m_drag = Drag::None;
}

void PictureWall::mouseDoubleClickEvent(QMouseEvent* event) {
    m_drag = Drag::None;
    if (const WallCell cell = m_layout.cellAt(event->pos()); cell.row >= 0)
        emit opened(cell.row);
}

void PictureWall::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
        return setCurrent(m_shown.current + 1);
    case Qt::Key_Up:
        return setCurrent(m_shown.current - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_layout.rowCount() > 0)
            emit opened(m_shown.current);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomAt(m_layout.cell(m_shown.current, 0).center(), kZoomStep);
    case Qt::Key_Minus:
        return zoomAt(m_layout.cell(m_shown.current, 0).center(), 1 / kZoomStep);
    case Qt::Key_F:
        return fit();
    case Qt::Key_Left:
        return setWipe(m_shown.wipe - 0.02);
    case Qt::Key_Right:
        return setWipe(m_shown.wipe + 0.02);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace unlit::ui
