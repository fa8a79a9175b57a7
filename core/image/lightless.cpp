#include "core/image/lightless.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace unlit {

namespace {

constexpr float kNearBlack = 6.0F / 255; // sRGB levels
constexpr float kExactBlack = 1.5F / 255;
constexpr std::size_t kFewestPixels = 64;
constexpr std::size_t kPicturePixelsOfOne = 1000; // of a region, one in so many of the picture
constexpr double kExactShare = 0.5;
/// With so many zeros nothing has blurred the black: what is not zero beside it is a dark thing.
constexpr double kCleanShare = 0.9;
constexpr double kBrightLevel = 0.8;
constexpr double kBrightShare = 0.95;
constexpr int kRimOfBlack = 2; // pixels: edges are a pixel or two wide

/// What a pixel's brightest channel is compared with.
struct BlackLevels {
    float near = 0;
    float exact = 0;
};

/// The colour planes of a picture, ready for many questions.
struct ChannelPlanes {
    explicit ChannelPlanes(const Image& image) {
        for (int c = 0; c < image.channelCount(); ++c)
            planes.push_back(image.plane(c).data());
    }

    /// Not a number is at most nothing.
    bool isAtMost(float level, std::size_t pixel) const {
        return std::ranges::all_of(planes,
                                   [&](const float* plane) { return plane[pixel] <= level; });
    }

    float brightest(std::size_t pixel) const {
        float most = planes.front()[pixel];
        for (const float* plane : planes)
            most = std::max(most, plane[pixel]);
        return most;
    }

    std::vector<const float*> planes;
};

/// Where a scene's bright end lies; 0 for a picture without light. Every k-th pixel tells.
double brightEnd(const Image& image) {
    constexpr std::size_t kSamples = 1'000'000;
    const std::size_t stride = std::max<std::size_t>(1, image.planeSize() / kSamples);
    const ChannelPlanes channels(image);
    std::vector<float> values;
    for (std::size_t i = 0; i < image.planeSize(); i += stride)
        if (const float value = channels.brightest(i); value > 0 && std::isfinite(value))
            values.push_back(value);
    if (values.empty())
        return 0;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(
                                         kBrightShare * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

BlackLevels levelsOf(const Image& image) {
    const float near = decodeSrgb(kNearBlack);
    const float exact = decodeSrgb(kExactBlack);
    if (image.space == ColorSpace::Raw)
        return {kNearBlack, kExactBlack};
    if (isDisplayEncoded(image.space))
        return {encodeDisplay(near, image.space), encodeDisplay(exact, image.space)};
    const auto scale = static_cast<float>(brightEnd(image) / kBrightLevel);
    return {near * scale, exact * scale};
}

/// Regions of black, by runs of rows that touch: memory follows their outline, not their area.
class BlackRegions {
public:
    BlackRegions(const Image& image, BlackLevels levels, bool saysAlpha)
        : m_image(image), m_channels(image), m_levels(levels), m_saysAlpha(saysAlpha) {
        for (int y = 0; y < image.height; ++y)
            addRow(y);
    }

    void markLarge(std::vector<PixelLight>& pixels) const {
        const std::size_t fewest =
            std::max(kFewestPixels, m_image.planeSize() / kPicturePixelsOfOne);
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const Run& region = m_runs[root(i)];
            if (region.area < fewest ||
                static_cast<double>(region.exact) < kExactShare * static_cast<double>(region.area))
                continue;
            const Run& run = m_runs[i];
            const bool isClean =
                static_cast<double>(region.zero) >= kCleanShare * static_cast<double>(region.area);
            for (std::ptrdiff_t x = run.begin; x < run.end; ++x)
                if (!isClean || m_channels.isAtMost(0, static_cast<std::size_t>(x)))
                    pixels[static_cast<std::size_t>(x)] = PixelLight::None;
        }
    }

private:
    /// Pixels [begin, end) of the picture, in one row; sums are those of the region, at its root.
    struct Run {
        std::ptrdiff_t begin = 0;
        std::ptrdiff_t end = 0;
        std::size_t parent = 0;
        std::size_t area = 0;
        std::size_t exact = 0;
        std::size_t zero = 0;
    };

    void addRow(int y) {
        const std::size_t above = m_rowBegin;
        m_rowBegin = m_runs.size();
        const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(y) * m_image.width;
        for (std::ptrdiff_t x = first; x < first + m_image.width; ++x) {
            const auto pixel = static_cast<std::size_t>(x);
            // What alpha says needs no looking, and its edges are not mixed with black.
            const bool isCutOut = m_saysAlpha && !(m_image.mask[pixel] > 0);
            if (isCutOut || !m_channels.isAtMost(m_levels.near, pixel))
                continue;
            if (m_runs.size() == m_rowBegin || m_runs.back().end != x)
                m_runs.push_back({x, x, m_runs.size(), 0, 0, 0});
            Run& run = m_runs.back();
            run.end = x + 1;
            ++run.area;
            run.exact += m_channels.isAtMost(m_levels.exact, pixel) ? 1 : 0;
            run.zero += m_channels.isAtMost(0, pixel) ? 1 : 0;
        }
        joinWithRowAbove(above);
    }

    void joinWithRowAbove(std::size_t above) {
        std::size_t upper = above;
        for (std::size_t lower = m_rowBegin; lower < m_runs.size(); ++lower) {
            const std::ptrdiff_t begin = m_runs[lower].begin - m_image.width;
            const std::ptrdiff_t end = m_runs[lower].end - m_image.width;
            while (upper < m_rowBegin && m_runs[upper].end <= begin)
                ++upper;
            for (std::size_t touched = upper; touched < m_rowBegin && m_runs[touched].begin < end;
                 ++touched)
                join(touched, lower);
        }
    }

    std::size_t root(std::size_t run) const {
        while (m_runs[run].parent != run)
            run = m_runs[run].parent;
        return run;
    }

    /// The smaller goes into the larger, so that chains stay short.
    void join(std::size_t a, std::size_t b) {
        std::size_t larger = root(a);
        std::size_t smaller = root(b);
        if (larger == smaller)
            return;
        if (m_runs[larger].area < m_runs[smaller].area)
            std::swap(larger, smaller);
        m_runs[smaller].parent = larger;
        m_runs[larger].area += m_runs[smaller].area;
        m_runs[larger].exact += m_runs[smaller].exact;
        m_runs[larger].zero += m_runs[smaller].zero;
    }

    const Image& m_image;
    ChannelPlanes m_channels;
    BlackLevels m_levels;
    bool m_saysAlpha;
    std::vector<Run> m_runs;
    std::size_t m_rowBegin = 0;
};

bool saysAlpha(const Image& image) {
    return std::ranges::any_of(image.mask, [](float alpha) { return alpha > 0; });
}

/// Colours of pixels that are hardly there are noise, divided by little.
void markAlpha(const Image& image, std::vector<PixelLight>& pixels) {
    constexpr float kHardlyThere = 0.25F;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (const float alpha = image.mask[i]; !(alpha > 0))
            pixels[i] = PixelLight::None;
        else if (alpha < kHardlyThere)
            pixels[i] = PixelLight::Rim;
}

/// What lies beside regions of black, corners included.
void markRim(const Image& image, std::vector<PixelLight>& pixels,
             const std::vector<PixelLight>& black) {
    const auto width = static_cast<std::ptrdiff_t>(image.width);
    const auto height = static_cast<std::ptrdiff_t>(image.height);
    const auto isEdge = [&](std::ptrdiff_t y, std::ptrdiff_t x) {
        for (std::ptrdiff_t dy = -1; dy <= 1; ++dy)
            for (std::ptrdiff_t dx = -1; dx <= 1; ++dx) {
                const std::ptrdiff_t ny = std::clamp<std::ptrdiff_t>(y + dy, 0, height - 1);
                const std::ptrdiff_t nx = std::clamp<std::ptrdiff_t>(x + dx, 0, width - 1);
                if (black[static_cast<std::size_t>(ny * width + nx)] != PixelLight::None)
                    return true;
            }
        return false;
    };
    for (std::ptrdiff_t y = 0; y < height; ++y)
        for (std::ptrdiff_t x = 0; x < width; ++x) {
            if (black[static_cast<std::size_t>(y * width + x)] != PixelLight::None || !isEdge(y, x))
                continue;
            for (std::ptrdiff_t ny = std::max<std::ptrdiff_t>(0, y - kRimOfBlack);
                 ny <= std::min(height - 1, y + kRimOfBlack); ++ny)
                for (std::ptrdiff_t nx = std::max<std::ptrdiff_t>(0, x - kRimOfBlack);
                     nx <= std::min(width - 1, x + kRimOfBlack); ++nx)
                    if (PixelLight& pixel = pixels[static_cast<std::size_t>(ny * width + nx)];
                        pixel == PixelLight::Lit)
                        pixel = PixelLight::Rim;
        }
}

} // namespace

LightMap findLight(const Image& image) {
    LightMap map;
    std::vector<PixelLight> pixels(image.planeSize(), PixelLight::Lit);
    const bool hasAlpha = saysAlpha(image);
    BlackRegions(image, levelsOf(image), hasAlpha).markLarge(pixels);
    if (std::ranges::find(pixels, PixelLight::None) != pixels.end()) {
        const std::vector<PixelLight> black = pixels;
        markRim(image, pixels, black);
    }
    if (hasAlpha)
        markAlpha(image, pixels);
    map.lightless = static_cast<std::size_t>(std::ranges::count(pixels, PixelLight::None));
    if (map.isAnyLightless())
        map.pixels = std::move(pixels);
    return map;
}

} // namespace unlit
