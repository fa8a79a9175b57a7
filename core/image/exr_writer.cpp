#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/alpha.h"
#include "core/image/chromaticities.h"
#include "core/image/exr_output_stream.h"
#include "core/image/exr_space_note.h"

#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfFrameBuffer.h>
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

/// One channel of the file and where its samples are.
struct OutputPlane {
    std::string name;
    std::span<const float> samples;
};

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

    std::vector<OutputPlane> planes;

private:
    std::deque<std::vector<float>> m_multiplied; ///< a deque: what was handed out stays in place
};

Imf::Chromaticities libraryChromaticities(const Chromaticities& c) {
    const auto point = [](const std::array<double, 2>& xy) {
        return Imath::V2f(static_cast<float>(xy[0]), static_cast<float>(xy[1]));
    };
    return {point(c.red), point(c.green), point(c.blue), point(c.white)};
}

Imf::Header makeHeader(const std::vector<NamedLayer>& layers,
                       const std::vector<OutputPlane>& planes, const WriteOptions& options) {
    const Image& image = *layers.front().image;
    Imf::Header header(image.width, image.height);
    header.compression() = static_cast<Imf::Compression>(exrCompressionNumber(options.compression));
    for (const OutputPlane& plane : planes)
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

void writeFloats(Imf::OutputFile& output, const std::vector<OutputPlane>& planes, int width,
                 int height) {
    Imf::FrameBuffer frame;
    for (const OutputPlane& plane : planes) // the library only reads from what it is given to write
        frame.insert(
            plane.name,
            Imf::Slice(Imf::FLOAT,
                       const_cast<char*>(reinterpret_cast<const char*>(plane.samples.data())),
                       sizeof(float), sizeof(float) * static_cast<std::size_t>(width)));
    output.setFrameBuffer(frame);
    output.writePixels(height);
}

void writeHalfs(Imf::OutputFile& output, const std::vector<OutputPlane>& planes, int width,
                int height) {
    constexpr int blockRows = 32; // one chunk of PIZ or DWAA, two of ZIP
    const auto rowSize = static_cast<std::size_t>(width);
    std::vector<half> block(rowSize * blockRows * planes.size());
    for (int top = 0; top < height; top += blockRows) {
        const int rows = std::min(blockRows, height - top);
        Imf::FrameBuffer frame;
        for (std::size_t i = 0; i < planes.size(); ++i) {
            half* first = block.data() + i * rowSize * blockRows;
            const auto source = planes[i].samples.subspan(static_cast<std::size_t>(top) * rowSize,
                                                          static_cast<std::size_t>(rows) * rowSize);
            std::transform(source.begin(), source.end(), first, toHalf);
            frame.insert(planes[i].name,
                         Imf::Slice::Make(Imf::HALF, first, Imath::V2i(0, top), width, rows));
        }
        output.setFrameBuffer(frame);
        output.writePixels(rows);
    }
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
        if (options.half)
            writeHalfs(picture, output.planes, first.width, first.height);
        else
            writeFloats(picture, output.planes, first.width, first.height);
    });
}

} // namespace unlit
