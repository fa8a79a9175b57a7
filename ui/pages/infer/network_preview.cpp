#include "ui/pages/infer/network_preview.h"

#include "core/image/color/color.h"
#include "ui/bridge/image_conversion.h"

#include <algorithm>

namespace unlit::ui {

NetworkPreview makePreview(const PreviewOrder& order) {
    Image small = *order.small;
    small.space = order.space;
    const Image shown = toDisplay(small, order.transfer, order.exposureEv).image;
    const auto white =
        std::ranges::count_if(shown.samples, [](float sample) { return sample >= 1.0F; });
    NetworkPreview preview;
    preview.picture =
        toQImage(shown).scaled(order.box, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    preview.atWhite = static_cast<double>(white) /
                      static_cast<double>(std::max<std::size_t>(1, shown.samples.size()));
    return preview;
}

void PreviewMaker::ask(const PreviewOrder& order) {
    if (m_asked == order)
        return;
    forget();
    m_asked = order;
    m_preview.ask([order](const std::stop_token&) { return makePreview(order); },
                  [this](const NetworkPreview& preview) { emit made(preview); });
}

void PreviewMaker::forget() {
    m_asked.reset();
    m_preview.forget();
}

} // namespace unlit::ui
