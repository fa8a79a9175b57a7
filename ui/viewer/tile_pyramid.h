// An image and its averaged smaller copies, so that any zoom reads about as many pixels as the
// screen has.
#pragma once

#include "core/image/image.h"
#include "ui/viewer/pixel_source.h"

#include <atomic>
#include <functional>
#include <stop_token>
#include <vector>

namespace unlit::ui {

/// Shares the image, never copies it. Usable at once; build() adds the levels, which take a third
/// of the image's memory. Averages are of linear light.
class TilePyramid : public PixelSource {
public:
    /// `image` is kept alive; it must not change. Precondition: not empty.
    explicit TilePyramid(std::shared_ptr<const Image> image);

    const Image& image() const { return *m_image; }

    /// Makes the levels, largest first; each can be read as soon as it is there. About 0.5 s for
    /// 8K. One thread once; others may read meanwhile. `onLevel` is called on that thread after
    /// each. False when stopped.
    bool build(const std::stop_token& stop, const std::function<void()>& onLevel = {});

    /// Scene-linear images: the exposure that autoExposure gives for at most 512 x 512 of their
    /// pixels. Else 0.
    double suggestedEv() const;

    bool isRaw() const override { return m_image->space == ColorSpace::Raw; }

    bool hasAlpha() const override { return !m_image->mask.empty(); }

    bool isAveraged(int level) const override {
        return level <= m_builtLevels.load(std::memory_order_acquire);
    }

    void readColor(int level, int y, int x, const ColorRow& to) const override;
    void readAlpha(int level, int y, int x, std::span<float> to) const override;

private:
    struct Level {
        std::vector<float> samples; ///< planar linear light: the image's channels, at most 3
        std::vector<float> alpha;
    };

    std::size_t planeCount() const;
    std::span<const float> levelRow(int level, std::size_t plane, int y) const;
    std::span<const float> alphaRow(int level, int y) const;
    /// Every `step`-th sample of a plane's row, starting at pixel x * step.
    static void pick(std::span<const float> row, int x, int step, std::span<float> to);
    void toRec709(const ColorRow& row) const;
    bool halve(int level, const std::stop_token& stop);

    std::shared_ptr<const Image> m_image;
    std::vector<Level> m_levels; ///< [0] stays empty: that is the image
    std::atomic<int> m_builtLevels{0};
};

} // namespace unlit::ui
