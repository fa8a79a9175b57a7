// The ways in which EXRs store pixels: sample types, compressions, tiles with levels, views.
#include "core/image/image_file.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;

namespace {

constexpr int kExrWidth = 70;
constexpr int kExrHeight = 300; // more than one block of every compression

/// Smooth, as pictures are: 0.1 to 1.
float smooth(int x, int y, int channel) {
    return 0.55F + 0.45F * std::sin(0.05F * static_cast<float>(x + channel * 9)) *
                       std::cos(0.03F * static_cast<float>(y));
}

template <class T>
using Value = std::function<T(int x, int y, int channel)>;

/// R, G, B of one type; tiles of 32x32 where `levels` is given.
template <class T>
void writeColors(const std::filesystem::path& path, Imf::PixelType type,
                 Imf::Compression compression, const Value<T>& value,
                 std::optional<Imf::LevelMode> levels = {}) {
    Imf::Header header(kExrWidth, kExrHeight);
    header.compression() = compression;
    std::vector<std::vector<T>> planes;
    Imf::FrameBuffer frame;
    for (int c = 0; c < 3; ++c) {
        std::vector<T>& plane = planes.emplace_back();
        for (int y = 0; y < kExrHeight; ++y)
            for (int x = 0; x < kExrWidth; ++x)
                plane.push_back(value(x, y, c));
    }
    for (std::size_t c = 0; c < 3; ++c) {
        const std::string name(1, "RGB"[c]);
        header.channels().insert(name, Imf::Channel(type));
        frame.insert(name, Imf::Slice(type, reinterpret_cast<char*>(planes[c].data()), sizeof(T),
                                      sizeof(T) * kExrWidth));
    }
    if (!levels) {
        Imf::OutputFile file(path.c_str(), header);
        file.setFrameBuffer(frame);
        file.writePixels(kExrHeight);
        return;
    }
    header.setTileDescription(Imf::TileDescription(32, 32, *levels));
    Imf::TiledOutputFile file(path.c_str(), header);
    file.setFrameBuffer(frame); // smaller levels show its upper left corner
    for (int ly = 0; ly < file.numYLevels(); ++ly)
        for (int lx = 0; lx < file.numXLevels(); ++lx)
            if (file.isValidLevel(lx, ly))
                file.writeTiles(0, file.numXTiles(lx) - 1, 0, file.numYTiles(ly) - 1, lx, ly);
}

class ExrKindsTest : public ImageFolderTest {
protected:
    std::filesystem::path path() const { return folder / "a.exr"; }

    /// The largest difference to `value`, relative to it.
    template <class T>
    double worst(const Value<T>& value) const {
        const Image image = readImage(path()).image;
        EXPECT_EQ(image.width, kExrWidth);
        EXPECT_EQ(image.height, kExrHeight);
        double largest = 0;
        for (int c = 0; c < 3; ++c)
            for (int y = 0; y < kExrHeight; ++y)
                for (int x = 0; x < kExrWidth; ++x) {
                    const double expected = value(x, y, c);
                    const std::size_t at = static_cast<std::size_t>(y * kExrWidth + x);
                    largest = std::max(largest, std::abs(image.plane(c)[at] - expected) /
                                                    std::max(1e-3, std::abs(expected)));
                }
        return largest;
    }
};

const Value<float> kSmoothFloat = smooth;
const Value<half> kSmoothHalf = [](int x, int y, int c) { return half(smooth(x, y, c)); };

} // namespace

TEST_F(ExrKindsTest, compressions_without_loss_keep_every_type) {
    const Value<unsigned> counts = [](int x, int y, int c) {
        return static_cast<unsigned>(x + 100 * y + 100000 * c); // exact in a float
    };
    for (const auto compression : {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION,
                                   Imf::ZIP_COMPRESSION, Imf::PIZ_COMPRESSION}) {
        SCOPED_TRACE(compression);
        writeColors<float>(path(), Imf::FLOAT, compression, kSmoothFloat);
        EXPECT_EQ(worst(kSmoothFloat), 0);
        writeColors<half>(path(), Imf::HALF, compression, kSmoothHalf);
        EXPECT_EQ(worst(kSmoothHalf), 0);
        writeColors<unsigned>(path(), Imf::UINT, compression, counts);
        EXPECT_EQ(worst(counts), 0);
        EXPECT_EQ(readImageInfo(path()).channels.front().type, "uint");
    }
}

// Technical Introduction to OpenEXR, "Data Compression": PXR24 keeps 24 bits of a float and all of
// a half, B44 quantises blocks of halves, DWA is lossy at its level 45 without visible difference.
TEST_F(ExrKindsTest, compressions_with_loss_lose_little) {
    writeColors<float>(path(), Imf::FLOAT, Imf::PXR24_COMPRESSION, kSmoothFloat);
    EXPECT_LT(worst(kSmoothFloat), std::ldexp(1.0, -15));
    EXPECT_GT(worst(kSmoothFloat), 0);
    writeColors<half>(path(), Imf::HALF, Imf::PXR24_COMPRESSION, kSmoothHalf);
    EXPECT_EQ(worst(kSmoothHalf), 0);
    for (const auto compression : {Imf::B44_COMPRESSION, Imf::B44A_COMPRESSION,
                                   Imf::DWAA_COMPRESSION, Imf::DWAB_COMPRESSION}) {
        SCOPED_TRACE(compression);
        writeColors<half>(path(), Imf::HALF, compression, kSmoothHalf);
        EXPECT_LT(worst(kSmoothHalf), 0.05);
        writeColors<float>(path(), Imf::FLOAT, compression, kSmoothFloat);
        EXPECT_LT(worst(kSmoothFloat), 0.05);
    }
}

TEST_F(ExrKindsTest, tiles_of_all_level_modes_show_the_largest_level) {
    for (const auto levels : {Imf::ONE_LEVEL, Imf::MIPMAP_LEVELS, Imf::RIPMAP_LEVELS})
        for (int compression = 0; compression < Imf::NUM_COMPRESSION_METHODS; ++compression) {
            SCOPED_TRACE(compression);
            writeColors<half>(path(), Imf::HALF, static_cast<Imf::Compression>(compression),
                              kSmoothHalf, levels);
            EXPECT_LT(worst(kSmoothHalf), compression < Imf::B44_COMPRESSION ? 1e-9 : 0.05);
            EXPECT_EQ(readImageInfo(path()).partList.front().storage, "tiles 32x32");
        }
}

TEST_F(ExrKindsTest, every_written_compression_comes_back) {
    Image image = makeImage(kExrWidth, kExrHeight, {"R", "G", "B"}, ColorSpace::Linear);
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < kExrHeight; ++y)
            for (int x = 0; x < kExrWidth; ++x)
                image.plane(c)[static_cast<std::size_t>(y * kExrWidth + x)] = smooth(x, y, c);
    for (const ExrCompression compression :
         {ExrCompression::None, ExrCompression::Zip, ExrCompression::Piz, ExrCompression::Dwaa})
        for (const bool isHalf : {false, true}) {
            SCOPED_TRACE(toString(compression));
            WriteOptions options;
            options.overwrite = true;
            options.half = isHalf;
            options.compression = compression;
            writeImage(path(), image, options);
            const bool isLossy = compression == ExrCompression::Dwaa;
            const double step = isHalf ? std::ldexp(1.0, -11) : 0;
            EXPECT_LE(worst(kSmoothFloat), isLossy ? 0.05 : step);
            const ImageInfo info = readImageInfo(path());
            EXPECT_EQ(info.compression, toString(compression));
            EXPECT_EQ(info.channels.front().type, isHalf ? "half" : "float");
        }
}

// Multi-view OpenEXR: channels of the first view carry no view name.
TEST_F(ExrKindsTest, views_in_one_part_are_layers_and_the_first_is_shown) {
    writeExrFile(path(),
                 {{"R", 0.1F},
                  {"G", 0.1F},
                  {"B", 0.1F},
                  {"left.R", 0.2F},
                  {"left.G", 0.2F},
                  {"left.B", 0.2F},
                  {"albedo.right.R", 0.3F},
                  {"albedo.right.G", 0.3F},
                  {"albedo.right.B", 0.3F}},
                 [](Imf::Header& header) {
                     Imf::addMultiView(header, {"right", "left"});
                 });
    EXPECT_EQ(readImage(path()).image.samples[0], 0.1F);
    EXPECT_EQ(readImage(path(), {"left", {}}).image.samples[0], 0.2F);
    EXPECT_EQ(readImage(path(), {"albedo", {}}).image.samples[0], 0.3F);
}

TEST_F(ExrKindsTest, views_in_parts_are_layers_and_the_first_is_shown) {
    std::vector<Imf::Header> headers;
    const std::vector<std::string> views = {"right", "left"};
    for (const std::string& view : views) {
        Imf::Header header(4, 2);
        header.setName("rgb." + view);
        header.setView(view);
        header.setType(Imf::SCANLINEIMAGE);
        for (const char* name : {"R", "G", "B"})
            header.channels().insert(name, Imf::Channel(Imf::FLOAT));
        headers.push_back(header);
    }
    {
        Imf::MultiPartOutputFile file(path().c_str(), headers.data(), 2);
        for (int i = 0; i < 2; ++i) {
            const float value = i == 0 ? 0.1F : 0.2F;
            const FilledPlanes planes(headers[static_cast<std::size_t>(i)],
                                      {{"R", value}, {"G", value}, {"B", value}});
            Imf::OutputPart part(file, i);
            part.setFrameBuffer(planes.frame);
            part.writePixels(2);
        }
    }
    EXPECT_EQ(readImage(path()).image.samples[0], 0.1F);
    EXPECT_EQ(readImage(path(), {"left", {}}).image.samples[0], 0.2F);
    const ImageInfo info = readImageInfo(path());
    ASSERT_EQ(info.partList.size(), 2U);
    EXPECT_EQ(info.partList[1].view, "left");
}
