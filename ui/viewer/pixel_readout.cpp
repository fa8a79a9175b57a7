#include "ui/viewer/pixel_readout.h"

#include <algorithm>

namespace unlit::ui {

PixelReadout::PixelReadout(ImageView& view, const ShownLayers& shown)
    : m_view(view), m_shown(shown), m_inspector(new InspectorPanel(&view)),
      m_histogram(new HistogramPanel(&view)), m_colorBar(new ColorBarPanel(&view)) {
    connect(&m_view, &ImageView::hovered, this, &PixelReadout::probe);
    connect(&m_view, &ImageView::regionChanged, this, &PixelReadout::measure);
}

void PixelReadout::update() {
    std::erase_if(m_statistics, [this](const auto& known) {
        return std::ranges::find(m_shown.layers, known.first, &ViewerLayer::source) ==
               m_shown.layers.end();
    });
    updateHistogram();
    updateColorBar();
    measure(m_view.region());
    updateLines();
}

void PixelReadout::retone() {
    updateHistogram();
    updateColorBar();
    updateLines();
}

void PixelReadout::forget() {
    m_counting.clear();
    m_statistics.clear();
    m_pixel.reset();
}

void PixelReadout::step() {
    m_lines = static_cast<Lines>((static_cast<int>(m_lines) + 1) % 3);
    updateLines();
}

void PixelReadout::setHistogramShown(bool isShown) {
    m_showsHistogram = isShown;
    updateHistogram();
}

void PixelReadout::setPlaying(bool isPlaying) {
    if (isPlaying == m_isPlaying)
        return;
    m_isPlaying = isPlaying;
    updateHistogram();
}

bool PixelReadout::isSettled() const {
    return !m_histogram->isVisibleTo(&m_view) || m_histogram->histogram();
}

const PictureLayer& PixelReadout::measuredLayer() const {
    if (!m_view.scene().difference().isEmpty())
        return m_view.scene().difference();
    return m_view.scene().second().isEmpty() ? m_view.scene().first() : m_view.scene().second();
}

void PixelReadout::updateHistogram() {
    const PictureLayer& layer = measuredLayer();
    const bool isShown = m_showsHistogram && !m_isPlaying && !layer.isEmpty();
    m_histogram->setVisible(isShown);
    emit panelsChanged();
    if (!isShown)
        return;
    const auto known = m_statistics.find(layer.source());
    if (known == m_statistics.end())
        count(layer.source());
    if (known == m_statistics.end() || !known->second) {
        m_histogram->setHistogram({}, false);
        return;
    }
    const bool isColored = layer.transform()->layer().kind != LayerKind::Scalar;
    m_histogram->setHistogram(histogramOf(*known->second, *layer.transform()), isColored);
}

void PixelReadout::count(const PixelSourcePtr& source) {
    m_statistics[source] = nullptr;
    using SharedStatistics = std::shared_ptr<const PixelStatistics>;
    m_counting.post(
        [source](const std::stop_token& stop) -> SharedStatistics {
            auto counted = countPixels(*source, stop);
            return counted ? std::make_shared<const PixelStatistics>(std::move(*counted)) : nullptr;
        },
        [this, source](const SharedStatistics& counted) {
            m_statistics[source] = counted;
            updateHistogram();
        });
}

void PixelReadout::updateColorBar() {
    const PictureLayer& layer = measuredLayer();
    const auto map = layer.isEmpty() ? std::nullopt : layer.transform()->colorMap();
    m_colorBar->setVisible(map.has_value());
    if (map) {
        const ViewTransform& transform = *layer.transform();
        const bool isLayer = m_view.scene().difference().isEmpty();
        m_colorBar->setScale(
            *map, {transform.numberAt(0), transform.numberAt(0.5), transform.numberAt(1)},
            isLayer ? m_shown.currentLayer().prefix : QString());
    }
    emit panelsChanged();
}

QSize PixelReadout::referenceSize() const {
    const PictureLayer& first =
        m_view.scene().first().isEmpty() ? m_view.scene().second() : m_view.scene().first();
    return first.isEmpty() ? QSize() : first.source()->size();
}

void PixelReadout::probe(const std::optional<QPoint>& pixel) {
    m_pixel = pixel;
    updateLines();
}

void PixelReadout::measure(const std::optional<QRect>& region) {
    m_measuring.forget();
    if (!region || m_shown.layers.empty()) {
        m_regionStatistics.reset();
        updateLines();
        return;
    }
    const PixelSourcePtr source = measuredLayer().source();
    const QSize size = source->size();
    const QRect inside(pixelIn(size, region->topLeft(), referenceSize()),
                       pixelIn(size, region->bottomRight(), referenceSize()));
    m_measuring.ask(
        [source, inside](const std::stop_token& stop) {
            return measureRegion(*source, inside, stop);
        },
        [this, source](const std::optional<RegionStatistics>& measured) {
            if (!m_view.region() || measuredLayer().source() != source)
                return;
            m_regionStatistics = measured;
            updateLines();
        });
}

std::vector<ReadoutLine> PixelReadout::linesOf(const ViewerLayer& layer, const PictureLayer& drawn,
                                               const QPoint& pixel) const {
    const QPoint inside = pixelIn(layer.source->size(), pixel, referenceSize());
    QString note;
    if (layer.uncertainty) {
        const auto spread =
            layer.uncertainty->colorAt(pixelIn(layer.uncertainty->size(), pixel, referenceSize()));
        note = QStringLiteral("± ") + formatNumber((spread[0] + spread[1] + spread[2]) / 3);
    }
    if (!layer.note.isEmpty())
        note += (note.isEmpty() ? QString() : QStringLiteral("  ")) + layer.note;
    return linesFor(layer.name, readPixel(*layer.source, inside, *drawn.transform()),
                    m_lines == Lines::Full ? ReadoutDetail::Full : ReadoutDetail::Linear, note);
}

std::vector<ReadoutLine> PixelReadout::linesAt(const QPoint& pixel) const {
    std::vector<ReadoutLine> lines = linesOf(m_shown.baseLayer(), m_view.scene().first(), pixel);
    if (m_shown.base != m_shown.current)
        std::ranges::move(linesOf(m_shown.currentLayer(), m_view.scene().second(), pixel),
                          std::back_inserter(lines));
    const PictureLayer& difference = m_view.scene().difference();
    if (!difference.isEmpty())
        std::ranges::move(linesFor(tr("Difference"),
                                   readPixel(*difference.source(), pixel, *difference.transform()),
                                   ReadoutDetail::Linear),
                          std::back_inserter(lines));
    return lines;
}

void PixelReadout::updateLines() {
    const bool hasPixel = m_pixel && !m_shown.layers.empty();
    if (m_lines == Lines::None || (!hasPixel && !m_regionStatistics)) {
        m_inspector->hide();
        return;
    }
    QString title;
    std::vector<ReadoutLine> lines;
    if (hasPixel) {
        title = QStringLiteral("(%1, %2)").arg(m_pixel->x()).arg(m_pixel->y());
        lines = linesAt(*m_pixel);
        const PixelSource& source = *m_shown.currentLayer().source;
        if (source.hasAlpha())
            title +=
                QStringLiteral("   α ") +
                formatNumber(source.alphaAt(pixelIn(source.size(), *m_pixel, referenceSize())));
    }
    if (m_regionStatistics) {
        const QRect region = m_regionStatistics->region;
        const QString name = m_shown.currentLayer().name;
        const QString place = tr("%1 × %2 pixels at (%3, %4)")
                                  .arg(region.width())
                                  .arg(region.height())
                                  .arg(region.left())
                                  .arg(region.top());
        if (hasPixel)
            lines.push_back({place, {}, {}});
        else
            title = place;
        std::ranges::move(linesFor(name, *m_regionStatistics), std::back_inserter(lines));
    }
    m_inspector->setLines(title, lines);
    m_inspector->show();
    emit panelsChanged();
}

} // namespace unlit::ui
