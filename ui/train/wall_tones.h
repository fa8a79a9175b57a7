// The colours in which the pictures of a wall are shown.
#pragma once

#include "ui/train/wall_layout.h"
#include "ui/viewer/color_map.h"

#include <QHash>
#include <QImage>

#include <array>

namespace unlit::ui {

/// Exposure acts in linear light; the scale of errors and uncertainties goes with it. Keeps what it
/// has made, for as many pictures as can be seen. GUI thread.
class WallTones {
public:
    /// The numbers that the colours of an error end at, without exposure.
    static constexpr double kTop = 0.5;

    WallTones() { setExposure(0); }

    /// Stops.
    void setExposure(double ev);
    /// The number that the colours end at.
    double top() const;
    QImage shown(const QImage& picture, WallColumn column);

private:
    QImage colored(QImage picture) const;
    QImage exposed(QImage picture) const;

    double m_exposureEv = 0;
    std::array<std::uint8_t, 256> m_curve{}; ///< of a byte at the exposure
    ColorMapTable m_map{ColorMapKind::Inferno};
    QHash<qint64, QImage> m_kept; ///< by the picture's key
};

} // namespace unlit::ui
