// What the viewer marks in its pictures, and how much of them that is.
#include "ui/viewer/viewer.h"

#include <algorithm>

namespace unlit::ui {

const ViewerLayer* Viewer::paintLayer() const {
    if (m_layers.empty())
        return nullptr;
    for (const int shown : {m_current, m_base})
        if (const ViewerLayer& layer = m_layers[static_cast<std::size_t>(shown)]; layer.paintShares)
            return &layer;
    const auto first = std::ranges::find_if(
        m_layers, [](const ViewerLayer& layer) { return layer.paintShares != nullptr; });
    return first == m_layers.end() ? nullptr : &*first;
}

const LightlessMask* Viewer::lightless() const {
    const auto found = std::ranges::find_if(
        m_layers, [](const ViewerLayer& layer) { return layer.tone.lightless != nullptr; });
    return found == m_layers.end() ? nullptr : found->tone.lightless.get();
}

void Viewer::updateMarks() {
    const ToneSettings& tone = m_state.tone();
    const ViewerLayer* paint = paintLayer();
    const LightlessMask* mask = lightless();
    m_options->setMarkable(mask != nullptr, paint != nullptr);
    if (paint != nullptr && (tone.marksPaint || areOptionsShown()))
        countPaint(*paint);
    const bool isCounted = paint != nullptr && m_paintCount.shares &&
                           m_paintCount.source == paint->source &&
                           m_paintCount.limits == tone.paintLimits;
    std::vector<MarkLine> lines;
    const auto shareOf = [&](double PaintShares::*share) {
        return isCounted ? formatShare((*m_paintCount.shares).*share) : QString();
    };
    const auto isShown = [this](const ViewerLayer& layer) {
        return layer.source == m_layers[static_cast<std::size_t>(m_current)].source ||
               layer.source == m_layers[static_cast<std::size_t>(m_base)].source;
    };
    if (paint != nullptr && tone.marksPaint && isShown(*paint)) {
        lines.push_back({PixelMark::TooBright, tr("above %1").arg(tone.paintLimits.high),
                         shareOf(&PaintShares::above)});
        lines.push_back({PixelMark::TooDark, tr("below %1").arg(tone.paintLimits.low),
                         shareOf(&PaintShares::below)});
    }
    if (mask != nullptr && tone.marksLightless)
        lines.push_back({PixelMark::Lightless, tr("without light"), formatShare(mask->share())});
    m_marks->setLines(lines);
    m_marks->setVisible(!lines.empty());
    m_options->setPaintShares(isCounted ? m_paintCount.shares : std::nullopt);
    placeOverlays();
}

void Viewer::countPaint(const ViewerLayer& layer) {
    const PaintLimits limits = m_state.tone().paintLimits;
    if (m_paintCount.source == layer.source && m_paintCount.limits == limits)
        return; // known, or on its way
    m_paintCount = {layer.source, limits, {}};
    m_paintCounting.ask(
        [limits, count = layer.paintShares](const std::stop_token&) { return count(limits); },
        [this](const PaintShares& shares) {
            m_paintCount.shares = shares;
            updateMarks();
        });
}

} // namespace unlit::ui
