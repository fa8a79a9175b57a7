#include "core/image/formats/targa_reader.h"

#include "core/base/error.h"
#include "core/image/plain_info.h"
#include "core/image/size_limits.h"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace unlit {

namespace {

std::string firstLineOf(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::unique_ptr<OIIO::ImageInput> openTarga(const ReadableFile& file) {
    auto input = OIIO::ImageInput::create("targa");
    if (!input)
        throw Error::unsupported(file.path().string() + ": this build does not read TGA files",
                                 "save it as PNG, TIFF or EXR");
    OIIO::ImageSpec hints;
    hints["oiio:UnassociatedAlpha"] = 1; // values as stored
    OIIO::ImageSpec spec;
    if (!input->open(file.path().string(), spec, hints))
        throw Error::corrupt(file.path(), "cannot be read: " + firstLineOf(input->geterror()),
                             "it is damaged, or a kind of TGA that this program does not know");
    // The reader decodes the whole picture at once.
    checkPictureSize(file.path(), spec.width, spec.height, 4, spec.image_bytes(true));
    if (spec.depth > 1)
        throw Error::unsupported(file.path().string() + " is a volume, not a picture");
    checkExpansion(file.path(), spec.image_bytes(true), file.size(), kDeflateRatio);
    return input;
}

/// "Attributes type" of the extension area; empty where there is no such area.
std::optional<int> attributesType(ReadableFile& file) {
    constexpr std::uint64_t footerBytes = 26;
    constexpr std::uint64_t typeInArea = 494;
    constexpr std::string_view mark("TRUEVISION-XFILE.\0", 18);
    if (file.size() < footerBytes)
        return {};
    std::array<unsigned char, footerBytes> footer{};
    file.seek(file.size() - footerBytes);
    file.readAll(footer);
    const std::string_view text(reinterpret_cast<const char*>(footer.data()), footer.size());
    if (text.substr(8) != mark)
        return {};
    std::uint64_t area = 0;
    for (std::size_t i = 4; i-- > 0;)
        area = area << 8U | footer[i];
    if (area == 0 || area + typeInArea >= file.size())
        return {};
    unsigned char type = 0;
    file.seek(area + typeInArea);
    file.readAll({&type, 1});
    return type;
}

AlphaKind alphaOf(ReadableFile& file, const OIIO::ImageSpec& spec) {
    if (spec.nchannels != 2 && spec.nchannels != 4)
        return AlphaKind::None;
    if (const auto type = attributesType(file))
        return *type == 3   ? AlphaKind::Straight
               : *type == 4 ? AlphaKind::Premultiplied
                            : AlphaKind::None; // 0: none; 1, 2: undefined
    constexpr std::uint64_t descriptor = 17;
    unsigned char flags = 0;
    file.seek(descriptor);
    file.readAll({&flags, 1});
    return (flags & 15U) > 0 ? AlphaKind::Straight : AlphaKind::None;
}

PlainPicture describeTarga(ReadableFile& file, const OIIO::ImageSpec& spec) {
    PlainPicture picture;
    picture.format = "targa";
    picture.width = spec.width;
    picture.height = spec.height;
    picture.sample = spec.format.c_str();
    picture.compression = spec.get_string_attribute("compression");
    picture.orientation = spec.get_int_attribute("Orientation", 1);
    picture.alpha = alphaOf(file, spec);
    picture.color.format = "TARGA";
    picture.color.isGrey = spec.nchannels < 3;
    if (picture.alpha == AlphaKind::None && (spec.nchannels == 2 || spec.nchannels == 4))
        picture.notes.push_back("its last channel is not said to be alpha, and is left out");
    return picture;
}

void readPlane(OIIO::ImageInput& input, const ReadableFile& file, int channel, float* plane) {
    if (!input.read_image(0, 0, channel, channel + 1, OIIO::TypeDesc::FLOAT, plane))
        throw Error::corrupt(file.path(),
                             "its pixels cannot be decoded: " + firstLineOf(input.geterror()),
                             "it is damaged or cut off");
}

} // namespace

ImageInfo targaInfo(ReadableFile& file) {
    const auto input = openTarga(file);
    return plainInfo(file.path(), describeTarga(file, input->spec()));
}

DecodedPicture readTarga(ReadableFile& file) {
    const auto input = openTarga(file);
    const OIIO::ImageSpec spec = input->spec();
    DecodedPicture picture = emptyPicture(describeTarga(file, spec));
    Image& image = picture.image;
    const int colors = spec.nchannels >= 3 ? 3 : 1;
    for (int c = 0; c < 3; ++c) {
        if (c < colors)
            readPlane(*input, file, c, image.plane(c).data());
        else
            std::copy_n(image.plane(0).data(), image.planeSize(), image.plane(c).data());
    }
    if (image.mask.empty())
        return picture;
    readPlane(*input, file, spec.nchannels - 1, image.mask.data());
    if (std::all_of(image.mask.begin(), image.mask.end(), [](float a) { return a == 0; })) {
        image.mask.clear();
        picture.alpha = AlphaKind::None;
    }
    return picture;
}

} // namespace unlit
