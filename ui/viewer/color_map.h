// False colours: which colour stands for which number.
#pragma once

#include <QRgb>
#include <QString>

#include <array>
#include <cstddef>
#include <vector>

namespace unlit::ui {

enum class ColorMapKind {
    Grey,
    Viridis, ///< perceptually uniform, for colour-blind eyes too
    Inferno, ///< perceptually uniform, black to pale yellow: the uncertainty
    Turbo,   ///< a rainbow with even steps: small differences stand out, order is less plain
    CoolWarm ///< diverging, grey in the middle: signed numbers
};

inline constexpr std::array kColorMaps = {ColorMapKind::Grey, ColorMapKind::Viridis,
                                          ColorMapKind::Inferno, ColorMapKind::Turbo,
                                          ColorMapKind::CoolWarm};

/// "Viridis", …; translated.
QString colorMapName(ColorMapKind kind);

/// The colour at `position` [0,1] (clamped), sRGB-encoded. Sources: viridis and inferno of N. Smith
/// and S. van der Walt as CC0 polynomials of degree 6 by M. Zucker (within 8 of 255 of the
/// tables); turbo of A. Mikhailov as a polynomial of degree 5 by R. Du; cool-warm by
/// K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009, computed here.
QRgb mapColor(ColorMapKind kind, double position);

/// The same from a table, for many pixels. Any thread.
class ColorMapTable {
public:
    static constexpr int kSteps = 1024;

    explicit ColorMapTable(ColorMapKind kind);

    QRgb operator()(float position) const {
        const float place = position * (kSteps - 1) + 0.5F;
        if (!(place > 0))
            return m_colors.front();
        return place >= kSteps ? m_colors.back() : m_colors[static_cast<std::size_t>(place)];
    }

private:
    std::vector<QRgb> m_colors;
};

} // namespace unlit::ui
