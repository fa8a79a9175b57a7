// A fast fingerprint of a file's bytes: tells damage, not forgery.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace unlit {

/// XXH64 with seed 0, fed in pieces of any size.
/// Source: Collet, "xxHash fast digest algorithm", the specification of XXH64.
class ContentHash {
public:
    void add(std::span<const std::byte> bytes);
    std::uint64_t digest() const;

private:
    void addStripe(const std::byte* stripe);

    static constexpr std::size_t kStripe = 32;

    std::array<std::uint64_t, 4> m_lanes = startLanes();
    std::array<std::byte, kStripe> m_rest{};
    std::size_t m_restSize = 0;
    std::uint64_t m_total = 0;

    static std::array<std::uint64_t, 4> startLanes();
};

/// 16 hexadecimal digits.
std::string hashText(std::uint64_t digest);

/// Throws Error::system when it cannot be read.
std::uint64_t hashFile(const std::filesystem::path& file);

} // namespace unlit
