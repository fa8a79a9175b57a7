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
    std::function<void(TIFF*)> more;
};

/// One chunky strip with `bytes`, or one tile.
inline void writeTiffFile(const std::filesystem::path& path, const TiffSetup& setup,
                          std::vector<unsigned char> bytes) {
    TIFF* tiff = TIFFOpen(path.c_str(), "w");
    ASSERT_NE(tiff, nullptr);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, setup.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, setup.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, setup.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, setup.samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, setup.photometric);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, setup.format);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, setup.compression);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    if (setup.tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, setup.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, setup.tile);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, setup.height);
    }
    if (setup.more)
        setup.more(tiff);
    const auto size = static_cast<tmsize_t>(bytes.size());
    const tmsize_t written = setup.tile > 0 ? TIFFWriteEncodedTile(tiff, 0, bytes.data(), size)
                                            : TIFFWriteEncodedStrip(tiff, 0, bytes.data(), size);
    EXPECT_EQ(written, size);
    TIFFClose(tiff);
}

} // namespace unlit
