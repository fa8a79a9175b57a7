// The colours that runs have in plots and tables.
#pragma once

#include "ui/theme/theme_tokens.h"

#include <array>

namespace unlit::ui {

inline constexpr std::array<QRgb, 10> kRunColors = {0xffe8a33d, 0xff7db3d8, 0xff7fc48b, 0xffef7a6d,
                                                    0xffb79ae0, 0xff5cc0b8, 0xffe48ab5, 0xffc4c85a,
                                                    0xffc79a72, 0xff9aa7c7};

/// Any number from 0 on; after the tenth they come again. Darker on light ground.
inline QColor runColor(int number, const QPalette& palette) {
    const QColor color(kRunColors[static_cast<std::size_t>(number) % kRunColors.size()]);
    const bool isDark = palette.color(QPalette::Window).lightness() < 128;
    return isDark ? color : color.darker(155);
}

} // namespace unlit::ui
