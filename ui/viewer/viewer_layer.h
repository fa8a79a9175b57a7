// One picture that the viewer can show: its name and how it is shown.
#pragma once

#include "ui/viewer/view_transform.h"

#include <QString>

namespace unlit::ui {

struct ViewerLayer {
    QString name;
    PixelSourcePtr source; ///< never null
    LayerTone tone{};
    PixelSourcePtr uncertainty{}; ///< of this layer, for the readout; null = unknown
    QString prefix{};             ///< before numbers of the colour bar, as "± "
};

} // namespace unlit::ui
