#include "tests/samples/oiio_picture.h"

#include "core/image/orientation.h"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <array>

namespace unlit {

namespace {

bool isInk(const OIIO::ImageSpec& spec) {
    return spec.nchannels >= 4 && (spec.get_string_attribute("oiio:ColorSpace") == "CMYK" ||
                                   spec.channel_name(0) == "C" || spec.channel_name(0) == "ink0" ||
                                   spec.get_string_attribute("tiff:ColorSpace") == "CMYK" ||
                                   spec.get_string_attribute("jpeg:ColorSpace") == "CMYK" ||
                                   spec.get_string_attribute("jpeg:ColorSpace") == "YCbCrK");
}

std::unique_ptr<OIIO::ImageInput> open(const std::filesystem::path& path) {
    OIIO::ImageSpec hints;
    hints["oiio:UnassociatedAlpha"] = 1;
    auto input = OIIO::ImageInput::open(path.string(), &hints);
    hints["oiio:RawColor"] = 1; // inks as they are, or it may abort
    auto raw = OIIO::ImageInput::open(path.string(), &hints);
    (void)OIIO::geterror();
    return raw && isInk(raw->spec()) ? std::move(raw) : std::move(input);
}

/// What it is known to do in another way than the format's own specification, or than we.
std::string faultOf(const OIIO::ImageSpec& spec) {
    const int photometric = spec.get_int_attribute("tiff:PhotometricInterpretation", -1);
    const int bits = spec.get_int_attribute("oiio:BitsPerSample", 8);
    if (std::string(spec.get_string_attribute("oiio:textureformat")).starts_with("CubeFace") ||
        std::string(spec.get_string_attribute("textureformat")).starts_with("CubeFace"))
        return "it shows one face of a cube of six; ours is the whole display window";
    if (photometric == 0 && bits != 8)
        return "it does not turn 'minimum is white' round unless samples have 8 bits";
    if (photometric == 3 && spec.get_string_attribute("tiff:ColorSpace") == "palette")
        return "it takes a palette's alpha channel for indices";
    if (photometric == 8 || photometric == 9)
        return "it shows L*a*b* through libtiff, whose white is yellow and whose curve is a power "
               "of "
               "2.4";
    if (photometric == 32844 || photometric == 32845)
        return "it gives libtiff's 8-bit preview of LogLuv, the square root of the light; ours is "
               "the light";
    if (isInk(spec) && spec.get_int_attribute("tiff:Compression") == 7)
        return "it takes libtiff's RGB of inks in JPEG for the inks";
    if (isInk(spec) && spec.format == OIIO::TypeDesc::INT8)
        return "it takes inks for negative where a file calls its bytes signed";
    if (spec.format == OIIO::TypeDesc::DOUBLE)
        return "it reads doubles as zeros";
    return "";
}

const LayerInfo* defaultLayerOf(const ImageInfo& info) {
    for (const LayerInfo& layer : info.layers)
        if (layer.name == info.defaultLayer)
            return &layer;
    return nullptr;
}

/// Indices of the channels for R, G, B and alpha; -1 = none.
std::array<int, 4> exrChannels(const OIIO::ImageSpec& spec, const LayerInfo& layer) {
    const auto find = [&](const std::string& name) {
        for (int c = 0; c < spec.nchannels; ++c) {
            const std::string full = spec.channel_name(c);
            const std::string prefix = layer.name.empty() ? "" : layer.name + ".";
            if (full == prefix + name || full == name)
                return c;
        }
        return -1;
    };
    const bool hasChroma = find("RY") >= 0;
    if (layer.channels.front() == "Y" && !hasChroma)
        return {find("Y"), find("Y"), find("Y"), find("A")};
    std::array<int, 4> indices = {-1, -1, -1, -1};
    for (const std::string& channel : layer.channels) {
        const char first = static_cast<char>(std::toupper(channel[0]));
        const auto slot = std::string("RGBA").find(first);
        if (slot != std::string::npos && (channel.size() == 1 || channel.size() > 2))
            indices[slot] = find(channel);
    }
    return indices;
}

std::array<int, 4> plainChannels(const OIIO::ImageSpec& spec) {
    const int alpha = spec.alpha_channel >= 0                      ? spec.alpha_channel
                      : spec.nchannels == 2 || spec.nchannels == 4 ? spec.nchannels - 1
                                                                   : -1;
    if (spec.nchannels < 3)
        return {0, 0, 0, alpha};
    return {0, 1, 2, alpha};
}

void fill(Image& image, const OIIO::ImageSpec& spec, const std::vector<float>& pixels,
          const std::array<int, 4>& channels) {
    const auto count = static_cast<std::size_t>(spec.nchannels);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const int dataX = x + spec.full_x - spec.x;
            const int dataY = y + spec.full_y - spec.y;
            if (dataX < 0 || dataY < 0 || dataX >= spec.width || dataY >= spec.height)
                continue;
            const float* pixel = pixels.data() + (static_cast<std::size_t>(dataY) *
                                                      static_cast<std::size_t>(spec.width) +
                                                  static_cast<std::size_t>(dataX)) *
                                                     count;
            const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                            static_cast<std::size_t>(x);
            for (int c = 0; c < 3; ++c)
                if (const int from = channels[static_cast<std::size_t>(c)]; from >= 0)
                    image.plane(c)[at] =
                        isInk(spec) ? (1 - pixel[from]) * (1 - pixel[3]) : pixel[from];
            if (!image.mask.empty())
                image.mask[at] = pixel[channels[3]] > 0 ? std::min(pixel[channels[3]], 1.0F) : 0;
        }
}

} // namespace

OiioPicture readWithOiio(const std::filesystem::path& path, const ImageInfo& info) {
    OiioPicture result;
    const auto input = open(path);
    if (!input) {
        result.refusal = "cannot open it";
        return result;
    }
    const LayerInfo* layer = defaultLayerOf(info);
    const bool isExr = info.format == "openexr";
    if (isExr && (layer == nullptr || !input->seek_subimage(layer->part, 0))) {
        result.refusal = "has no such part";
        return result;
    }
    OIIO::ImageSpec spec = input->spec();
    std::vector<float> pixels(spec.image_pixels() * static_cast<std::size_t>(spec.nchannels));
    if (!input->read_image(input->current_subimage(), 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT,
                           pixels.data())) {
        result.refusal = "cannot decode it: " + input->geterror();
        return result;
    }
    const std::array<int, 4> channels = isExr ? exrChannels(spec, *layer) : plainChannels(spec);
    if (isExr && channels[0] < 0) {
        result.refusal = "does not make a picture of luminance and chroma, or of data";
        return result;
    }
    const bool meets =
        spec.x < spec.full_x + spec.full_width && spec.x + spec.width > spec.full_x &&
        spec.y < spec.full_y + spec.full_height && spec.y + spec.height > spec.full_y;
    if (!isExr || !meets) {
        spec.full_x = spec.x;
        spec.full_y = spec.y;
        spec.full_width = spec.width;
        spec.full_height = spec.height;
    }
    result.fault = faultOf(spec);
    result.isFloat = spec.format.is_floating_point();
    result.image = makeImage(spec.full_width, spec.full_height, {"R", "G", "B"}, ColorSpace::Raw);
    if (channels[3] >= 0 && !isInk(spec))
        result.image.mask.assign(result.image.planeSize(), 0.0F);
    fill(result.image, spec, pixels, channels);
    turnUpright(result.image, spec.get_int_attribute("Orientation", 1));
    return result;
}

bool canOiioRead(const std::filesystem::path& path) {
    const auto input = open(path);
    if (!input || input->spec().image_bytes() > (std::uint64_t{1} << 30U))
        return false;
    std::vector<float> pixels(input->spec().image_pixels() *
                              static_cast<std::size_t>(input->spec().nchannels));
    const bool isRead =
        input->read_image(0, 0, 0, input->spec().nchannels, OIIO::TypeDesc::FLOAT, pixels.data());
    (void)input->geterror();
    return isRead;
}

} // namespace unlit
