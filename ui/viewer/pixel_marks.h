// What is marked in pictures by stripes, each kind with a direction and a colour of its own, and
// which pixels of a picture have no light.
#pragma once

#include <QRgb>
#include <QSize>

#include <memory>
#include <vector>

namespace unlit::ui {

enum class PixelMark {
    TooDark,   ///< level stripes, blue
    TooBright, ///< upright stripes, orange
    Lightless, ///< stripes that fall to the right, green; those of clipping rise
};

constexpr QRgb kTooDarkMark = qRgb(86, 180, 233);
constexpr QRgb kTooBrightMark = qRgb(240, 150, 0);
constexpr QRgb kLightlessMark = qRgb(96, 150, 64);

QRgb markColor(PixelMark mark);

/// Whether a pixel that is to be marked lies on a stripe. x, y: of its level, any sign.
bool isOnMark(PixelMark mark, int x, int y);

/// Which pixels of a picture have no light (core/image/lightless.h). Immutable; any thread.
class LightlessMask {
public:
    /// `marks`: one byte per pixel, 1 = without light; width * height of them. Shared, not copied.
    LightlessMask(std::shared_ptr<const std::vector<unsigned char>> marks, const QSize& size);

    QSize size() const { return m_size; }

    /// Of all pixels, 0 to 1.
    double share() const { return m_share; }

    /// The pixel (x, y) of the picture shrunk to `level`, by what lies in its middle.
    bool isMarked(const QSize& level, int x, int y) const;

private:
    std::shared_ptr<const std::vector<unsigned char>> m_marks;
    QSize m_size;
    double m_share = 0;
};

} // namespace unlit::ui
