#include "tests/support/inflate.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace unlit::test {

namespace {

constexpr int kLongestCode = 15;

class BitReader {
public:
    explicit BitReader(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {}

    unsigned bits(int count) {
        unsigned value = 0;
        for (int i = 0; i < count; ++i, ++m_bit) {
            if (m_bit / 8 >= m_bytes.size())
                throw std::runtime_error("a deflate stream that ends too early");
            value |= ((m_bytes[m_bit / 8] >> (m_bit % 8)) & 1U) << i;
        }
        return value;
    }

    void alignToByte() { m_bit = (m_bit + 7) / 8 * 8; }

private:
    std::span<const std::uint8_t> m_bytes;
    std::size_t m_bit = 0;
};

/// A canonical Huffman code, decoded bit by bit from the counts of each length (RFC 1951, 3.2.2).
class HuffmanCode {
public:
    explicit HuffmanCode(std::span<const std::uint8_t> lengths) {
        for (const std::uint8_t length : lengths)
            ++m_count[length];
        m_count[0] = 0;
        std::array<std::size_t, kLongestCode + 2> offset{};
        for (std::size_t length = 1; length <= kLongestCode; ++length)
            offset[length + 1] = offset[length] + m_count[length];
        m_symbols.resize(offset[kLongestCode + 1]);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
            if (lengths[symbol] != 0)
                m_symbols[offset[lengths[symbol]]++] = static_cast<unsigned>(symbol);
    }

    unsigned decode(BitReader& reader) const {
        unsigned code = 0;
        unsigned first = 0;
        std::size_t index = 0;
        for (std::size_t length = 1; length <= kLongestCode; ++length) {
            code |= reader.bits(1);
            const auto count = static_cast<unsigned>(m_count[length]);
            if (code < first + count)
                return m_symbols.at(index + (code - first));
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        throw std::runtime_error("a deflate stream with an unknown code");
    }

private:
    std::array<std::size_t, kLongestCode + 1> m_count{};
    std::vector<unsigned> m_symbols;
};

struct Codes {
    HuffmanCode literals;
    HuffmanCode distances;
};

Codes fixedCodes() {
    std::array<std::uint8_t, 288> literals{};
    for (std::size_t i = 0; i < literals.size(); ++i)
        literals[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<std::uint8_t, 30> distances{};
    distances.fill(5);
    return {HuffmanCode(literals), HuffmanCode(distances)};
}

Codes dynamicCodes(BitReader& reader) {
    constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
    const unsigned literalCount = reader.bits(5) + 257;
    const unsigned distanceCount = reader.bits(5) + 1;
    const unsigned lengthCount = reader.bits(4) + 4;
    std::array<std::uint8_t, 19> codeLengths{};
    for (unsigned i = 0; i < lengthCount; ++i)
        codeLengths[kOrder[i]] = static_cast<std::uint8_t>(reader.bits(3));
    const HuffmanCode lengthCode(codeLengths);
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < literalCount + distanceCount) {
        const unsigned symbol = lengthCode.decode(reader);
        if (symbol < 16)
            lengths.push_back(static_cast<std::uint8_t>(symbol));
        else if (symbol == 16)
            lengths.insert(lengths.end(), reader.bits(2) + 3, lengths.empty() ? 0 : lengths.back());
        else
            lengths.insert(lengths.end(), symbol == 17 ? reader.bits(3) + 3 : reader.bits(7) + 11,
                           0);
    }
    const std::span<const std::uint8_t> all(lengths);
    return {HuffmanCode(all.first(literalCount)),
            HuffmanCode(all.subspan(literalCount, distanceCount))};
}

void copyBack(std::vector<std::uint8_t>& out, std::size_t length, std::size_t distance) {
    if (distance > out.size())
        throw std::runtime_error("a deflate stream that refers to before its start");
    for (std::size_t i = 0; i < length; ++i)
        out.push_back(out[out.size() - distance]);
}

void inflateBlock(BitReader& reader, const Codes& codes, std::vector<std::uint8_t>& out) {
    constexpr std::array<std::uint16_t, 29> kLengthBase = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr std::array<std::uint8_t, 29> kLengthBits = {
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr std::array<std::uint16_t, 30> kDistanceBase = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    constexpr unsigned kEndOfBlock = 256;
    for (;;) {
        const unsigned symbol = codes.literals.decode(reader);
        if (symbol == kEndOfBlock)
            return;
        if (symbol < kEndOfBlock) {
            out.push_back(static_cast<std::uint8_t>(symbol));
            continue;
        }
        const std::size_t lengthIndex = symbol - kEndOfBlock - 1;
        const std::size_t length =
            kLengthBase.at(lengthIndex) + reader.bits(kLengthBits.at(lengthIndex));
        const unsigned distanceIndex = codes.distances.decode(reader);
        const int distanceBits = distanceIndex < 2 ? 0 : static_cast<int>(distanceIndex / 2) - 1;
        copyBack(out, length, kDistanceBase.at(distanceIndex) + reader.bits(distanceBits));
    }
}

void copyStored(BitReader& reader, std::vector<std::uint8_t>& out) {
    reader.alignToByte();
    const unsigned length = reader.bits(16);
    reader.bits(16); // its complement
    for (unsigned i = 0; i < length; ++i)
        out.push_back(static_cast<std::uint8_t>(reader.bits(8)));
}

} // namespace

std::vector<std::uint8_t> inflateZlib(std::span<const std::uint8_t> stream) {
    constexpr std::size_t kZlibHeader = 2;
    if (stream.size() < kZlibHeader)
        throw std::runtime_error("a zlib stream without a header");
    BitReader reader(stream.subspan(kZlibHeader));
    std::vector<std::uint8_t> out;
    for (bool isLast = false; !isLast;) {
        isLast = reader.bits(1) == 1;
        switch (reader.bits(2)) {
        case 0:
            copyStored(reader, out);
            break;
        case 1:
            inflateBlock(reader, fixedCodes(), out);
            break;
        case 2:
            inflateBlock(reader, dynamicCodes(reader), out);
            break;
        default:
            throw std::runtime_error("a deflate stream with an unknown block");
        }
    }
    return out;
}

} // namespace unlit::test
