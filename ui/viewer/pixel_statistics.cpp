#include "ui/viewer/pixel_statistics.h"

#include "ui/viewer/luminance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace unlit::ui {

namespace {

constexpr int kBinShift = 23 - 7; // 128 bins per stop
constexpr std::uint32_t kFirstBin = std::uint32_t{127 - 20} << 23;
constexpr int kSampleSidePx = 512;

std::size_t ofPositive(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits <= kFirstBin)
        return 0;
    // One less, so that the upper edge belongs to the bin and the lower one does not.
    const std::size_t step = ((bits - 1 - kFirstBin) >> kBinShift) + 1;
    return std::min(step, NumberBins::kHalf - 1);
}

/// The edge between `step` and the next one.
double edge(std::size_t step) {
    return std::bit_cast<float>(kFirstBin + (static_cast<std::uint32_t>(step) << kBinShift));
}

/// Memory for one row of a source.
class Row {
public:
    explicit Row(int width) : m_values(3 * static_cast<std::size_t>(width)) {}

    ColorRow read(const PixelSource& source, int level, int y, int x, int width) {
        const auto length = static_cast<std::size_t>(width);
        const std::span all(m_values);
        const ColorRow row{all.subspan(0, length), all.subspan(length, length),
                           all.subspan(2 * length, length)};
        source.readColor(level, y, x, row);
        return row;
    }

private:
    std::vector<float> m_values;
};

class Counter {
public:
    explicit Counter(bool isRaw) : m_isRaw(isRaw) {
        for (auto& counts : m_result.counts)
            counts.resize(NumberBins::kCount);
    }

    void add(float red, float green, float blue) {
        ++m_result.pixels;
        if (!std::isfinite(red + green + blue) && addStrange(red, green, blue))
            return;
        const float scalar = m_isRaw ? (red + green + blue) / 3 : luminance(red, green, blue);
        const float most = std::max({red, green, blue});
        const float least = std::min({red, green, blue});
        count(Counted::Red, red);
        count(Counted::Green, green);
        count(Counted::Blue, blue);
        count(Counted::Scalar, scalar);
        count(Counted::Largest, most);
        count(Counted::Smallest, least);
        m_most = std::max(m_most, most);
        m_least = std::min(m_least, least);
    }

    PixelStatistics result() {
        const bool hasAny = m_least <= m_most;
        m_result.least = hasAny ? m_least : 0;
        m_result.most = hasAny ? m_most : 0;
        return std::move(m_result);
    }

private:
    void count(Counted what, float value) {
        ++m_result.counts[static_cast<std::size_t>(what)][NumberBins::of(value)];
    }

    /// False where only the sum was too large.
    bool addStrange(float red, float green, float blue) {
        if (std::isnan(red) || std::isnan(green) || std::isnan(blue)) {
            ++m_result.notNumbers;
            return true;
        }
        const bool isInfinite = std::isinf(red) || std::isinf(green) || std::isinf(blue);
        m_result.infinite += isInfinite ? 1 : 0;
        return isInfinite;
    }

    bool m_isRaw;
    PixelStatistics m_result;
    float m_least = std::numeric_limits<float>::infinity();
    float m_most = -std::numeric_limits<float>::infinity();
};

} // namespace

std::size_t NumberBins::of(float value) {
    return value >= 0 ? ofPositive(value) : kHalf + ofPositive(-value);
}

double NumberBins::lower(std::size_t bin) {
    if (bin == 0 || bin == kHalf)
        return 0;
    return bin < kHalf ? edge(bin - 1) : -edge(bin - kHalf);
}

double NumberBins::upper(std::size_t bin) {
    if (bin == 0 || bin == kHalf)
        return 0;
    return bin < kHalf ? edge(bin) : -edge(bin - kHalf - 1);
}

std::optional<PixelStatistics> countPixels(const PixelSource& source, const std::stop_token& stop) {
    Counter counter(source.isRaw());
    Row memory(source.size().width());
    for (int y = 0; y < source.size().height(); ++y) {
        if (stop.stop_requested())
            return {};
        const ColorRow row = memory.read(source, 0, y, 0, source.size().width());
        for (std::size_t x = 0; x < row.red.size(); ++x)
            counter.add(row.red[x], row.green[x], row.blue[x]);
    }
    return counter.result();
}

double quantileOf(const PixelSource& source, double share, const LightlessMask* leftOut) {
    int level = 0;
    while (level + 1 < source.levelCount() &&
           std::max(source.levelSize(level).width(), source.levelSize(level).height()) >
               kSampleSidePx)
        ++level;
    const QSize size = source.levelSize(level);
    Row memory(size.width());
    std::vector<float> values;
    for (int y = 0; y < size.height(); ++y) {
        const ColorRow row = memory.read(source, level, y, 0, size.width());
        for (std::size_t x = 0; x < row.red.size(); ++x) {
            const float value = source.isRaw() ? (row.red[x] + row.green[x] + row.blue[x]) / 3
                                               : luminance(row.red[x], row.green[x], row.blue[x]);
            const bool isLeftOut =
                leftOut != nullptr && leftOut->isMarked(size, static_cast<int>(x), y);
            if (std::isfinite(value) && !isLeftOut)
                values.push_back(value);
        }
    }
    if (values.empty())
        return 0;
    const auto last = static_cast<double>(values.size() - 1);
    const auto place = values.begin() + std::lround(std::clamp(share, 0.0, 1.0) * last);
    std::ranges::nth_element(values, place);
    return *place;
}

std::optional<RegionStatistics> measureRegion(const PixelSource& source, const QRect& region,
                                              const std::stop_token& stop) {
    RegionStatistics result;
    result.region = region & QRect(QPoint(0, 0), source.size());
    if (result.region.isEmpty())
        return {};
    result.least.fill(std::numeric_limits<float>::infinity());
    result.most.fill(-std::numeric_limits<float>::infinity());
    std::array<double, 3> sums{};
    Row memory(result.region.width());
    for (int y = result.region.top(); y <= result.region.bottom(); ++y) {
        if (stop.stop_requested())
            return {};
        const ColorRow row = memory.read(source, 0, y, result.region.left(), result.region.width());
        for (std::size_t x = 0; x < row.red.size(); ++x) {
            const std::array color = {row.red[x], row.green[x], row.blue[x]};
            if (!std::ranges::all_of(color, [](float value) { return std::isfinite(value); })) {
                ++result.strange;
                continue;
            }
            ++result.finite;
            for (std::size_t c = 0; c < 3; ++c) {
                sums[c] += color[c];
                result.least[c] = std::min(result.least[c], color[c]);
                result.most[c] = std::max(result.most[c], color[c]);
            }
        }
    }
    for (std::size_t c = 0; c < 3 && result.finite > 0; ++c)
        result.mean[c] = sums[c] / static_cast<double>(result.finite);
    return result;
}

} // namespace unlit::ui
