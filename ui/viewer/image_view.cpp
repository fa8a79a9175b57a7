#include "ui/viewer/image_view.h"

#include "ui/viewer/pixel_grid.h"

#include <QKeyEvent>
#include <QResizeEvent>
#include <QSet>

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

void ImageView::refreshTiles() {
    orderTiles();
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

std::vector<const PictureLayer*> ImageView::shownLayers() const {
    if (isDifferent())
        return {&m_difference};
    std::vector<const PictureLayer*> layers;
    // The one on show first: flipping needs both, but only one at once.
    const bool isFirstOnTop = m_state.mode() == CompareMode::Flip && m_state.isFlipped();
    for (const PictureLayer* layer :
         {isFirstOnTop ? &m_first : &m_second, isFirstOnTop ? &m_second : &m_first}) {
        if (!layer->isEmpty())
            layers.push_back(layer);
    }
    return layers;
}

std::vector<QRectF> ImageView::seenAreas() const {
    const QRectF pane = paneArea();
    if (isWiping()) { // the second is on top
        const WipeGeometry wipe = wipeGeometry();
        const auto around = [](const QPolygonF& side) { // painted to whole pixels
            return side.isEmpty() ? QRectF() : side.boundingRect().adjusted(-1, -1, 1, 1);
        };
        return {around(wipe.secondSide()), around(wipe.firstSide())};
    }
    std::vector<QRectF> areas(shownLayers().size(), pane);
    if (m_state.mode() == CompareMode::Flip && areas.size() == 2)
        areas[1] = {};
    return areas;
}

void ImageView::orderTiles() {
    std::vector<TileOrder> orders;
    const QRectF picture = paintRect();
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    for (const PictureLayer* layer : layers)
        layer->orderWhole(m_tiles, orders);
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(picture, areas[i], m_tiles, orders);
    // What flipping, the wipe and a pan would uncover next. Under a tone that is gone with the next
    // move of the hand it would never be looked at.
    const QRectF around = paneArea().adjusted(-kTilePx, -kTilePx, kTilePx, kTilePx);
    if (!m_toning.isActive())
        for (const PictureLayer* layer : layers)
            layer->orderMissing(picture, around, m_tiles, orders);
    QSet<TileKey> seen;
    std::erase_if(orders, [&](const TileOrder& order) {
        const bool isAgain = seen.contains(order.key);
        seen.insert(order.key);
        return isAgain;
    });
    m_workers.order(std::move(orders));
}

bool ImageView::isComplete() const {
    std::vector<TileOrder> missing;
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(paintRect(), areas[i], m_tiles, missing);
    return missing.empty();
}

void ImageView::takeTiles() {
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    bool hasNewer = false;
    for (TileDelivery& delivery : m_workers.take()) {
        const TileKey key = delivery.order.key;
        const auto found = std::ranges::find_if(
            layers, [&](const PictureLayer* other) { return other->source().get() == key.source; });
        if (found == layers.end())
            continue; // of a picture that has gone; its address may be given away
        const PictureLayer& layer = **found;
        const Tile* known = m_tiles.find(key);
        if (known != nullptr && known->transform == layer.transform() &&
            delivery.tile.transform != known->transform)
            continue; // late, and out of date
        hasNewer =
            hasNewer || (!delivery.tile.isAveraged && delivery.order.source->isAveraged(key.level));
        m_tiles.insert(key, std::move(delivery.tile));
        QRectF place = layer.placeOf(key, paintRect()) &
                       areas[static_cast<std::size_t>(found - layers.begin())];
        if (place.isEmpty())
            continue;
        if (isSideBySide() && &layer == &m_second)
            place.translate(secondPaneX(), 0);
        const double ratio = devicePixelRatioF();
        const QRectF logical(place.topLeft() / ratio, place.size() / ratio);
        update(logical.adjusted(-1, -1, 1, 1).toAlignedRect());
    }
    if (hasNewer)
        orderTiles();
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
