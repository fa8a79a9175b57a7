// An EXR copied with all that it holds, checked through the library itself.
#include "core/image/exr/exr_copy.h"

#include "tests/core/image/exr_compare.h"
#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <ImfMatrixAttribute.h>
#include <ImfPreviewImage.h>
#include <ImfRationalAttribute.h>
#include <ImfStringAttribute.h>
#include <ImfStringVectorAttribute.h>

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class ExrCopyTest : public ImageFolderTest {
protected:
    std::filesystem::path in() const { return folder / "in.exr"; }

    std::filesystem::path out() const { return folder / "out.exr"; }

    void expectEqualCopy() const {
        copyExr(in(), out(), {.overwrite = true});
        EXPECT_EQ(differenceOfExr(in(), out()), "");
    }
};

void addAttributes(Imf::Header& header) {
    header.insert("comments", Imf::StringAttribute("made by hand"));
    header.insert("worldToCamera", Imf::M44fAttribute(Imath::M44f(2.0F)));
    header.insert("some very long name of an attribute", Imf::StringVectorAttribute({"a", "b"}));
    header.insert("framesPerSecond", Imf::RationalAttribute(Imf::Rational(24, 1)));
    header.setPreviewImage(Imf::PreviewImage(3, 2));
}

} // namespace

TEST_F(ExrCopyTest, layers_windows_and_attributes_are_kept) {
    writeExrFile(in(),
                 {{"R", -1.F},
                  {"G", 0.5F},
                  {"B", 0.2F},
                  {"A", 0.5F},
                  {"Z", 7.F},
                  {"view.DiffCol.R", 0.3F},
                  {"crypto00.R", 1e-30F}},
                 [](Imf::Header& header) {
                     header.dataWindow() = Imath::Box2i({-5, -40}, {30, 300});
                     header.displayWindow() = Imath::Box2i({0, 0}, {99, 49});
                     header.channels()["G"].type = Imf::FLOAT;
                     header.channels()["B"].pLinear = true;
                     header.pixelAspectRatio() = 2;
                     header.lineOrder() = Imf::DECREASING_Y;
                     addAttributes(header);
                 });
    expectEqualCopy();
}

TEST_F(ExrCopyTest, every_part_is_kept) {
    writeMultiPartExrFile(in(), {{"rgba", {{"R", 1.F}, {"G", -1.F}, {"B", 3.F}}},
                                 {"depth", {{"Z", 2.F}}},
                                 {"albedo", {{"R", 4.F}, {"G", 5.F}, {"B", -1.F}}}});
    expectEqualCopy();
}

TEST_F(ExrCopyTest, tiles_and_all_their_levels_are_kept) {
    writeTiledExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.25F}}, [](Imf::Header& header) {
        header.dataWindow() = header.displayWindow() = Imath::Box2i({3, -7}, {70, 90});
        addAttributes(header);
    });
    expectEqualCopy();
}

TEST_F(ExrCopyTest, thinned_out_chroma_is_kept) {
    {
        Imf::RgbaOutputFile file(in().c_str(), Imf::Header(70, 80), Imf::WRITE_YCA);
        std::vector<Imf::Rgba> pixels(70 * 80);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = Imf::Rgba(0.001F * static_cast<float>(i), 0.5F, 0.25F, 0.5F);
        file.setFrameBuffer(pixels.data(), 1, 70);
        file.writePixels(80);
    }
    expectEqualCopy();
    copyExr(in(), out(), {.compression = ExrCompression::None, .overwrite = true});
    EXPECT_EQ(differenceOfExr(in(), out(), {.ignoreCompression = true}), "");
}

TEST_F(ExrCopyTest, lossy_compression_loses_nothing_a_second_time) {
    writeExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.2F}}, [](Imf::Header& header) {
        header.dataWindow() = header.displayWindow() = Imath::Box2i({0, 0}, {99, 99});
        header.compression() = Imf::DWAB_COMPRESSION;
        header.dwaCompressionLevel() = 200;
    });
    expectEqualCopy();
}

TEST_F(ExrCopyTest, another_compression_keeps_the_pixels) {
    for (const bool isTiled : {false, true}) {
        const auto setup = [](Imf::Header& header) {
            header.dataWindow() = header.displayWindow() = Imath::Box2i({-3, 2}, {200, 1500});
            header.lineOrder() = Imf::DECREASING_Y;
        };
        const ExrFill fill = {{"R", -1.F}, {"G", 0.5F}, {"B", 0.25F}, {"d.Z", -1.F}};
        isTiled ? writeTiledExrFile(in(), fill, setup) : writeExrFile(in(), fill, setup);
        for (const ExrCompression compression :
             {ExrCompression::None, ExrCompression::Piz, ExrCompression::Zip}) {
            copyExr(in(), out(), {.compression = compression, .overwrite = true});
            EXPECT_EQ(differenceOfExr(in(), out(), {.ignoreCompression = true}), "")
                << isTiled << toString(compression);
            EXPECT_EQ(readImageInfo(out()).compression, toString(compression));
        }
        copyExr(in(), out(),
                {.half = true, .compression = ExrCompression::Dwaa, .overwrite = true});
        EXPECT_EQ(readImageInfo(out()).compression, "dwaa");
    }
}

TEST_F(ExrCopyTest, half_narrows_colours_and_leaves_data_alone) {
    writeExrFile(in(), {{"R", 1e6F},
                        {"G", 0.1F},
                        {"B", 0.25F},
                        {"Z", 123456.7F},
                        {"N.R", 0.1F},
                        {"N.G", 0.1F},
                        {"N.B", 0.1F},
                        {"v.CryptoObject00.R", 1e-30F},
                        {"v.CryptoObject00.G", 1.F},
                        {"v.CryptoObject00.B", 1.F}});
    copyExr(in(), out(), {.half = true});
    std::map<std::string, std::string> types;
    for (const ChannelInfo& channel : readImageInfo(out()).channels)
        types[channel.name] = channel.type;
    EXPECT_EQ(types["R"], "half");
    EXPECT_EQ(types["Z"], "float");
    EXPECT_EQ(types["N.R"], "float");
    EXPECT_EQ(types["v.CryptoObject00.R"], "float");
    EXPECT_EQ(readImage(out()).image.plane(0)[0], 65504.0F); // the largest half, not infinity
    EXPECT_NEAR(readImage(out()).image.plane(1)[0], 0.1F, 1e-4);
    EXPECT_EQ(readImage(out(), {"v.CryptoObject00.R", {}}).image.samples[0], 1e-30F);
}

TEST_F(ExrCopyTest, damaged_pixels_are_not_copied) {
    writeExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.2F}}, [](Imf::Header& header) {
        header.dataWindow() = header.displayWindow() = Imath::Box2i({0, 0}, {63, 63});
    });
    std::string bytes = readBytes(in());
    for (std::size_t at = bytes.size() - 200; at < bytes.size() - 150; ++at)
        bytes[at] = static_cast<char>(~bytes[at]);
    writeBytes("in.exr", bytes);
    EXPECT_EQ(errorOf([&] { copyExr(in(), out()); }).kind(), ErrorKind::Corrupt);
    EXPECT_EQ(entries(), 1U); // nothing half-written
    writeBytes("in.exr", bytes.substr(0, bytes.size() / 2));
    EXPECT_EQ(errorOf([&] { copyExr(in(), out()); }).kind(), ErrorKind::Corrupt);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(ExrCopyTest, what_is_no_exr_and_what_is_there_are_refused) {
    writeBytes("in.exr", "\x89PNG\r\n\x1a\n and so on");
    EXPECT_EQ(errorOf([&] { copyExr(in(), out()); }).kind(), ErrorKind::Unsupported);
    writeExrFile(in(), {{"Y", 1.F}});
    writeBytes("out.exr", "precious");
    EXPECT_EQ(errorOf([&] { copyExr(in(), out()); }).kind(), ErrorKind::Io);
    EXPECT_EQ(readBytes(out()), "precious");
    EXPECT_EQ(errorOf([&] { copyExr(folder / "none.exr", folder / "b.exr"); }).kind(),
              ErrorKind::NotFound);
}
