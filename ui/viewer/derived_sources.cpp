#include "ui/viewer/derived_sources.h"

#include "core/image/color/color.h"
#include "core/session/infer/derived_layers.h"
#include "ui/viewer/luminance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace unlit::ui {

namespace {

/// Rows of memory for one stretch of pixels.
class RowMemory {
public:
    explicit RowMemory(std::size_t length) : m_values(3 * length), m_length(length) {}

    ColorRow row() {
        const std::span all(m_values);
        return {all.subspan(0, m_length), all.subspan(m_length, m_length),
                all.subspan(2 * m_length, m_length)};
    }

private:
    std::vector<float> m_values;
    std::size_t m_length;
};

class RescaledSource : public PixelSource {
public:
    RescaledSource(PixelSourcePtr inner, const QSize& size)
        : PixelSource(size), m_inner(std::move(inner)) {}

    bool isRaw() const override { return m_inner->isRaw(); }

    bool hasAlpha() const override { return m_inner->hasAlpha(); }

    bool isAveraged(int level) const override { return m_inner->isAveraged(innerLevel(level)); }

    void readColor(int level, int y, int x, const ColorRow& to) const override {
        const int from = innerLevel(level);
        for (std::size_t i = 0; i < to.red.size(); ++i) {
            const QPoint pixel = innerPixel(level, from, {x + static_cast<int>(i), y});
            m_inner->readColor(from, pixel.y(), pixel.x(), to.part(i, 1));
        }
    }

    void readAlpha(int level, int y, int x, std::span<float> to) const override {
        const int from = innerLevel(level);
        for (std::size_t i = 0; i < to.size(); ++i) {
            const QPoint pixel = innerPixel(level, from, {x + static_cast<int>(i), y});
            m_inner->readAlpha(from, pixel.y(), pixel.x(), to.subspan(i, 1));
        }
    }

private:
    int innerLevel(int level) const {
        const double ratio = static_cast<double>(m_inner->size().width()) / size().width();
        const int shift = static_cast<int>(std::lround(std::log2(ratio)));
        return std::clamp(level + shift, 0, m_inner->levelCount() - 1);
    }

    QPoint innerPixel(int level, int from, const QPoint& pixel) const {
        const QSize here = levelSize(level);
        const QSize there = m_inner->levelSize(from);
        const auto scaled = [](int place, int count, int target) {
            const double middle = (place + 0.5) * target / count;
            return std::min(static_cast<int>(middle), target - 1);
        };
        return {scaled(pixel.x(), here.width(), there.width()),
                scaled(pixel.y(), here.height(), there.height())};
    }

    PixelSourcePtr m_inner;
};

class ScaledSource : public PixelSource {
public:
    ScaledSource(PixelSourcePtr inner, double factor,
                 std::shared_ptr<const LightlessMask> lightless)
        : PixelSource(inner->size()), m_inner(std::move(inner)),
          m_factor(static_cast<float>(factor)), m_lightless(std::move(lightless)) {}

    bool isRaw() const override { return m_inner->isRaw(); }

    bool hasAlpha() const override { return m_inner->hasAlpha(); }

    bool isAveraged(int level) const override { return m_inner->isAveraged(level); }

    void readColor(int level, int y, int x, const ColorRow& to) const override {
        m_inner->readColor(level, y, x, to);
        const QSize size = levelSize(level);
        for (std::size_t i = 0; i < to.red.size(); ++i) {
            if (m_lightless && m_lightless->isMarked(size, x + static_cast<int>(i), y))
                continue;
            to.red[i] *= m_factor;
            to.green[i] *= m_factor;
            to.blue[i] *= m_factor;
        }
    }

    void readAlpha(int level, int y, int x, std::span<float> to) const override {
        m_inner->readAlpha(level, y, x, to);
    }

private:
    PixelSourcePtr m_inner;
    float m_factor;
    std::shared_ptr<const LightlessMask> m_lightless; ///< null = all have light
};

/// Works out rows from those of two sources of one size.
class CombinedSource : public PixelSource {
public:
    /// Replaces the first row by the result.
    using Combine = std::function<void(const ColorRow& first, const ColorRow& second)>;

    CombinedSource(const PixelSourcePtr& first, const PixelSourcePtr& second, bool isRaw,
                   Combine combine)
        : PixelSource(first->size()), m_first(first), m_second(rescaled(second, first->size())),
          m_isRaw(isRaw), m_combine(std::move(combine)) {}

    bool isRaw() const override { return m_isRaw; }

    bool hasAlpha() const override { return m_first->hasAlpha(); }

    bool isAveraged(int level) const override {
        return m_first->isAveraged(level) && m_second->isAveraged(level);
    }

    void readColor(int level, int y, int x, const ColorRow& to) const override {
        RowMemory memory(to.red.size());
        const ColorRow second = memory.row();
        m_first->readColor(level, y, x, to);
        m_second->readColor(level, y, x, second);
        m_combine(to, second);
    }

    void readAlpha(int level, int y, int x, std::span<float> to) const override {
        m_first->readAlpha(level, y, x, to);
    }

private:
    PixelSourcePtr m_first;
    PixelSourcePtr m_second;
    bool m_isRaw;
    Combine m_combine;
};

template <class Each>
CombinedSource::Combine eachChannel(Each each) {
    return [each](const ColorRow& first, const ColorRow& second) {
        std::ranges::transform(first.red, second.red, first.red.begin(), each);
        std::ranges::transform(first.green, second.green, first.green.begin(), each);
        std::ranges::transform(first.blue, second.blue, first.blue.begin(), each);
    };
}

/// The colours of a map in linear light.
class LinearColors {
public:
    explicit LinearColors(ColorMapKind map) {
        for (int i = 0; i < kSteps; ++i) {
            const QRgb color = mapColor(map, static_cast<double>(i) / (kSteps - 1));
            m_colors[static_cast<std::size_t>(i)] = {linear(qRed(color)), linear(qGreen(color)),
                                                     linear(qBlue(color))};
        }
    }

    const std::array<float, 3>& at(float share) const {
        return m_colors[static_cast<std::size_t>(share * (kSteps - 1))];
    }

private:
    static constexpr int kSteps = 256;

    static float linear(int byte) { return decodeSrgb(static_cast<float>(byte) / 255.0F); }

    std::array<std::array<float, 3>, kSteps> m_colors;
};

void overlayPixels(const ColorRow& picture, const ColorRow& numbers, const LinearColors& colors,
                   float top) {
    for (std::size_t i = 0; i < picture.red.size(); ++i) {
        const float number = (numbers.red[i] + numbers.green[i] + numbers.blue[i]) / 3;
        const float share = number > 0 ? std::min(number / top, 1.0F) : 0.0F; // 0 for NaN
        const float grey = luminance(picture.red[i], picture.green[i], picture.blue[i]);
        const std::array<float, 3>& color = colors.at(share);
        picture.red[i] = grey + share * (color[0] - grey);
        picture.green[i] = grey + share * (color[1] - grey);
        picture.blue[i] = grey + share * (color[2] - grey);
    }
}

/// The light that fell on a surface, by one channel.
float shadingAt(float light, float reflectance) {
    return light / std::max(reflectance, kDarkestAlbedo);
}

} // namespace

PixelSourcePtr rescaled(PixelSourcePtr inner, const QSize& size) {
    if (inner->size() == size)
        return inner;
    return std::make_shared<const RescaledSource>(std::move(inner), size);
}

PixelSourcePtr scaledBy(PixelSourcePtr inner, double factor,
                        std::shared_ptr<const LightlessMask> lightless) {
    if (factor == 1)
        return inner;
    return std::make_shared<const ScaledSource>(std::move(inner), factor, std::move(lightless));
}

PixelSourcePtr shadingOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo) {
    return std::make_shared<const CombinedSource>(beauty, albedo, false, eachChannel(shadingAt));
}

PixelSourcePtr residualOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo) {
    return std::make_shared<const CombinedSource>(
        beauty, albedo, false, eachChannel([](float light, float reflectance) {
            return light - reflectance * shadingAt(light, reflectance);
        }));
}

PixelSourcePtr overlayOf(const PixelSourcePtr& picture, const PixelSourcePtr& numbers, double top,
                         ColorMapKind map) {
    const auto colors = std::make_shared<const LinearColors>(map);
    return std::make_shared<const CombinedSource>(
        picture, numbers, false,
        [colors, top = static_cast<float>(top)](const ColorRow& first, const ColorRow& second) {
            overlayPixels(first, second, *colors, top);
        });
}

PixelSourcePtr differenceOf(const PixelSourcePtr& first, double firstEv,
                            const PixelSourcePtr& second, double secondEv, DifferenceKind kind) {
    const auto a = static_cast<float>(std::exp2(firstEv));
    const auto b = static_cast<float>(std::exp2(secondEv));
    const bool isRaw = first->isRaw();
    switch (kind) {
    case DifferenceKind::Signed:
        return std::make_shared<const CombinedSource>(
            first, second, isRaw, eachChannel([=](float x, float y) { return a * x - b * y; }));
    case DifferenceKind::Absolute:
        return std::make_shared<const CombinedSource>(
            first, second, isRaw,
            eachChannel([=](float x, float y) { return std::abs(a * x - b * y); }));
    case DifferenceKind::Relative:
        break;
    }
    return std::make_shared<const CombinedSource>(
        first, second, isRaw, eachChannel([=](float x, float y) {
            return std::abs(a * x - b * y) / (std::abs(b * y) + 0.01F);
        }));
}

} // namespace unlit::ui
