#include "ui/viewer/image_view.h"

#include "ui/viewer/pixel_grid.h"

#include <QKeyEvent>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>
#include <thread>

namespace unlit::ui {

namespace {

constexpr std::size_t kTileBudgetBytes = std::size_t{320} << 20;
constexpr double kSideGapPx = 2; // logical
constexpr int kMostWorkers = 4;
constexpr double kWipeMarginPx = 18; // logical; the handle and its shadow
constexpr int kToningMs = 120;       // longer than the pauses of a hand that drags or a key held

int workerCount() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostWorkers);
}

} // namespace

ImageView::ImageView(ViewState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_tiles(kTileBudgetBytes), m_workers(workerCount(), [this] {
          QMetaObject::invokeMethod(
              this, [this] { takeTiles(); }, Qt::QueuedConnection);
      }) {
    m_toning.setSingleShot(true);
    m_toning.setInterval(kToningMs);
    connect(&m_toning, &QTimer::timeout, this, &ImageView::orderTiles);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(240, 200);
    setAccessibleName(tr("Picture"));
    setAccessibleDescription(tr("Arrows move the picture, Alt with arrows the wipe, plus and minus "
                                "zoom; question mark lists all keys"));
    connect(&m_state, &ViewState::placeChanged, this, &ImageView::placeChanged);
    connect(&m_state, &ViewState::toneChanged, this, &ImageView::retone);
    connect(&m_state, &ViewState::compareChanged, this, &ImageView::compareChanged);
    connect(&m_state, &ViewState::wipeChanged, this, &ImageView::updateAroundWipe);
}

ImageView::~ImageView() = default;

void ImageView::setPictures(const ViewPicture& first, const ViewPicture& second) {
    const PixelSourcePtr before[] = {m_first.source(), m_second.source()};
    m_firstTone = first.tone;
    m_secondTone = second.tone;
    m_firstName = first.name;
    m_secondName = second.name;
    m_first.setSource(first.source, first.tone);
    m_second.setSource(second.source, second.tone);
    m_first.setTone(m_state.tone());
    m_second.setTone(m_state.tone());
    for (const PixelSourcePtr& old : before) {
        if (old && old != first.source && old != second.source)
            m_tiles.forget(old.get());
    }
    makeDifference();
    updateGeometryOfView();
}

void ImageView::makeDifference() {
    if (m_difference.source())
        m_tiles.forget(m_difference.source().get());
    if (!isDifferent()) {
        m_difference.setSource(nullptr, {});
        return;
    }
    const DifferenceKind kind = m_state.difference();
    LayerTone tone{.kind = kind == DifferenceKind::Signed ? LayerKind::Signed : LayerKind::Color,
                   .isRaw = m_first.source()->isRaw()};
    m_difference.setSource(differenceOf(m_first.source(), m_firstTone.ownEv, m_second.source(),
                                        m_secondTone.ownEv, kind),
                           tone);
    m_difference.setTone(m_state.tone());
}

void ImageView::retone() {
    for (PictureLayer* layer : {&m_first, &m_second, &m_difference})
        layer->setTone(m_state.tone());
    m_toning.start();
    orderTiles();
    // Each tile is painted when it has come; only the numbers on pixels change at once.
    if (PixelGrid{paintRect(), m_geometry.scale(), devicePixelRatioF()}.hasValues())
        update();
}

void ImageView::compareChanged() {
    makeDifference();
    updateGeometryOfView();
}

void ImageView::updateAroundWipe() {
    if (!isWiping())
        return;
    const double ratio = devicePixelRatioF();
    const QLineF line = wipeGeometry().segment();
    const QRectF ends = QRectF(line.p1(), line.p2()).normalized();
    const QRectF band(ends.topLeft() / ratio, ends.size() / ratio);
    const double margin = kWipeMarginPx;
    update((band | m_wipeBand).adjusted(-margin, -margin, margin, margin).toAlignedRect());
    m_wipeBand = band;
    orderTiles();
}

void ImageView::placeChanged() {
    if (m_state.place() == m_geometry.place())
        return;
    m_geometry.setPlace(m_state.place());
    orderTiles();
    emit scaleChanged(m_geometry.scale(), m_geometry.isFitted());
    update();
}

void ImageView::geometryEdited() {
    m_state.setPlace(m_geometry.place());
    orderTiles();
    emit scaleChanged(m_geometry.scale(), m_geometry.isFitted());
    update();
}

double ImageView::secondPaneX() const {
    return std::floor(m_geometry.viewSize().width()) + std::round(kSideGapPx * devicePixelRatioF());
}

void ImageView::updateGeometryOfView() {
    const PictureLayer& first = m_first.isEmpty() ? m_second : m_first;
    const QSizeF device = QSizeF(size()) * devicePixelRatioF();
    const double gap = std::round(kSideGapPx * devicePixelRatioF());
    m_geometry.setViewSize(
        isSideBySide() ? QSizeF(std::floor((device.width() - gap) / 2), device.height()) : device);
    const bool isFirstPicture = m_geometry.pictureSize().isEmpty();
    if (!first.isEmpty())
        m_geometry.setPictureSize(QSizeF(first.source()->size()));
    if (isFirstPicture) // joins the views that hold the same state
        m_geometry.setPlace(m_state.place());
    geometryEdited();
}

QRectF ImageView::paintRect() const {
    // Whole scales are drawn pixel for pixel: that needs a whole place.
    QRectF rect = m_geometry.pictureRect();
    if (m_geometry.scale() == std::round(m_geometry.scale()))
        rect.moveTopLeft(QPointF(std::round(rect.left()), std::round(rect.top())));
    return rect;
}

WipeGeometry ImageView::wipeGeometry() const {
    return {m_state.wipe(), paintRect(),
            paintRect() & QRectF(QPointF(0, 0), m_geometry.viewSize())};
}

void ImageView::fit() {
    m_geometry.fit();
    geometryEdited();
}

void ImageView::setScale(double scale) {
    const QSizeF view = m_geometry.viewSize();
    m_geometry.setScaleAt(QPointF(view.width() / 2, view.height() / 2), scale);
    geometryEdited();
}

void ImageView::zoomBy(double factor) {
    setScale(m_geometry.scale() * factor);
}

void ImageView::panBy(const QPointF& delta) {
    m_geometry.panBy(toDevice(delta));
    geometryEdited();
}

void ImageView::setRegion(const std::optional<QRect>& region) {
    if (region == m_region)
        return;
    m_region = region;
    emit regionChanged(m_region);
    update();
}

void ImageView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateGeometryOfView();
}

bool ImageView::event(QEvent* event) {
    // The window has gone to a screen of another density.
    if (event->type() == QEvent::ScreenChangeInternal)
        updateGeometryOfView();
    // While there is a region Esc ends it, whatever it means to the page.
    if (event->type() == QEvent::ShortcutOverride && m_region &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

} // namespace unlit::ui
