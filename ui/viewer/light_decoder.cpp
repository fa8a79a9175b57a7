#include "ui/viewer/light_decoder.h"

#include "core/image/color/color.h"

#include <bit>
#include <cmath>

namespace unlit::ui {

namespace {

// 256 steps for each of the 24 stops below 2: enough for a straight line between two entries.
constexpr int kEntryShift = 23 - 8;
constexpr std::uint32_t kFirstEntry = std::uint32_t{127 - 23} << 23;
constexpr std::uint32_t kLastEntry = std::uint32_t{127 + 1} << 23;

} // namespace

const LightDecoder& LightDecoder::of(ColorSpace space) {
    static const LightDecoder srgb(ColorSpace::Srgb);
    static const LightDecoder gamma22(ColorSpace::Gamma22);
    static const LightDecoder log100(ColorSpace::Log100);
    static const LightDecoder linear(ColorSpace::Linear);
    switch (space) {
    case ColorSpace::Srgb:
        return srgb;
    case ColorSpace::Gamma22:
        return gamma22;
    case ColorSpace::Log100:
        return log100;
    case ColorSpace::Linear:
    case ColorSpace::AcesCg:
    case ColorSpace::Raw:
        break;
    }
    return linear;
}

LightDecoder::LightDecoder(ColorSpace space) : m_space(space) {
    if (!isDisplayEncoded(space))
        return;
    for (std::uint32_t bits = kFirstEntry; bits <= kLastEntry;
         bits += std::uint32_t{1} << kEntryShift)
        m_table.push_back(decodeDisplay(std::bit_cast<float>(bits), space));
}

float LightDecoder::decoded(float value) const {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value == 0 || bits < kFirstEntry || bits >= kLastEntry) // negatives and NaN have high bits
        return value == 0 ? 0.0F : decodeDisplay(value, m_space);
    const std::uint32_t place = (bits - kFirstEntry) >> kEntryShift;
    constexpr std::uint32_t mask = (std::uint32_t{1} << kEntryShift) - 1;
    constexpr float step = 1.0F / (mask + 1);
    const float share = static_cast<float>(bits & mask) * step;
    return m_table[place] + (m_table[place + 1] - m_table[place]) * share;
}

void LightDecoder::decode(std::span<float> values) const {
    if (m_table.empty())
        return;
    for (float& value : values)
        value = decoded(value);
}

} // namespace unlit::ui
