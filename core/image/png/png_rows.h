// The rows of a PNG as its image data: filtered and deflated by all processors.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace unlit {

struct PngRowFormat {
    int height = 0;
    std::size_t rowBytes = 0;   ///< of samples, without the filter's byte
    std::size_t pixelBytes = 1; ///< the distance that filters look back by
};

/// Gives the whole zlib stream in pieces, in their order, on the calling thread: what goes into
/// IDAT chunks. `pack` writes the samples of one row, on any thread, and of a row more than once;
/// what it or `emit` throws is thrown on. The bytes are the same for any number of threads. Memory:
/// some megabytes a processor. Source: Portable Network Graphics, third edition, 9 (filters) and
/// 10; bands that end at a byte are joined as pigz does (RFC 1950, RFC 1951).
void deflatePngRows(const PngRowFormat& format,
                    const std::function<void(int y, std::span<unsigned char> row)>& pack,
                    const std::function<void(std::span<const unsigned char> piece)>& emit);

} // namespace unlit
