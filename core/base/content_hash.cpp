#include "core/base/content_hash.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace unlit {

namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9U;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63U;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5U;

template <class T>
std::uint64_t littleEndian(const std::byte* bytes) {
    static_assert(std::endian::native == std::endian::little);
    T value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

std::uint64_t mixed(std::uint64_t lane, std::uint64_t input) {
    return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

} // namespace

std::array<std::uint64_t, 4> ContentHash::startLanes() {
    return {kPrime1 + kPrime2, kPrime2, 0, std::uint64_t{0} - kPrime1};
}

void ContentHash::addStripe(const std::byte* stripe) {
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        m_lanes[lane] = mixed(m_lanes[lane], littleEndian<std::uint64_t>(stripe + 8 * lane));
}

void ContentHash::add(std::span<const std::byte> bytes) {
    m_total += bytes.size();
    if (m_restSize > 0) {
        const std::size_t taken = std::min(kStripe - m_restSize, bytes.size());
        std::ranges::copy(bytes.first(taken), m_rest.begin() + m_restSize);
        m_restSize += taken;
        bytes = bytes.subspan(taken);
        if (m_restSize < kStripe)
            return;
        addStripe(m_rest.data());
        m_restSize = 0;
    }
    for (; bytes.size() >= kStripe; bytes = bytes.subspan(kStripe))
        addStripe(bytes.data());
    std::ranges::copy(bytes, m_rest.begin());
    m_restSize = bytes.size();
}

std::uint64_t ContentHash::digest() const {
    std::uint64_t hash = kPrime5;
    if (m_total >= kStripe) {
        hash = std::rotl(m_lanes[0], 1) + std::rotl(m_lanes[1], 7) + std::rotl(m_lanes[2], 12) +
               std::rotl(m_lanes[3], 18);
        for (const std::uint64_t lane : m_lanes)
            hash = (hash ^ mixed(0, lane)) * kPrime1 + kPrime4;
    }
    hash += m_total;
    const std::byte* rest = m_rest.data();
    std::size_t left = m_restSize;
    for (; left >= 8; rest += 8, left -= 8)
        hash =
            std::rotl(hash ^ mixed(0, littleEndian<std::uint64_t>(rest)), 27) * kPrime1 + kPrime4;
    for (; left >= 4; rest += 4, left -= 4)
        hash =
            std::rotl(hash ^ littleEndian<std::uint32_t>(rest) * kPrime1, 23) * kPrime2 + kPrime3;
    for (; left > 0; ++rest, --left)
        hash = std::rotl(hash ^ static_cast<std::uint64_t>(*rest) * kPrime5, 11) * kPrime1;
    hash = (hash ^ (hash >> 33)) * kPrime2;
    hash = (hash ^ (hash >> 29)) * kPrime3;
    return hash ^ (hash >> 32);
}

std::string hashText(std::uint64_t digest) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(digest));
    return text.data();
}

std::uint64_t hashFile(const std::filesystem::path& file) {
    const auto close = [](std::FILE* stream) { std::fclose(stream); };
    const std::unique_ptr<std::FILE, decltype(close)> stream(std::fopen(file.c_str(), "rb"), close);
    if (!stream)
        throw Error::system(errno, "read", file);
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    std::vector<std::byte> chunk(kChunk);
    ContentHash hash;
    while (const std::size_t read = std::fread(chunk.data(), 1, chunk.size(), stream.get()))
        hash.add(std::span(chunk).first(read));
    if (std::ferror(stream.get()) != 0)
        throw Error::system(errno, "read", file);
    return hash.digest();
}

} // namespace unlit
