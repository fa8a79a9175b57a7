// What a pixel or a region holds, as numbers and as words.
#pragma once

#include "ui/viewer/pixel_statistics.h"
#include "ui/viewer/view_transform.h"

#include <QString>

#include <array>
#include <vector>

namespace unlit::ui {

/// The pixel of a picture of `size` that lies where `pixel` lies in a picture of `reference` size.
QPoint pixelIn(const QSize& size, const QPoint& pixel, const QSize& reference);

/// Four digits that count: "0.1824", "12.30", "1.2e-05"; "NaN", "+Inf", "−Inf".
QString formatNumber(double value);

/// "0 %", "< 0.1 %", "2.1 %", "12 %" of a share from 0 to 1.
QString formatShare(double share);

struct PixelReading {
    QPoint pixel;
    std::array<float, 3> linear{};   ///< light, or the number itself where it is raw
    std::array<double, 3> encoded{}; ///< sRGB-encoded; the same as `linear` where it is raw
    std::array<int, 3> bytes{};      ///< of `encoded`, clipped to 0 … 255
    QRgb screen = 0;                 ///< what the view shows
    float alpha = 1;
    bool hasAlpha = false;
    bool isRaw = false;
};

PixelReading readPixel(const PixelSource& source, const QPoint& pixel,
                       const ViewTransform& transform);

/// One line of a readout: a name, three columns, what they are.
struct ReadoutLine {
    QString name;
    QString values;
    QString note; ///< "lin", "± 0.018"
};

enum class ReadoutDetail { Linear, Full };

/// Lines for one layer under the pointer. `note` goes to the first line.
std::vector<ReadoutLine> linesFor(const QString& name, const PixelReading& reading,
                                  ReadoutDetail detail, const QString& note = {});

/// Mean, least and most of a region.
std::vector<ReadoutLine> linesFor(const QString& name, const RegionStatistics& region);

} // namespace unlit::ui
