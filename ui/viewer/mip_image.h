// A picture with its smaller copies, so that any zoom reads about as many pixels as the screen has.
#pragma once

#include "core/image/image.h"

#include <QSize>

#include <memory>
#include <span>
#include <vector>

namespace unlit::ui {

/// Immutable. Level 0 is the image itself (shared, not copied, unless it is AcesCg, which becomes
/// Linear); each further level has half the sides, averaged in the image's own space, down to 128
/// pixels.
class MipImage {
public:
    /// Takes about 0.3 s for 8192 x 8192 pixels: call it on a worker for large images. Any thread.
    static std::shared_ptr<const MipImage> build(std::shared_ptr<const Image> image);

    ColorSpace space() const { return m_base->space; }

    int channelCount() const { return m_base->channelCount(); }

    int levelCount() const { return static_cast<int>(m_levels.size()) + 1; }

    QSize levelSize(int level) const;

    /// The first level whose longer side is at most `sidePx`; the last where there is none.
    int levelWithin(int sidePx) const;

    /// Scene-linear images: the exposure that autoExposure gives for a small level. Else 0.
    double suggestedEv() const { return m_suggestedEv; }

    /// One row of one channel; channels past the last give the last (grey shown as colour).
    std::span<const float> row(int level, int channel, int y) const;

private:
    struct Level {
        int width = 0;
        int height = 0;
        std::vector<float> samples; // planar, as in Image
    };

    static Level halve(const MipImage& mip, int level);
    double suggestEv() const;

    std::shared_ptr<const Image> m_base;
    std::vector<Level> m_levels;
    double m_suggestedEv = 0;
};

} // namespace unlit::ui
