#include "tests/core/image/exr_compare.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfStdIO.h>
#include <ImfTiledInputPart.h>

#include <map>
#include <set>
#include <vector>

namespace unlit {

namespace {

/// Attribute names to type and bytes, as they would stand in a file.
std::map<std::string, std::string> attributesOf(const Imf::Header& header,
                                                const ExrCompareOptions& options) {
    // What the library sets by itself.
    std::set<std::string> left = {"chunkCount"};
    if (options.ignoreCompression)
        left.insert("compression");
    std::map<std::string, std::string> attributes;
    for (auto it = header.begin(); it != header.end(); ++it) {
        if (left.contains(it.name()))
            continue;
        Imf::StdOSStream bytes;
        it.attribute().writeValueTo(bytes, 2);
        attributes[it.name()] = std::string(it.attribute().typeName()) + ":" + bytes.str();
    }
    return attributes;
}

/// All samples of a window in the channels' own types.
struct Samples {
    Samples(const Imf::Header& header, const Imath::Box2i& window) {
        const auto width = static_cast<std::size_t>(window.max.x - window.min.x + 1);
        const auto height = static_cast<std::size_t>(window.max.y - window.min.y + 1);
        for (auto it = header.channels().begin(); it != header.channels().end(); ++it) {
            std::vector<char>& plane = planes[it.name()];
            plane.resize(width * height * 4);
            frame.insert(it.name(),
                         Imf::Slice::Make(it.channel().type, plane.data(), window, 0, 0,
                                          it.channel().xSampling, it.channel().ySampling));
        }
    }

    std::map<std::string, std::vector<char>> planes;
    Imf::FrameBuffer frame;
};

std::string differenceOfPixels(Imf::MultiPartInputFile& a, Imf::MultiPartInputFile& b, int part) {
    const Imf::Header& header = a.header(part);
    if (!header.hasTileDescription()) {
        const Imath::Box2i window = header.dataWindow();
        Samples first(header, window);
        Samples second(header, window);
        Imf::InputPart(a, part).setFrameBuffer(first.frame);
        Imf::InputPart(a, part).readPixels(window.min.y, window.max.y);
        Imf::InputPart(b, part).setFrameBuffer(second.frame);
        Imf::InputPart(b, part).readPixels(window.min.y, window.max.y);
        return first.planes == second.planes ? "" : "pixels";
    }
    Imf::TiledInputPart tiledA(a, part);
    Imf::TiledInputPart tiledB(b, part);
    for (int ly = 0; ly < tiledA.numYLevels(); ++ly)
        for (int lx = 0; lx < tiledA.numXLevels(); ++lx) {
            if (!tiledA.isValidLevel(lx, ly))
                continue;
            const Imath::Box2i window = tiledA.dataWindowForLevel(lx, ly);
            Samples first(header, window);
            Samples second(header, window);
            tiledA.setFrameBuffer(first.frame);
            tiledB.setFrameBuffer(second.frame);
            for (auto* tiled : {&tiledA, &tiledB})
                tiled->readTiles(0, tiled->numXTiles(lx) - 1, 0, tiled->numYTiles(ly) - 1, lx, ly);
            if (first.planes != second.planes)
                return "pixels of level " + std::to_string(lx) + "," + std::to_string(ly);
        }
    return "";
}

} // namespace

std::string differenceOfExr(const std::filesystem::path& pathA, const std::filesystem::path& pathB,
                            const ExrCompareOptions& options) {
    Imf::MultiPartInputFile a(pathA.c_str());
    Imf::MultiPartInputFile b(pathB.c_str());
    if (a.parts() != b.parts())
        return "number of parts";
    for (int part = 0; part < a.parts(); ++part) {
        const std::string where = " of part " + std::to_string(part);
        const auto before = attributesOf(a.header(part), options);
        const auto after = attributesOf(b.header(part), options);
        for (const auto& [name, value] : before)
            if (!after.contains(name) || after.at(name) != value)
                return "attribute " + name + where;
        for (const auto& [name, value] : after)
            if (!before.contains(name))
                return "new attribute " + name + where;
        if (const std::string pixels = differenceOfPixels(a, b, part); !pixels.empty())
            return pixels + where;
    }
    return "";
}

} // namespace unlit
