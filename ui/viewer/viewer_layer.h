// One picture that the viewer can show: its name and how it is shown.
#pragma once

#include "ui/viewer/view_transform.h"

#include <QString>

#include <functional>
#include <vector>

namespace unlit::ui {

struct ViewerLayer {
    QString name;
    PixelSourcePtr source; ///< never null
    LayerTone tone{};
    PixelSourcePtr uncertainty{}; ///< of this layer, for the readout; null = unknown
    QString prefix{};             ///< before numbers of the colour bar, as "± "
    QString note{};               ///< beside its values in the readout, as "× 1.37"
    /// How much of it is no paint: of all its pixels, on any thread, which may take a second; null
    /// = it is not paint.
    std::function<PaintShares(const PaintLimits&)> paintShares{};
};

/// What a viewer can show, and what it shows: `base` compared with `current`; the same number shows
/// it alone. Both are numbers of layers unless there is none.
struct ShownLayers {
    std::vector<ViewerLayer> layers;
    int base = 0;
    int current = 0;

    const ViewerLayer& baseLayer() const { return layers[static_cast<std::size_t>(base)]; }

    const ViewerLayer& currentLayer() const { return layers[static_cast<std::size_t>(current)]; }

    int count() const { return static_cast<int>(layers.size()); }
};

} // namespace unlit::ui
