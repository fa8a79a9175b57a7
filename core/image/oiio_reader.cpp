#include "core/image/oiio_reader.h"

#include "core/base/error.h"
#include "core/image/orientation.h"
#include "core/image/size_limits.h"

#include <OpenImageIO/imageio.h>

#include <algorithm>

namespace unlit {

namespace {

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

int alphaOf(const OIIO::ImageSpec& spec) {
    if (spec.alpha_channel >= 0)
        return spec.alpha_channel;
    return spec.nchannels == 2 || spec.nchannels == 4 ? spec.nchannels - 1 : -1;
}

std::unique_ptr<OIIO::ImageInput> openInput(const ReadableFile& file, FileKind kind) {
    auto input = OIIO::ImageInput::create(std::string(toString(kind)));
    if (!input)
        throw Error::unsupported(file.path().string() + ": this build does not read " +
                                     std::string(toString(kind)) + " files",
                                 "save it as PNG, TIFF or EXR");
    OIIO::ImageSpec hints;
    hints["oiio:UnassociatedAlpha"] = 1; // values as stored
    hints["oiio:RawColor"] = 0;
    OIIO::ImageSpec spec;
    if (!input->open(file.path().string(), spec, hints))
        throw Error::corrupt(file.path(), "cannot be read: " + firstLine(input->geterror()),
                             "it is damaged, or a kind of " + std::string(toString(kind)) +
                                 " that this program does not know");
    // Some of its readers decode the whole picture at once.
    checkPictureSize(file.path(), spec.width, spec.height, alphaOf(spec) >= 0 ? 4 : 3,
                     kind == FileKind::Radiance ? 0 : spec.image_bytes(true));
    if (spec.depth > 1)
        throw Error::unsupported(file.path().string() + " is a volume, not a picture");
    checkExpansion(file.path(), spec.image_bytes(true), file.size(), kDeflateRatio);
    return input;
}

bool isFloatType(const OIIO::ImageSpec& spec) {
    return spec.format.is_floating_point();
}

SourceColor sourceColor(const OIIO::ImageSpec& spec, FileKind kind) {
    SourceColor color;
    color.format = kind == FileKind::Radiance ? "Radiance HDR" : std::string(toString(kind));
    if (kind != FileKind::Radiance)
        std::transform(color.format.begin(), color.format.end(), color.format.begin(), ::toupper);
    color.isSceneLinear = isFloatType(spec);
    if (const auto* profile = spec.find_attribute("ICCProfile")) {
        const auto* bytes = static_cast<const unsigned char*>(profile->data());
        color.iccProfile.assign(bytes, bytes + profile->datasize());
    }
    return color;
}

int orientationOf(const OIIO::ImageSpec& spec) {
    return spec.get_int_attribute("Orientation", 1);
}

int colorCount(const OIIO::ImageSpec& spec) {
    return spec.nchannels >= 3 ? 3 : 1;
}

void readPlane(OIIO::ImageInput& input, const ReadableFile& file, int channel, float* plane) {
    if (!input.read_image(0, 0, channel, channel + 1, OIIO::TypeDesc::FLOAT, plane))
        throw Error::corrupt(file.path(),
                             "its pixels cannot be decoded: " + firstLine(input.geterror()),
                             "it is damaged or cut off");
}

/// WebP stores straight colours. OpenImageIO 2.4 multiplies them whatever it is asked for, and says
/// only by an attribute that is missing that it did; 3.1 hands them over as they are.
bool wereMultiplied(const OIIO::ImageSpec& spec, FileKind kind) {
    return kind == FileKind::WebP && spec.get_int_attribute("oiio:UnassociatedAlpha", 0) == 0;
}

/// Back to what the file stores, to the rounding of 8 bits that were multiplied.
void divideByMask(Image& image) {
    for (int c = 0; c < image.channelCount(); ++c) {
        const std::span<float> plane = image.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i)
            if (image.mask[i] > 0)
                plane[i] = std::min(plane[i] / image.mask[i], 1.0F);
    }
}

} // namespace

ImageInfo oiioInfo(ReadableFile& file, FileKind kind) {
    const auto input = openInput(file, kind);
    const OIIO::ImageSpec& spec = input->spec();
    ImageInfo info;
    info.path = file.path();
    info.format = toString(kind);
    info.width = spec.width;
    info.height = spec.height;
    if (orientationSwapsSides(orientationOf(spec)))
        std::swap(info.width, info.height);
    info.compression = spec.get_string_attribute("compression");
    std::vector<std::string> names;
    for (int c = 0; c < spec.nchannels; ++c)
        names.push_back(spec.channel_name(c));
    for (const std::string& name : names)
        info.channels.push_back({name, spec.format.c_str()});
    info.layers = {{"", names, 0, true}};
    info.alpha = alphaOf(spec) >= 0 ? AlphaKind::Straight : AlphaKind::None;
    const ColorPlan plan = planColor(sourceColor(spec, kind), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    return info;
}

DecodedPicture readOiio(ReadableFile& file, FileKind kind) {
    const auto input = openInput(file, kind);
    const OIIO::ImageSpec spec = input->spec();
    DecodedPicture picture;
    picture.isFloat = isFloatType(spec);
    picture.color = sourceColor(spec, kind);
    picture.orientation = orientationOf(spec);
    Image& image = picture.image;
    image = makeImage(spec.width, spec.height, {"R", "G", "B"}, ColorSpace::Raw);
    const int colors = colorCount(spec);
    for (int c = 0; c < colors; ++c)
        readPlane(*input, file, c, image.plane(c).data());
    for (int c = colors; c < 3; ++c)
        std::copy_n(image.plane(0).data(), image.planeSize(), image.plane(c).data());
    if (const int alpha = alphaOf(spec); alpha >= 0) {
        image.mask.resize(image.planeSize());
        readPlane(*input, file, alpha, image.mask.data());
        picture.alpha = AlphaKind::Straight;
        if (wereMultiplied(spec, kind))
            divideByMask(image);
    }
    return picture;
}

} // namespace unlit
