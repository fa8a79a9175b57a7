#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/alpha.h"
#include "core/image/color/chromaticities.h"
#include "core/image/exr/exr_output_stream.h"
#include "core/image/exr/exr_plane_rows.h"
#include "core/image/exr/exr_space_note.h"

#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <span>

namespace unlit {

namespace {

/// The channels of some layers; owns the planes that had to be multiplied by their mask.
class OutputPlanes {
public:
    OutputPlanes(const std::vector<NamedLayer>& layers, bool keepGlow) {
        for (const NamedLayer& layer : layers) {
            const Image& image = *layer.image;
            const std::string prefix = layer.name.empty() ? "" : layer.name + ".";
            const bool multiplies = !image.mask.empty() && image.space != ColorSpace::Raw;
            for (int c = 0; c < image.channelCount(); ++c) {
                std::span<const float> samples = image.plane(c);
                if (multiplies)
                    samples =
                        m_multiplied.emplace_back(multipliedByMask(samples, image.mask, keepGlow));
                planes.push_back({prefix + image.channels[static_cast<std::size_t>(c)], samples});
            }
            if (!image.mask.empty())
                planes.push_back({prefix + "A", image.mask});
        }
    }

    std::vector<ExrPlane> planes;

private:
    std::deque<std::vector<float>> m_multiplied; ///< a deque: what was handed out stays in place
};

Imf::Chromaticities libraryChromaticities(const Chromaticities& c) {
    const auto point = [](const std::array<double, 2>& xy) {
        return Imath::V2f(static_cast<float>(xy[0]), static_cast<float>(xy[1]));
    };
    return {point(c.red), point(c.green), point(c.blue), point(c.white)};
}

Imf::Header makeHeader(const std::vector<NamedLayer>& layers, const std::vector<ExrPlane>& planes,
                       const WriteOptions& options) {
    const Image& image = *layers.front().image;
    Imf::Header header(image.width, image.height);
    header.compression() = static_cast<Imf::Compression>(exrCompressionNumber(options.compression));
    for (const ExrPlane& plane : planes)
        header.channels().insert(plane.name, Imf::Channel(options.half ? Imf::HALF : Imf::FLOAT));
    if (const std::string note = exrSpaceNote(layers); !note.empty())
        header.insert(kExrSpaceNote, Imf::StringAttribute(note));
    if (image.space == ColorSpace::Linear)
        Imf::addChromaticities(header, libraryChromaticities(kRec709));
    else if (image.space == ColorSpace::AcesCg)
        Imf::addChromaticities(header, libraryChromaticities(kAp1));
    constexpr std::array reserved = {"name",    "type",       "view",
                                     "version", "chunkCount", kExrSpaceNote};
    for (const auto& [key, value] : image.metadata)
        if (!key.empty() && key.size() < 32 && header.find(key) == header.end() &&
            std::find(reserved.begin(), reserved.end(), key) == reserved.end())
            header.insert(key, Imf::StringAttribute(value));
    return header;
}

} // namespace

int exrCompressionNumber(ExrCompression compression) {
    switch (compression) {
    case ExrCompression::Zip:
        return Imf::ZIP_COMPRESSION;
    case ExrCompression::Piz:
        return Imf::PIZ_COMPRESSION;
    case ExrCompression::Dwaa:
        return Imf::DWAA_COMPRESSION;
    case ExrCompression::None:
        break;
    }
    return Imf::NO_COMPRESSION;
}

half toHalf(float value) {
    constexpr float largest = 65504.0F;
    return half(std::isfinite(value) ? std::clamp(value, -largest, largest) : value);
}

void writeExr(AtomicFile& file, const std::vector<NamedLayer>& layers,
              const WriteOptions& options) {
    const Image& first = *layers.front().image;
    const OutputPlanes output(layers, options.keepGlow);
    writeThroughExrStream(file, [&](Imf::OStream& stream) {
        Imf::OutputFile picture(stream, makeHeader(layers, output.planes, options));
        const ExrPlaneSize size{0, 0, first.width, first.height};
        if (options.half)
            writeHalfPlanes(picture, output.planes, size);
        else
            writeFloatPlanes(picture, output.planes, size);
    });
}

} // namespace unlit
