#include "core/image/tiff/tiff_samples.h"

#include <Imath/half.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace unlit {

namespace {

template <class T>
T load(const unsigned char* bytes, std::size_t index) {
    T value;
    std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
    return value;
}

std::uint32_t load24(const unsigned char* bytes, std::size_t index) {
    const unsigned char* at = bytes + 3 * index;
    const std::uint32_t a = at[0];
    const std::uint32_t b = at[1];
    const std::uint32_t c = at[2];
    return std::endian::native == std::endian::little ? c << 16U | b << 8U | a
                                                      : a << 16U | b << 8U | c;
}

// Adobe TIFF Technical Note 3: 1 sign, 7 exponent (bias 63), 16 mantissa bits.
float float24(std::uint32_t bits) {
    const bool isNegative = (bits & 0x800000U) != 0;
    const int exponent = static_cast<int>(bits >> 16U & 0x7FU);
    const auto mantissa = static_cast<float>(bits & 0xFFFFU) / 65536.0F;
    float value = 0;
    if (exponent == 127)
        value = mantissa == 0 ? INFINITY : NAN;
    else if (exponent == 0)
        value = std::ldexp(mantissa, -62);
    else
        value = std::ldexp(1.0F + mantissa, exponent - 63);
    return isNegative ? -value : value;
}

} // namespace

std::uint64_t TiffRow::integer(std::size_t index) const {
    switch (m_bits) {
    case 8:
        return m_bytes[index];
    case 16:
        return load<std::uint16_t>(m_bytes, index);
    case 24: // a stream of bits too, but libtiff turns it round in files of the other byte order
        if (m_isSwapped)
            return load24(m_bytes, index);
        break;
    case 32:
        return load<std::uint32_t>(m_bytes, index);
    case 64:
        return load<std::uint64_t>(m_bytes, index);
    default:
        break;
    }
    std::uint64_t value = 0;
    std::size_t bit = index * m_bits;
    for (std::size_t i = 0; i < m_bits; ++i, ++bit)
        value = value << 1U | (m_bytes[bit / 8] >> (7 - bit % 8) & 1U);
    return value;
}

float TiffRow::floating(std::size_t index) const {
    switch (m_bits) {
    case 16: {
        half value;
        value.setBits(load<std::uint16_t>(m_bytes, index));
        return value;
    }
    case 24:
        return float24(load24(m_bytes, index));
    case 64:
        return static_cast<float>(load<double>(m_bytes, index));
    default:
        return load<float>(m_bytes, index);
    }
}

float TiffRow::normalized(std::size_t index) const {
    if (m_format == SAMPLEFORMAT_IEEEFP)
        return floating(index);
    const std::uint64_t value = integer(index);
    if (m_format == SAMPLEFORMAT_INT && m_bits > 1) {
        const unsigned unused = 64 - static_cast<unsigned>(m_bits);
        const auto extended = static_cast<std::int64_t>(value << unused) >> unused;
        const std::uint64_t largest = (std::uint64_t{1} << (m_bits - 1)) - 1;
        return static_cast<float>(static_cast<double>(extended) / static_cast<double>(largest));
    }
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - m_bits);
    if (m_bits <= 16) // rounded once: exactly value / 255 in float
        return static_cast<float>(value) / static_cast<float>(largest);
    return static_cast<float>(static_cast<double>(value) / static_cast<double>(largest));
}

} // namespace unlit
