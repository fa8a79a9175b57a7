// How large a picture may be, and whether a file can hold what its header promises: asked before
// anything is allocated.
#pragma once

#include <cstdint>
#include <filesystem>

namespace unlit {

/// Samples of one picture, all channels together (4 GiB of floats).
constexpr std::uint64_t kMaxSamples = std::uint64_t{1} << 30;

/// Throws Error: Corrupt for sides below 1, Unsupported for more than kMaxSamples.
void checkPictureSize(const std::filesystem::path& path, std::int64_t width, std::int64_t height,
                      int channels);

/// Throws Error::corrupt if `decodedBytes` cannot come out of a file of `fileBytes` even at the
/// best ratio that its compression reaches.
void checkExpansion(const std::filesystem::path& path, std::uint64_t decodedBytes,
                    std::uint64_t fileBytes, std::uint64_t bestRatio);

/// deflate (RFC 1951) cannot reach more than 1032 : 1.
constexpr std::uint64_t kDeflateRatio = 1032;

} // namespace unlit
