#include "ui/viewer/paint_marks.h"

#include "ui/viewer/inspector.h"

#include <algorithm>

namespace unlit::ui {

PaintMarks::PaintMarks(ImageView& view, ViewOptions& options, const ShownLayers& shown)
    : m_view(view), m_options(options), m_shown(shown), m_panel(new MarksPanel(&view)) {}

void PaintMarks::forget() {
    m_counting.forget();
    m_count = {};
}

const ViewerLayer* PaintMarks::paintLayer() const {
    if (m_shown.layers.empty())
        return nullptr;
    for (const ViewerLayer* layer : {&m_shown.currentLayer(), &m_shown.baseLayer()})
        if (layer->paintShares)
            return layer;
    const auto first = std::ranges::find_if(
        m_shown.layers, [](const ViewerLayer& layer) { return layer.paintShares != nullptr; });
    return first == m_shown.layers.end() ? nullptr : &*first;
}

const LightlessMask* PaintMarks::lightless() const {
    const auto found = std::ranges::find_if(
        m_shown.layers, [](const ViewerLayer& layer) { return layer.tone.lightless != nullptr; });
    return found == m_shown.layers.end() ? nullptr : found->tone.lightless.get();
}

std::vector<MarkLine> PaintMarks::lines(bool isCounted) const {
    const ToneSettings& tone = m_view.scene().state().tone();
    const ViewerLayer* paint = paintLayer();
    const LightlessMask* mask = lightless();
    const auto shareOf = [&](double PaintShares::*share) {
        return isCounted ? formatShare((*m_count.shares).*share) : QString();
    };
    const bool isPaintShown = paint != nullptr && (paint->source == m_shown.currentLayer().source ||
                                                   paint->source == m_shown.baseLayer().source);
    std::vector<MarkLine> lines;
    if (isPaintShown && tone.marksPaint) {
        lines.push_back({PixelMark::TooBright, tr("above %1").arg(tone.paintLimits.high),
                         shareOf(&PaintShares::above)});
        lines.push_back({PixelMark::TooDark, tr("below %1").arg(tone.paintLimits.low),
                         shareOf(&PaintShares::below)});
    }
    if (mask != nullptr && tone.marksLightless)
        lines.push_back({PixelMark::Lightless, tr("without light"), formatShare(mask->share())});
    return lines;
}

void PaintMarks::update() {
    const ToneSettings& tone = m_view.scene().state().tone();
    const ViewerLayer* paint = paintLayer();
    m_options.setMarkable(hasLightless(), paint != nullptr);
    if (paint != nullptr && (tone.marksPaint || m_options.isVisibleTo(&m_view)))
        count(*paint);
    const bool isCounted = paint != nullptr && m_count.shares && m_count.source == paint->source &&
                           m_count.limits == tone.paintLimits;
    const std::vector<MarkLine> shown = lines(isCounted);
    m_panel->setLines(shown);
    m_panel->setVisible(!shown.empty());
    m_options.setPaintShares(isCounted ? m_count.shares : std::nullopt);
    emit panelsChanged();
}

void PaintMarks::count(const ViewerLayer& layer) {
    const PaintLimits limits = m_view.scene().state().tone().paintLimits;
    if (m_count.source == layer.source && m_count.limits == limits)
        return; // known, or on its way
    m_count = {layer.source, limits, {}};
    m_counting.ask(
        [limits, shares = layer.paintShares](const std::stop_token&) { return shares(limits); },
        [this](const PaintShares& shares) {
            m_count.shares = shares;
            update();
        });
}

} // namespace unlit::ui
