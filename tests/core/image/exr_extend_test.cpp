// Layers added to a file that keeps what it has, checked through the library and our own reader.
#include "core/image/exr/exr_extend.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <ImfChromaticitiesAttribute.h>
#include <ImfInputFile.h>
#include <ImfMultiPartInputFile.h>
#include <ImfStringAttribute.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using testing::HasSubstr;

namespace {

class ExrExtendTest : public ImageFolderTest {
protected:
    std::filesystem::path in() const { return folder / "in.exr"; }

    std::filesystem::path out() const { return folder / "out.exr"; }

    /// Adds "albedo" (linear, counting up) and "albedo.uncertainty" (raw, 0.25).
    void extend(int width, int height, ExrExtendOptions options = {}) const {
        const Image albedo = countingImage(width, height, 0.5F, ColorSpace::Linear);
        Image spread = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Raw);
        std::fill(spread.samples.begin(), spread.samples.end(), 0.25F);
        extendExr(in(), out(), {{"albedo", &albedo}, {"albedo.uncertainty", &spread}}, options);
    }

    /// One channel of the data window, as the library reads it.
    static std::vector<float> channel(const std::filesystem::path& file, const std::string& name) {
        Imf::InputFile input(file.c_str());
        const Imath::Box2i window = input.header().dataWindow();
        const int width = window.max.x - window.min.x + 1;
        const int height = window.max.y - window.min.y + 1;
        std::vector<float> samples(static_cast<std::size_t>(width) *
                                   static_cast<std::size_t>(height));
        Imf::FrameBuffer frame;
        frame.insert(name, Imf::Slice::Make(Imf::FLOAT, samples.data(), window));
        input.setFrameBuffer(frame);
        input.readPixels(window.min.y, window.max.y);
        return samples;
    }

    float firstOf(const std::string& layer) const {
        return readImage(out(), {layer, {}}).image.samples.at(0);
    }
};

} // namespace

TEST_F(ExrExtendTest, channels_and_attributes_of_the_input_stay) {
    writeExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.2F}, {"A", 1.F}, {"depth.Z", 7.F}},
                 [](Imf::Header& header) {
                     header.insert("comments", Imf::StringAttribute("made by hand"));
                 });
    extend(4, 2);
    for (const char* name : {"R", "G", "B", "A", "depth.Z"})
        EXPECT_EQ(channel(out(), name), channel(in(), name)) << name;
    EXPECT_EQ(channel(out(), "albedo.R"), (std::vector<float>{0, .5, 1, 1.5, 2, 2.5, 3, 3.5}));
    const Imf::InputFile written(out().c_str());
    EXPECT_EQ(written.header().findTypedAttribute<Imf::StringAttribute>("comments")->value(),
              "made by hand");
    EXPECT_FLOAT_EQ(firstOf("albedo.uncertainty"), 0.25F);
    EXPECT_EQ(readImage(out(), {"albedo.uncertainty", {}}).image.space, ColorSpace::Raw);
    EXPECT_EQ(readImage(out(), {"albedo", {}}).image.space, ColorSpace::Linear);
    EXPECT_EQ(readImage(out()).image.space, ColorSpace::Linear);
}

TEST_F(ExrExtendTest, added_layers_lie_in_the_display_window_whatever_the_data_window_is) {
    writeExrFile(in(), {{"R", 1.F}, {"G", 1.F}, {"B", 1.F}}, [](Imf::Header& header) {
        header.dataWindow() = Imath::Box2i({-1, 1}, {2, 5});
        header.displayWindow() = Imath::Box2i({0, 0}, {3, 3});
    });
    EXPECT_EQ(readExrBase(in(), "").width, 4);
    EXPECT_EQ(readExrBase(in(), "").height, 4);
    extend(4, 4);
    // Columns -1…2 of rows 1…5: the first column and the last two rows are outside the picture.
    EXPECT_EQ(channel(out(), "albedo.R"), (std::vector<float>{0, 2, 2.5, 3, //
                                                              0, 4, 4.5, 5, //
                                                              0, 6, 6.5, 7, //
                                                              0, 0, 0,   0, //
                                                              0, 0, 0,   0}));
}

TEST_F(ExrExtendTest, a_file_of_parts_gets_parts_and_the_others_stay) {
    writeMultiPartExrFile(
        in(), {{"rgba", {{"R", 1.F}, {"G", -1.F}, {"B", 3.F}}}, {"depth", {{"Z", 2.F}}}});
    extend(4, 2, {"rgba", true, false});
    Imf::MultiPartInputFile written(out().c_str());
    ASSERT_EQ(written.parts(), 4);
    EXPECT_EQ(written.header(2).name(), "albedo");
    EXPECT_EQ(written.header(2).channels().findChannel("R")->type, Imf::HALF);
    EXPECT_EQ(written.header(0).channels().findChannel("R")->type, Imf::FLOAT);
    EXPECT_EQ(readImage(out(), {"rgba", {}}).image.samples,
              readImage(in(), {"rgba", {}}).image.samples);
    EXPECT_FLOAT_EQ(readImage(out(), {"depth", {}}).image.samples[0], 2.F);
    EXPECT_FLOAT_EQ(readImage(out(), {"albedo", {}}).image.samples[3], 1.5F);
    EXPECT_EQ(readImage(out(), {"albedo.uncertainty", {}}).image.space, ColorSpace::Raw);
}

TEST_F(ExrExtendTest, a_name_that_is_taken_is_set_apart) {
    writeExrFile(in(), {{"R", 1.F},
                        {"G", 1.F},
                        {"B", 1.F},
                        {"Albedo.R", 9.F},
                        {"Albedo.G", 9.F},
                        {"Albedo.B", 9.F}});
    extend(4, 2);
    EXPECT_FLOAT_EQ(firstOf("Albedo"), 9.F);
    EXPECT_FLOAT_EQ(readImage(out(), {"unlit.albedo", {}}).image.samples[1], 0.5F);
}

TEST_F(ExrExtendTest, tiled_files_stay_tiled_and_lossy_ones_lose_nothing_more) {
    writeTiledExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.2F}}, [](Imf::Header& header) {
        header.dataWindow() = Imath::Box2i({0, 0}, {39, 29});
        header.displayWindow() = header.dataWindow();
        header.compression() = Imf::PXR24_COMPRESSION;
    });
    extend(40, 30);
    Imf::MultiPartInputFile written(out().c_str());
    EXPECT_TRUE(written.header(0).hasTileDescription());
    EXPECT_EQ(written.header(0).compression(), Imf::ZIP_COMPRESSION);
    EXPECT_EQ(channel(out(), "R"), channel(in(), "R"));
    EXPECT_FLOAT_EQ(channel(out(), "albedo.R").back(), 0.5F * (40 * 30 - 1));
}

TEST_F(ExrExtendTest, the_files_own_primaries_are_told) {
    writeExrFile(in(), {{"R", 1.F}, {"G", 1.F}, {"B", 1.F}}, [](Imf::Header& header) {
        Imf::addChromaticities(
            header, {{0.713F, 0.293F}, {0.165F, 0.83F}, {0.128F, 0.044F}, {0.32168F, 0.33767F}});
    });
    const ExrBase base = readExrBase(in(), "");
    ASSERT_TRUE(base.primaries);
    EXPECT_TRUE(isNear(*base.primaries, kAp1));
    extend(4, 2);
    EXPECT_EQ(readImage(out(), {"albedo", {}}).image.space, ColorSpace::AcesCg);
    EXPECT_EQ(readImage(out()).image.space, ColorSpace::AcesCg);
}

TEST_F(ExrExtendTest, damage_is_an_error_and_leaves_nothing) {
    writeExrFile(in(), {{"R", -1.F}, {"G", 0.5F}, {"B", 0.2F}}, [](Imf::Header& header) {
        header.dataWindow() = Imath::Box2i({0, 0}, {63, 63});
        header.displayWindow() = header.dataWindow();
    });
    std::string bytes = readBytes(in());
    writeBytes("in.exr", bytes.substr(0, bytes.size() - 100));
    EXPECT_EQ(errorOf([&] { extend(64, 64); }).kind(), ErrorKind::Corrupt);
    EXPECT_EQ(entries(), 1U);
    writeImage(folder / "a.png", countingImage(2, 2, 0.1F, ColorSpace::Srgb),
               {FileFormat::Png8, false, false});
    std::filesystem::rename(folder / "a.png", in());
    EXPECT_EQ(errorOf([&] { readExrBase(in(), ""); }).kind(), ErrorKind::Unsupported);
}
