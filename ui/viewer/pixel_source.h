// What the viewer shows: linear light at every level of detail, wherever it comes from.
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <array>
#include <memory>
#include <span>

namespace unlit::ui {

/// Where a stretch of a row goes; all spans have the same length.
struct ColorRow {
    std::span<float> red;
    std::span<float> green;
    std::span<float> blue;

    ColorRow part(std::size_t from, std::size_t count) const {
        return {red.subspan(from, count), green.subspan(from, count), blue.subspan(from, count)};
    }
};

/// Level 0 is the picture; each further level has half the sides (rounded up), down to 128 pixels.
/// Colours are scene- or display-linear light with Rec.709 primaries, unbounded, straight alpha;
/// raw sources give their numbers as they are. One-channel pictures repeat it. NaN and infinities
/// come through, also into smaller levels, so that they can be seen at any zoom. All of it from any
/// thread.
class PixelSource {
public:
    explicit PixelSource(const QSize& size);
    virtual ~PixelSource() = default;
    PixelSource(const PixelSource&) = delete;
    PixelSource& operator=(const PixelSource&) = delete;

    QSize size() const { return m_size; }

    int levelCount() const { return m_levelCount; }

    QSize levelSize(int level) const { return sizeAtLevel(m_size, level); }

    static QSize sizeAtLevel(const QSize& size, int level);

    /// Numbers without a colour meaning (uncertainty, depth): shown without the screen's curve.
    virtual bool isRaw() const = 0;
    virtual bool hasAlpha() const = 0;
    /// Until a level is averaged its rows come from every 2^level-th pixel.
    virtual bool isAveraged(int level) const = 0;

    /// Pixels (x … x + length, y) of a level. Precondition: they lie in it.
    virtual void readColor(int level, int y, int x, const ColorRow& to) const = 0;
    /// Alpha in [0,1]; 1 where there is none.
    virtual void readAlpha(int level, int y, int x, std::span<float> to) const = 0;

    /// One pixel of level 0: red, green, blue.
    std::array<float, 3> colorAt(const QPoint& pixel) const;
    float alphaAt(const QPoint& pixel) const;

private:
    QSize m_size;
    int m_levelCount = 1;
};

using PixelSourcePtr = std::shared_ptr<const PixelSource>;

} // namespace unlit::ui
