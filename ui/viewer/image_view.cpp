#include "ui/viewer/image_view.h"

#include "ui/theme/theme.h"
#include "ui/viewer/pixel_grid.h"
#include "ui/viewer/scene_painter.h"

#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>

namespace unlit::ui {

namespace {

constexpr double kWipeMarginPx = 18; // logical; the handle and its shadow

} // namespace

ImageView::ImageView(ViewState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_scene(state), m_tiles(m_scene), m_hand(*this, m_scene) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(240, 200);
    setAccessibleName(tr("Picture"));
    setAccessibleDescription(tr("Arrows move the picture, Alt with arrows the wipe, plus and minus "
                                "zoom; question mark lists all keys"));
    connect(&m_state, &ViewState::placeChanged, this, &ImageView::placeChanged);
    connect(&m_state, &ViewState::toneChanged, this, &ImageView::retone);
    connect(&m_state, &ViewState::compareChanged, this, &ImageView::compareChanged);
    connect(&m_state, &ViewState::wipeChanged, this, &ImageView::updateAroundWipe);
    connect(&m_hand, &ViewHand::moved, this, &ImageView::geometryEdited);
    connect(&m_hand, &ViewHand::wipeHeldChanged, this, &ImageView::updateAroundWipe);
    connect(&m_hand, &ViewHand::regionChanged, this, &ImageView::regionChanged);
    connect(&m_hand, &ViewHand::hovered, this, &ImageView::hovered);
    connect(&m_tiles, &ViewTiles::arrived, this, [this](const QRectF& place) {
        const double ratio = devicePixelRatioF();
        const QRectF logical(place.topLeft() / ratio, place.size() / ratio);
        update(logical.adjusted(-1, -1, 1, 1).toAlignedRect());
    });
    connect(&m_tiles, &ViewTiles::taken, this, [this] {
        if (m_isStillEnding)
            endStill();
    });
}

ImageView::~ImageView() = default;

void ImageView::setPictures(const ViewPicture& first, const ViewPicture& second) {
    for (const PixelSourcePtr& gone : m_scene.setPictures(first, second))
        m_tiles.forget(gone);
    takeSize();
}

void ImageView::retone() {
    m_scene.retone();
    m_tiles.orderInHaste();
    // Each tile is painted when it has come; only the numbers on pixels change at once.
    if (PixelGrid{m_scene.pictureRect(), m_scene.geometry().scale(), m_scene.ratio()}.hasValues())
        update();
}

void ImageView::compareChanged() {
    if (const PixelSourcePtr gone = m_scene.renewDifference())
        m_tiles.forget(gone);
    takeSize();
}

void ImageView::updateAroundWipe() {
    if (!m_scene.isIn(CompareMode::Wipe))
        return;
    const double ratio = m_scene.ratio();
    const QLineF line = m_scene.wipe().segment();
    const QRectF ends = QRectF(line.p1(), line.p2()).normalized();
    const QRectF band(ends.topLeft() / ratio, ends.size() / ratio);
    const double margin = kWipeMarginPx;
    update((band | m_wipeBand).adjusted(-margin, -margin, margin, margin).toAlignedRect());
    m_wipeBand = band;
    m_tiles.order();
}

void ImageView::placeChanged() {
    if (m_state.place() == m_scene.geometry().place())
        return;
    m_scene.geometry().setPlace(m_state.place());
    m_tiles.order();
    emit scaleChanged(m_scene.geometry().scale(), m_scene.geometry().isFitted());
    update();
}

void ImageView::geometryEdited() {
    m_state.setPlace(m_scene.geometry().place());
    m_tiles.order();
    emit scaleChanged(m_scene.geometry().scale(), m_scene.geometry().isFitted());
    update();
}

void ImageView::takeSize() {
    m_scene.setView(size(), devicePixelRatioF());
    geometryEdited();
}

void ImageView::fit() {
    m_scene.geometry().fit();
    geometryEdited();
}

void ImageView::setScale(double scale) {
    const QSizeF view = m_scene.geometry().viewSize();
    m_scene.geometry().setScaleAt(QPointF(view.width() / 2, view.height() / 2), scale);
    geometryEdited();
}

void ImageView::zoomBy(double factor) {
    setScale(m_scene.geometry().scale() * factor);
}

void ImageView::panBy(const QPointF& delta) {
    m_scene.geometry().panBy(delta * m_scene.ratio());
    geometryEdited();
}

void ImageView::setStill(const QImage& still) {
    m_still = still;
    m_isStillEnding = false;
    update();
}

void ImageView::endStill() {
    m_isStillEnding = !m_still.isNull() && !isComplete();
    if (m_isStillEnding || m_still.isNull())
        return;
    m_still = {};
    update();
}

void ImageView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const ScenePainter scene(m_scene, painter);
    // Piece by piece: what lies between tiles that have come is not painted again.
    for (const QRect& piece : event->region()) {
        painter.fillRect(piece, themeTokens(palette()).surround);
        if (hasStill() && !m_scene.isEmpty())
            scene.paintStill(piece, m_still);
        else if (!m_scene.isEmpty())
            scene.paintPictures(piece, m_tiles.cache(), m_hand.wantsBytes());
    }
    if (m_scene.isEmpty() || hasStill())
        return;
    if (tool() != nullptr)
        scene.paintTool(*tool());
    if (region())
        scene.paintRegion(*region());
    scene.paintWipe(m_hand.holdsWipe());
    scene.paintLabels(palette());
}

void ImageView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    takeSize();
}

bool ImageView::event(QEvent* event) {
    // The window has gone to a screen of another density.
    if (event->type() == QEvent::ScreenChangeInternal)
        takeSize();
    return QWidget::event(event);
}

} // namespace unlit::ui
