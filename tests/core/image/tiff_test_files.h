// Small TIFF files made with libtiff itself, for tests of the reader.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include <tiffio.h>

namespace unlit {

struct TiffSetup {
    std::uint32_t width = 4;
    std::uint32_t height = 2;
    int bits = 8;
    int samples = 3;
    int photometric = PHOTOMETRIC_RGB;
    int format = SAMPLEFORMAT_UINT;
    int compression = COMPRESSION_NONE;
    std::uint32_t tile = 0; ///< side of the tiles; 0 = strips
    bool isPlanar = false;  ///< the bytes are one channel after the other
    const char* mode = "w"; ///< libtiff's: "wb" = big endian, "w8" = BigTIFF
    std::function<void(TIFF*)> more;
};

/// One strip with `bytes` (planar: one a channel), or one tile.
inline void writeTiffFile(const std::filesystem::path& path, const TiffSetup& setup,
                          std::vector<unsigned char> bytes) {
    TIFF* tiff = TIFFOpen(path.c_str(), setup.mode);
    ASSERT_NE(tiff, nullptr);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, setup.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, setup.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, setup.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, setup.samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, setup.photometric);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, setup.format);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, setup.compression);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG,
                 setup.isPlanar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    if (setup.tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, setup.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, setup.tile);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, setup.height);
    }
    if (setup.more)
        setup.more(tiff);
    const std::uint32_t blocks = setup.isPlanar ? static_cast<std::uint32_t>(setup.samples) : 1;
    const std::size_t size = bytes.size() / blocks;
    for (std::uint32_t i = 0; i < blocks; ++i) {
        unsigned char* block = bytes.data() + i * size;
        const tmsize_t written = setup.tile > 0 ? TIFFWriteEncodedTile(tiff, i, block, size)
                                                : TIFFWriteEncodedStrip(tiff, i, block, size);
        EXPECT_EQ(written, static_cast<tmsize_t>(size));
    }
    TIFFClose(tiff);
}

} // namespace unlit
