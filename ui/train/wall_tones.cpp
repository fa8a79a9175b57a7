#include "ui/train/wall_tones.h"

#include "ui/bridge/display_curve.h"

#include <cmath>

namespace unlit::ui {

namespace {

/// The mean of the channels, from 0 to 255.
int greyOf(QRgb pixel) {
    return (qRed(pixel) + qGreen(pixel) + qBlue(pixel)) / 3;
}

template <class Change>
QImage changedPixels(QImage picture, const Change& change) {
    for (int y = 0; y < picture.height(); ++y) {
        auto* row = reinterpret_cast<QRgb*>(picture.scanLine(y));
        for (int x = 0; x < picture.width(); ++x)
            row[x] = change(row[x]);
    }
    return picture;
}

} // namespace

void WallTones::setExposure(double ev) {
    m_exposureEv = ev;
    m_kept.clear();
    const DisplayCurve curve(ColorSpace::Srgb, ev);
    for (std::size_t byte = 0; byte < m_curve.size(); ++byte)
        m_curve[byte] = curve(static_cast<float>(byte) / 255.0F);
}

double WallTones::top() const {
    return kTop * std::exp2(-m_exposureEv);
}

QImage WallTones::shown(const QImage& picture, WallColumn column) {
    if (!isScalar(column) && m_exposureEv == 0)
        return picture;
    constexpr qsizetype kMost = 64; // rows that can be seen at once, and some
    if (m_kept.size() > kMost)
        m_kept.clear();
    QImage& kept = m_kept[picture.cacheKey()];
    if (kept.isNull())
        kept = isScalar(column) ? colored(picture) : exposed(picture);
    return kept;
}

QImage WallTones::colored(QImage picture) const {
    const auto scale = static_cast<float>(std::exp2(m_exposureEv) / (kTop * 255.0));
    return changedPixels(std::move(picture), [&](QRgb pixel) {
        return m_map(static_cast<float>(greyOf(pixel)) * scale);
    });
}

QImage WallTones::exposed(QImage picture) const {
    const auto byte = [this](int value) {
        return static_cast<int>(m_curve[static_cast<std::size_t>(value)]);
    };
    return changedPixels(std::move(picture), [&](QRgb pixel) {
        return qRgb(byte(qRed(pixel)), byte(qGreen(pixel)), byte(qBlue(pixel)));
    });
}

} // namespace unlit::ui
