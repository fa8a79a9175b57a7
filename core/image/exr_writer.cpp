#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/chromaticities.h"

#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

/// A stream that remembers its first failure: the library swallows the ones of its last writes,
/// which happen in a destructor.
class CheckedStream : public Imf::OStream {
public:
    explicit CheckedStream(const std::filesystem::path& path)
        : Imf::OStream(path.c_str()), m_descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
        if (m_descriptor < 0)
            m_failure = errno;
    }

    ~CheckedStream() override {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    void write(const char bytes[], int count) override {
        auto left = static_cast<std::size_t>(count);
        while (left > 0 && m_failure == 0) {
            const ssize_t written =
                ::pwrite(m_descriptor, bytes, left, static_cast<off_t>(m_position));
            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0) {
                m_failure = errno;
                break;
            }
            bytes += written;
            left -= static_cast<std::size_t>(written);
            m_position += static_cast<std::uint64_t>(written);
        }
        if (m_failure != 0)
            throw std::runtime_error("write failed");
    }

    std::uint64_t tellp() override { return m_position; }

    void seekp(std::uint64_t position) override { m_position = position; }

    int failure() const { return m_failure; }

private:
    int m_descriptor = -1;
    int m_failure = 0;
    std::uint64_t m_position = 0;
};

/// One channel of the file and where its samples are.
struct OutputPlane {
    std::string name;
    std::span<const float> samples;
};

std::vector<OutputPlane> planesOf(const std::vector<NamedLayer>& layers) {
    std::vector<OutputPlane> planes;
    for (const NamedLayer& layer : layers) {
        const std::string prefix = layer.name.empty() ? "" : layer.name + ".";
        for (int c = 0; c < layer.image->channelCount(); ++c)
            planes.push_back({prefix + layer.image->channels[static_cast<std::size_t>(c)],
                              layer.image->plane(c)});
        if (!layer.image->mask.empty())
            planes.push_back({prefix + "A", layer.image->mask});
    }
    return planes;
}

Imf::Chromaticities libraryChromaticities(const Chromaticities& c) {
    const auto point = [](const std::array<double, 2>& xy) {
        return Imath::V2f(static_cast<float>(xy[0]), static_cast<float>(xy[1]));
    };
    return {point(c.red), point(c.green), point(c.blue), point(c.white)};
}

Imf::Header makeHeader(const Image& image, const std::vector<OutputPlane>& planes, bool half) {
    Imf::Header header(image.width, image.height);
    header.compression() = Imf::ZIP_COMPRESSION;
    for (const OutputPlane& plane : planes)
        header.channels().insert(plane.name, Imf::Channel(half ? Imf::HALF : Imf::FLOAT));
    if (image.space == ColorSpace::Linear)
        Imf::addChromaticities(header, libraryChromaticities(kRec709));
    else if (image.space == ColorSpace::AcesCg)
        Imf::addChromaticities(header, libraryChromaticities(kAp1));
    constexpr std::array reserved = {"name", "type", "view", "version", "chunkCount"};
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

half toHalf(float value) {
    constexpr float largest = 65504.0F;
    return half(std::isfinite(value) ? std::clamp(value, -largest, largest) : value);
}

void writeHalfs(Imf::OutputFile& output, const std::vector<OutputPlane>& planes, int width,
                int height) {
    constexpr int blockRows = 16; // one ZIP chunk
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

void writeExr(AtomicFile& file, const std::vector<NamedLayer>& layers, bool half) {
    const Image& first = *layers.front().image;
    const std::vector<OutputPlane> planes = planesOf(layers);
    CheckedStream stream(file.temporaryPath());
    try {
        Imf::OutputFile output(stream, makeHeader(first, planes, half));
        if (half)
            writeHalfs(output, planes, first.width, first.height);
        else
            writeFloats(output, planes, first.width, first.height);
    } catch (const std::exception& error) {
        if (stream.failure() == 0)
            throw Error::internal("cannot write OpenEXR: " + std::string(error.what()));
    }
    if (stream.failure() != 0)
        throw Error::system(stream.failure(), "write", file.target());
}

} // namespace unlit
