// A fast fingerprint of a file's bytes: tells damage, not forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace unlit {

/// XXH64 with seed 0, fed in pieces of any size; cannot be copied.
/// Source: Collet, "xxHash fast digest algorithm", the specification of XXH64; computed by his
/// library.
class ContentHash {
public:
    ContentHash();
    ContentHash(ContentHash&&) noexcept;
    ContentHash& operator=(ContentHash&&) noexcept;
    ~ContentHash();

    void add(std::span<const std::byte> bytes);
    std::uint64_t digest() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// 16 hexadecimal digits.
std::string hashText(std::uint64_t digest);

/// Throws Error::system when it cannot be read.
std::uint64_t hashFile(const std::filesystem::path& file);

} // namespace unlit
