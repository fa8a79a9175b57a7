#include "ui/viewer/view_scene.h"

#include <QCoreApplication>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kSideGapPx = 2;      // logical
constexpr double kLabelMarginPx = 10; // logical

} // namespace

std::vector<PixelSourcePtr> ViewScene::setPictures(const ViewPicture& first,
                                                   const ViewPicture& second) {
    std::vector<PixelSourcePtr> gone;
    for (const PictureLayer* layer : {&m_first, &m_second}) {
        const PixelSourcePtr& old = layer->source();
        if (old && old != first.source && old != second.source)
            gone.push_back(old);
    }
    m_firstPicture = first;
    m_secondPicture = second;
    m_first.setSource(first.source, first.tone);
    m_second.setSource(second.source, second.tone);
    m_first.setTone(m_state.tone());
    m_second.setTone(m_state.tone());
    if (PixelSourcePtr difference = renewDifference())
        gone.push_back(std::move(difference));
    return gone;
}

PixelSourcePtr ViewScene::renewDifference() {
    PixelSourcePtr gone = m_difference.source();
    if (!isIn(CompareMode::Difference)) {
        m_difference.setSource(nullptr, {});
        return gone;
    }
    const DifferenceKind kind = m_state.difference();
    const LayerTone tone{.kind =
                             kind == DifferenceKind::Signed ? LayerKind::Signed : LayerKind::Color,
                         .isRaw = m_first.source()->isRaw()};
    m_difference.setSource(differenceOf(m_first.source(), m_firstPicture.tone.ownEv,
                                        m_second.source(), m_secondPicture.tone.ownEv, kind),
                           tone);
    m_difference.setTone(m_state.tone());
    return gone;
}

void ViewScene::retone() {
    for (PictureLayer* layer : {&m_first, &m_second, &m_difference})
        layer->setTone(m_state.tone());
}

void ViewScene::setView(const QSizeF& size, double ratio) {
    m_ratio = ratio;
    m_size = size * ratio;
    const double gap = std::round(kSideGapPx * ratio);
    m_geometry.setViewSize(isIn(CompareMode::Side)
                               ? QSizeF(std::floor((m_size.width() - gap) / 2), m_size.height())
                               : m_size);
    const bool isFirstPicture = m_geometry.pictureSize().isEmpty();
    const PictureLayer& layer = m_first.isEmpty() ? m_second : m_first;
    if (!layer.isEmpty())
        m_geometry.setPictureSize(QSizeF(layer.source()->size()));
    if (isFirstPicture) // joins the views that hold the same state
        m_geometry.setPlace(m_state.place());
}

QRectF ViewScene::pictureRect() const {
    QRectF rect = m_geometry.pictureRect();
    if (m_geometry.scale() == std::round(m_geometry.scale()))
        rect.moveTopLeft(QPointF(std::round(rect.left()), std::round(rect.top())));
    return rect;
}

double ViewScene::secondPaneX() const {
    return std::floor(m_geometry.viewSize().width()) + std::round(kSideGapPx * m_ratio);
}

QPointF ViewScene::toPane(const QPointF& place) const {
    if (isIn(CompareMode::Side) && place.x() >= secondPaneX())
        return place - QPointF(secondPaneX(), 0);
    return place;
}

WipeGeometry ViewScene::wipe() const {
    return {m_state.wipe(), pictureRect(), pictureRect() & paneArea()};
}

std::vector<const PictureLayer*> ViewScene::shownLayers() const {
    if (isIn(CompareMode::Difference))
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

std::vector<QRectF> ViewScene::seenAreas() const {
    if (isIn(CompareMode::Wipe)) { // the second is on top
        const WipeGeometry line = wipe();
        const auto around = [](const QPolygonF& side) { // painted to whole pixels
            return side.isEmpty() ? QRectF() : side.boundingRect().adjusted(-1, -1, 1, 1);
        };
        return {around(line.secondSide()), around(line.firstSide())};
    }
    std::vector<QRectF> areas(shownLayers().size(), paneArea());
    if (m_state.mode() == CompareMode::Flip && areas.size() == 2)
        areas[1] = {};
    return areas;
}

const PictureLayer& ViewScene::layerAt(const QPointF& place) const {
    if (!hasBoth())
        return m_first.isEmpty() ? m_second : m_first;
    switch (m_state.mode()) {
    case CompareMode::Wipe:
        return wipe().distance(place) < 0 ? m_first : m_second;
    case CompareMode::Side:
        return place.x() < secondPaneX() ? m_first : m_second;
    case CompareMode::Difference:
        return m_difference;
    case CompareMode::Flip:
        break;
    }
    return m_state.isFlipped() ? m_first : m_second;
}

std::vector<ViewScene::Label> ViewScene::labels() const {
    const QRectF device = m_geometry.visibleRect();
    const QRectF area = QRectF(device.topLeft() / m_ratio, device.size() / m_ratio)
                            .adjusted(kLabelMarginPx, kLabelMarginPx, -kLabelMarginPx, 0);
    const QString& first = m_firstPicture.name;
    const QString& second = m_secondPicture.name;
    if (!hasBoth())
        return {{m_first.isEmpty() ? second : first, area.topLeft()}};
    switch (m_state.mode()) {
    case CompareMode::Wipe:
        return {{first, area.topLeft()}, {second, area.topRight(), Qt::TopRightCorner}};
    case CompareMode::Side:
        return {{first, area.topLeft()},
                {second, area.topLeft() + QPointF(secondPaneX() / m_ratio, 0)}};
    case CompareMode::Flip:
        return {{m_state.isFlipped() ? first : second, area.topLeft()}};
    case CompareMode::Difference:
        break;
    }
    const QString kind = differenceName(m_state.difference()).toLower();
    return {{QCoreApplication::translate("unlit::ui::ImageView", "%1 − %2 · %3")
                 .arg(first, second, kind),
             area.topLeft()}};
}

} // namespace unlit::ui
