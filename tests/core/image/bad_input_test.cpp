// What goes wrong around files, whatever is in them: sizes, names, rights, and others who change a
// file while it is read.
#include "core/image/image_file.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"
#include "tests/core/image/tiff_test_files.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

using namespace unlit;
using namespace std::string_literals;

namespace {

std::string big16(unsigned value) {
    return {static_cast<char>(value >> 8U), static_cast<char>(value)};
}

std::string little16(unsigned value) {
    return {static_cast<char>(value), static_cast<char>(value >> 8U)};
}

std::string little32(unsigned value) {
    return little16(value & 0xFFFFU) + little16(value >> 16U);
}

/// Gives up root's rights for as long as it lives; nothing for others.
class OrdinaryUser {
public:
    OrdinaryUser() {
        if (m_isRoot) {
            EXPECT_EQ(::seteuid(65534), 0);
        }
    }

    ~OrdinaryUser() {
        if (m_isRoot) {
            EXPECT_EQ(::seteuid(0), 0);
        }
    }

    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;

private:
    bool m_isRoot = ::geteuid() == 0;
};

class BadInputTest : public ImageFolderTest {
protected:
    /// One small picture of each kind that is read, by its usual name.
    std::map<std::string, std::string> good() const {
        std::map<std::string, std::string> files;
        const Image image = countingImage(40, 30, 0.0002F, ColorSpace::Srgb);
        for (const auto& [name, format] : {std::pair{"a.exr", FileFormat::Exr},
                                           {"a.png", FileFormat::Png8},
                                           {"a.tif", FileFormat::Tiff}}) {
            writeImage(folder / name, image, {format, false, true});
            files[name] = readBytes(folder / name);
        }
        for (const auto& [name, format] :
             {std::pair{"a.jpg", "jpeg"}, {"a.bmp", "bmp"}, {"a.hdr", "hdr"}, {"a.tga", "targa"}}) {
            auto output = OIIO::ImageOutput::create(format);
            const OIIO::ImageSpec spec(40, 30, 3, OIIO::TypeDesc::UINT8);
            const std::vector<unsigned char> pixels(40 * 30 * 3, 100);
            EXPECT_TRUE(output && output->open((folder / name).string(), spec)) << name;
            EXPECT_TRUE(output->write_image(OIIO::TypeDesc::UINT8, pixels.data())) << name;
            output->close();
            files[name] = readBytes(folder / name);
        }
        files["a.psd"] = "8BPS\0\1\0\0\0\0\0\0\0\3\0\0\0\36\0\0\0\50\0\x08\0\3"s +
                         std::string(12, '\0') + std::string(2, '\0') + std::string(3600, 'x');
        return files;
    }

    /// One sentence that names the file.
    static Error expectSentence(const std::filesystem::path& path) {
        const Error error = errorOf([&] { readImage(path); });
        const std::string text = error.what();
        EXPECT_NE(text.find(path.filename().string()), std::string::npos) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        EXPECT_NE(error.kind(), ErrorKind::Internal) << text;
        return error;
    }
};

} // namespace

TEST_F(BadInputTest, tiny_files_that_declare_30000_by_30000_pixels_are_refused_at_once) {
    constexpr unsigned side = 30000;
    const std::string pngSize = "\0\0\x75\x30\0\0\x75\x30"s;
    const std::map<std::string, std::string> headers = {
        {"a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s + pngSize + "\x08\2\0\0\0\x83\xd1\x81\x31"s},
        {"a.jpg", "\xff\xd8\xff\xc0\0\x11\x08"s + big16(side) + big16(side) +
                      "\3\1\x11\0\2\x11\0\3\x11\0"s + "\xff\xda\0\x0c\3\1\0\2\0\3\0\0\x3f\0"s},
        {"a.bmp", "BM"s + little32(54) + little32(0) + little32(54) + little32(40) +
                      little32(side) + little32(side) + little16(1) + little16(24) +
                      std::string(24, '\0')},
        {"a.tga", "\0\0\2"s + std::string(9, '\0') + little16(side) + little16(side) + "\x18\0"s},
        {"a.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n\x80\x80\x80\x80"s},
        {"a.psd", "8BPS\0\1\0\0\0\0\0\0\0\3"s + pngSize + "\0\x08\0\3"s + std::string(14, '\0')},
        {"a.tif", "II*\0\x08\0\0\0\x07\0"s + "\0\1\4\0\1\0\0\0"s + little32(side) +
                      "\1\1\4\0\1\0\0\0"s + little32(side) + "\2\1\3\0\1\0\0\0\x08\0\0\0"s +
                      "\6\1\3\0\1\0\0\0\1\0\0\0"s + "\x11\1\4\0\1\0\0\0\x08\0\0\0"s +
                      "\x16\1\4\0\1\0\0\0"s + little32(side) + "\x17\1\4\0\1\0\0\0"s +
                      little32(side * side) + "\0\0\0\0"s},
    };
    const rusage before = [] {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage;
    }();
    for (const auto& [name, bytes] : headers)
        expectSentence(writeBytes(name, bytes));
    rusage after{};
    ::getrusage(RUSAGE_SELF, &after);
    // In KiB. One plane of 8 bits would take 900 MB.
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 300 * 1024);
}

TEST_F(BadInputTest, content_decides_whatever_the_name_says) {
    const auto files = good();
    for (const auto& [name, bytes] : files)
        for (const char* wrong : {"b.exr", "b.png", "b.jpg", "b.tif", "b.psd"}) {
            if (name == "a.tga") // has no mark: read by its name alone
                continue;
            const auto path = writeBytes(wrong, bytes);
            EXPECT_EQ(readImageInfo(path).format,
                      readImageInfo(folder / name == folder / "a.psd" ? writeBytes("a.psd", bytes)
                                                                      : folder / name)
                          .format);
            EXPECT_EQ(readImage(path).image.width, 40) << name << " as " << wrong;
        }
    const Error error = expectSentence(writeBytes("b.tga", files.at("a.tga").substr(0, 30)));
    EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
}

TEST_F(BadInputTest, names_of_any_script_are_read_and_quoted) {
    for (const auto& [name, bytes] : good()) {
        const std::string suffix = name.substr(1);
        EXPECT_EQ(readImage(writeBytes("größe 日本 \U0001F5BC" + suffix, bytes)).image.height, 30)
            << name;
        expectSentence(writeBytes("größe 日本" + suffix, "nothing of the kind"));
    }
    const auto path = writeBytes("not\xff utf8\n.png", "nothing");
    const std::string text = errorOf([&] { readImage(path); }).what();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
}

TEST_F(BadInputTest, what_may_not_be_read_is_said) {
    const auto locked = folder / "locked";
    std::filesystem::create_directory(locked);
    std::filesystem::copy_file(writeBytes("a.png", good().at("a.png")), locked / "a.png");
    std::filesystem::permissions(locked, std::filesystem::perms::none);
    std::filesystem::permissions(folder / "a.png", std::filesystem::perms::none);
    {
        const OrdinaryUser user;
        for (const auto& path : {locked / "a.png", folder / "a.png"}) {
            const Error error = expectSentence(path);
            EXPECT_EQ(error.kind(), ErrorKind::Io) << error.what();
        }
    }
    std::filesystem::permissions(locked, std::filesystem::perms::owner_all);
    expectSentence(folder / "a.png" / "b.png"); // a folder that is a file
}

// Someone else writes over the file, cuts it, makes it longer and takes it away: pictures or
// errors.
TEST_F(BadInputTest, files_that_change_while_they_are_read_are_pictures_or_errors) {
    for (const auto& [name, bytes] : good()) {
        const auto path = writeBytes(name, bytes);
        std::atomic<bool> isOver = false;
        std::thread other([&, text = bytes] {
            for (unsigned turn = 0; !isOver; ++turn) {
                std::error_code ignored;
                switch (turn % 4) {
                case 0:
                    std::filesystem::resize_file(path, text.size() / 2, ignored);
                    break;
                case 1:
                    std::filesystem::resize_file(path, text.size() * 4, ignored);
                    break;
                case 2:
                    std::filesystem::remove(path, ignored);
                    break;
                default:
                    std::ofstream(path, std::ios::binary) << text;
                }
            }
        });
        for (int turn = 0; turn < 200; ++turn)
            try {
                const LoadedImage picture = readImage(path);
                EXPECT_EQ(picture.image.samples.size(), 3 * picture.image.planeSize());
            } catch (const Error& error) {
                EXPECT_NE(error.kind(), ErrorKind::Internal) << name << ": " << error.what();
            }
        isOver = true;
        other.join();
    }
}
