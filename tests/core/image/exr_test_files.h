// Small OpenEXR files made with the library itself, for tests of the reader.
#pragma once

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfTiledOutputFile.h>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

/// Name and value of a channel; a value below 0 stands for x + 100 * y instead.
using ExrFill = std::vector<std::pair<std::string, float>>;
using ExrSetup = std::function<void(Imf::Header&)>;

/// Planes of the data window, one a channel, with a frame buffer on them.
class FilledPlanes {
public:
    FilledPlanes(const Imf::Header& header, const ExrFill& fill) {
        const Imath::Box2i window = header.dataWindow();
        const int width = window.max.x - window.min.x + 1;
        const int height = window.max.y - window.min.y + 1;
        for (const auto& [name, value] : fill) {
            std::vector<float>& plane = m_planes.emplace_back();
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    plane.push_back(
                        value < 0 ? static_cast<float>(x + window.min.x + 100 * (y + window.min.y))
                                  : value);
            frame.insert(name,
                         Imf::Slice::Make(Imf::FLOAT, plane.data(), window.min, width, height));
        }
    }

    Imf::FrameBuffer frame;

private:
    std::vector<std::vector<float>> m_planes;
};

inline Imf::Header filledHeader(const ExrFill& fill, const ExrSetup& setup) {
    Imf::Header header(4, 2);
    header.compression() = Imf::ZIP_COMPRESSION;
    for (const auto& [name, value] : fill)
        header.channels().insert(name, Imf::Channel(Imf::FLOAT));
    if (setup)
        setup(header);
    return header;
}

inline void writeExrFile(const std::filesystem::path& path, const ExrFill& fill,
                         const ExrSetup& setup = {}) {
    const Imf::Header header = filledHeader(fill, setup);
    const FilledPlanes planes(header, fill);
    Imf::OutputFile file(path.c_str(), header);
    file.setFrameBuffer(planes.frame);
    file.writePixels(header.dataWindow().max.y - header.dataWindow().min.y + 1);
}

inline void writeTiledExrFile(const std::filesystem::path& path, const ExrFill& fill,
                              const ExrSetup& setup = {}) {
    Imf::Header header = filledHeader(fill, setup);
    header.setTileDescription(Imf::TileDescription(16, 24, Imf::MIPMAP_LEVELS));
    const FilledPlanes planes(header, fill);
    Imf::TiledOutputFile file(path.c_str(), header);
    file.setFrameBuffer(planes.frame);
    for (int level = 0; level < file.numLevels(); ++level)
        file.writeTiles(0, file.numXTiles(level) - 1, 0, file.numYTiles(level) - 1, level);
}

/// One part for each (part name, channels).
inline void writeMultiPartExrFile(const std::filesystem::path& path,
                                  const std::vector<std::pair<std::string, ExrFill>>& parts) {
    std::vector<Imf::Header> headers;
    for (const auto& [name, fill] : parts) {
        Imf::Header header = filledHeader(fill, {});
        header.setName(name);
        header.setType(Imf::SCANLINEIMAGE);
        headers.push_back(header);
    }
    Imf::MultiPartOutputFile file(path.c_str(), headers.data(), static_cast<int>(headers.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const FilledPlanes planes(headers[i], parts[i].second);
        Imf::OutputPart part(file, static_cast<int>(i));
        part.setFrameBuffer(planes.frame);
        part.writePixels(2);
    }
}

} // namespace unlit
