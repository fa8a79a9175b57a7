#include "core/image/image_file.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>

#include <gtest/gtest.h>

#include <cstring>

using namespace unlit;

namespace {

class ExrDamageTest : public ImageFolderTest {
protected:
    std::string goodBytes() const {
        writeExrFile(
            folder / "good.exr", {{"R", -1.0F}, {"G", 0.5F}, {"B", 0.25F}},
            [](Imf::Header& header) {
                header.dataWindow() = header.displayWindow() = Imath::Box2i({0, 0}, {63, 63});
            });
        return readBytes(folder / "good.exr");
    }

    // Overwrites the value of an attribute: it follows the name, the type and the size.
    static std::string withAttribute(std::string bytes, const std::string& name,
                                     const std::string& type, const std::vector<int>& values) {
        const std::string key = name + '\0' + type + '\0';
        const auto at = bytes.find(key);
        EXPECT_NE(at, std::string::npos) << name;
        std::memcpy(bytes.data() + at + key.size() + 4, values.data(), values.size() * 4);
        return bytes;
    }

    Error refuse(const std::string& bytes) const {
        const auto path = writeBytes("bad.exr", bytes);
        const Error error = errorOf([&] { readImage(path); });
        EXPECT_NE(std::string(error.what()).find("bad.exr"), std::string::npos) << error.what();
        return error;
    }
};

} // namespace

TEST_F(ExrDamageTest, every_truncation_is_refused) {
    const std::string good = goodBytes();
    for (std::size_t length = 4; length < good.size() - 1; length += 37) {
        const auto path = writeBytes("cut.exr", good.substr(0, length));
        EXPECT_EQ(errorOf([&] { readImage(path); }).kind(), ErrorKind::Corrupt) << length;
    }
}

TEST_F(ExrDamageTest, every_changed_byte_gives_a_picture_or_an_error) {
    const std::string good = goodBytes();
    for (std::size_t at = 4; at < good.size(); at += 11) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(~bytes[at]);
        const auto path = writeBytes("changed.exr", bytes);
        try {
            const LoadedImage picture = readImage(path);
            EXPECT_EQ(picture.image.samples.size(), picture.image.planeSize() * 3);
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("changed.exr"), std::string::npos);
            EXPECT_NE(error.kind(), ErrorKind::Internal) << error.what();
        }
    }
}

TEST_F(ExrDamageTest, absurd_windows_are_refused_before_anything_is_allocated) {
    const std::string good = goodBytes();
    const std::vector<std::vector<int>> windows = {
        {0, 0, 29999, 29999},     {0, 0, 100'663'296, 0},
        {0, 0, 0, 2'000'000'000}, {-2'147'483'647, 0, 2'147'483'647, 0},
        {10, 10, 5, 5},
    };
    for (const auto& window : windows) {
        const std::string data = withAttribute(good, "dataWindow", "box2i", window);
        EXPECT_NE(refuse(data).kind(), ErrorKind::OutOfMemory);
        refuse(withAttribute(data, "displayWindow", "box2i", window));
    }
}

TEST_F(ExrDamageTest, an_absurd_display_window_alone_is_refused) {
    EXPECT_EQ(
        refuse(withAttribute(goodBytes(), "displayWindow", "box2i", {0, 0, 99999, 99999})).kind(),
        ErrorKind::Unsupported);
}

TEST_F(ExrDamageTest, an_unknown_compression_and_version_are_said) {
    std::string bytes = goodBytes();
    const std::string key = std::string("compression") + '\0' + "compression" + '\0';
    bytes[bytes.find(key) + key.size() + 4] = 77;
    EXPECT_EQ(refuse(bytes).kind(), ErrorKind::Unsupported);
    bytes = goodBytes();
    bytes[4] = 9;
    EXPECT_EQ(refuse(bytes).kind(), ErrorKind::Unsupported);
}

TEST_F(ExrDamageTest, an_attribute_longer_than_the_file_is_refused) {
    std::string bytes = goodBytes();
    const std::string key = std::string("channels") + '\0' + "chlist" + '\0';
    const std::uint32_t size = 0x7FFFFFFF;
    std::memcpy(bytes.data() + bytes.find(key) + key.size(), &size, 4);
    EXPECT_EQ(refuse(bytes).kind(), ErrorKind::Corrupt);
}

// The library goes on behind what a type needs, and would find another header there.
TEST_F(ExrDamageTest, attributes_that_are_not_as_long_as_their_type_are_refused) {
    const std::string good = goodBytes();
    const auto longer = [&](const std::string& name, const std::string& type) {
        std::string bytes = good;
        const std::string key = name + '\0' + type + '\0';
        const std::size_t at = bytes.find(key) + key.size();
        std::uint32_t size = 0;
        std::memcpy(&size, bytes.data() + at, 4);
        bytes.insert(at + 4 + size, "\1\1\1\1");
        size += 4;
        std::memcpy(bytes.data() + at, &size, 4);
        return bytes;
    };
    for (const auto& [name, type] : {std::pair{"channels", "chlist"},
                                     {"compression", "compression"},
                                     {"dataWindow", "box2i"},
                                     {"lineOrder", "lineOrder"},
                                     {"pixelAspectRatio", "float"},
                                     {"screenWindowCenter", "v2f"}}) {
        const Error error = refuse(longer(name, type));
        EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
        EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
}

TEST_F(ExrDamageTest, lists_in_attributes_stay_within_them) {
    const auto withTexts = [&](std::uint32_t length) {
        std::string bytes = goodBytes();
        std::string attribute = std::string("names") + '\0' + "stringvector" + '\0';
        attribute += std::string("\x05\0\0\0", 4) + std::string(4, '\0') + "x";
        std::memcpy(attribute.data() + attribute.size() - 5, &length, 4);
        const std::string before = std::string("channels") + '\0';
        bytes.insert(bytes.find(before), attribute);
        return bytes;
    };
    EXPECT_EQ(refuse(withTexts(0x7FFF0000)).kind(), ErrorKind::Corrupt);
    EXPECT_EQ(refuse(withTexts(2)).kind(), ErrorKind::Corrupt);
}

TEST_F(ExrDamageTest, deep_pictures_are_refused_by_name) {
    Imf::Header header(2, 2);
    header.channels().insert("Z", Imf::Channel(Imf::FLOAT));
    header.setType(Imf::DEEPSCANLINE);
    header.compression() = Imf::ZIPS_COMPRESSION;
    {
        Imf::DeepScanLineOutputFile file((folder / "deep.exr").c_str(), header);
        std::vector<unsigned> counts(4, 1);
        std::vector<float> depths(4, 1.0F);
        std::vector<float*> pointers;
        for (float& depth : depths)
            pointers.push_back(&depth);
        Imf::DeepFrameBuffer frame;
        frame.insertSampleCountSlice(Imf::Slice(Imf::UINT, reinterpret_cast<char*>(counts.data()),
                                                sizeof(unsigned), 2 * sizeof(unsigned)));
        frame.insert("Z", Imf::DeepSlice(Imf::FLOAT, reinterpret_cast<char*>(pointers.data()),
                                         sizeof(float*), 2 * sizeof(float*), sizeof(float)));
        file.setFrameBuffer(frame);
        file.writePixels(2);
    }
    const Error error = errorOf([&] { readImage(folder / "deep.exr"); });
    EXPECT_EQ(error.kind(), ErrorKind::Unsupported);
    EXPECT_NE(std::string(error.what()).find("deep"), std::string::npos) << error.what();
}

TEST_F(ExrDamageTest, empty_files_folders_and_missing_files_are_said) {
    EXPECT_NE(
        std::string(errorOf([&] { readImage(writeBytes("a.exr", "")); }).what()).find("empty"),
        std::string::npos);
    EXPECT_EQ(errorOf([&] { readImage(folder); }).kind(), ErrorKind::InvalidInput);
    EXPECT_EQ(errorOf([&] { readImage(folder / "none.exr"); }).kind(), ErrorKind::NotFound);
    EXPECT_EQ(errorOf([&] { readImage("/dev/zero"); }).kind(), ErrorKind::Unsupported);
}

TEST_F(ExrDamageTest, bytes_decide_not_the_suffix) {
    const std::string good = goodBytes();
    EXPECT_EQ(readImage(writeBytes("an_exr.png", good)).image.width, 64);
    const Error error = errorOf([&] { readImage(writeBytes("a.exr", "this is no picture")); });
    EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
    EXPECT_EQ(errorOf([&] { readImage(writeBytes("a.txt", "this is no picture")); }).kind(),
              ErrorKind::Unsupported);
}

// Samples lie in the order of the list, and readers take them in alphabetical order.
TEST_F(ExrDamageTest, a_list_of_channels_that_is_not_in_alphabetical_order_is_refused) {
    std::string bytes = goodBytes();
    const auto list = bytes.find(std::string("channels\0chlist\0", 16)) + 20;
    constexpr std::size_t entry = 18; // "B", 0, and 16 bytes
    ASSERT_EQ(bytes[list], 'B');
    ASSERT_EQ(bytes[list + 2 * entry], 'R');
    std::swap(bytes[list], bytes[list + 2 * entry]);
    const Error error = refuse(bytes);
    EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
    EXPECT_NE(std::string(error.what()).find("'G' after 'R'"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("alphabetical"), std::string::npos);
}

TEST_F(ExrDamageTest, a_channel_that_is_listed_twice_is_refused) {
    std::string bytes = goodBytes();
    const auto list = bytes.find(std::string("channels\0chlist\0", 16)) + 20;
    bytes[list + 18] = 'B';
    EXPECT_NE(std::string(refuse(bytes).what()).find("'B' twice"), std::string::npos);
}
