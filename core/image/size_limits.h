// How large a picture may be, and whether a file can hold what its header promises: asked before
// anything is allocated.
#pragma once

#include <cstdint>
#include <filesystem>

namespace unlit {

/// Memory that reading one picture may take: its samples as floats and what decoding needs beside
/// them. A process that reads stays below 2 GiB with its libraries. 16384x8192 RGB fits.
constexpr std::uint64_t kMostReadBytes = std::uint64_t{1792} << 20U;

/// Throws Error: Corrupt for sides below 1, Unsupported where `channels` planes of floats and
/// `workingBytes` come to more than kMostReadBytes.
void checkPictureSize(const std::filesystem::path& path, std::int64_t width, std::int64_t height,
                      int channels, std::uint64_t workingBytes = 0);

/// Throws Error::corrupt if `decodedBytes` cannot come out of a file of `fileBytes` even at the
/// best ratio that its compression reaches.
void checkExpansion(const std::filesystem::path& path, std::uint64_t decodedBytes,
                    std::uint64_t fileBytes, std::uint64_t bestRatio);

/// deflate (RFC 1951) cannot reach more than 1032 : 1.
constexpr std::uint64_t kDeflateRatio = 1032;

} // namespace unlit
