#include "core/image/exr/exr_block_copy.h"

#include "core/base/error.h"
#include "core/image/image_writer.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfInputPart.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfTiledInputPart.h>
#include <ImfTiledOutputPart.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace unlit {

namespace {

constexpr std::int64_t kUsualBlockBytes = std::int64_t{32} << 20U;
constexpr int kMostSampling = 1024; // what the rows of a block must be a multiple of

std::size_t bytesOf(Imf::PixelType type) {
    return type == Imf::HALF ? sizeof(half) : sizeof(float);
}

/// One channel of a block on its way.
struct BlockPlane {
    std::string name;
    Imf::PixelType readType = Imf::FLOAT;
    Imf::PixelType writeType = Imf::FLOAT;
    int xSampling = 1;
    int ySampling = 1;
    std::vector<char> read;
    std::vector<char> written; ///< used where the types differ
};

/// One added channel of a block.
struct AddedPlane {
    std::string name;
    Imf::PixelType type = Imf::FLOAT;
    const float* samples = nullptr;
    std::vector<char> written;
};

/// The memory of one block, all channels, with frame buffers on it.
class PackedBlock {
public:
    PackedBlock(const Imf::ChannelList& in, const Imf::ChannelList& out,
                const ExrAddedPlanes& added)
        : m_addedWindow(added.window) {
        for (const ExrAddedPlanes::Plane& plane : added.planes)
            m_added.push_back({plane.name, out.findChannel(plane.name)->type, plane.samples, {}});
        for (auto it = in.begin(); it != in.end(); ++it) {
            BlockPlane plane;
            plane.name = it.name();
            plane.writeType = out.findChannel(it.name())->type;
            // The library widens while it reads; narrowing is done here, where it can be clipped.
            plane.readType = it.channel().type == Imf::FLOAT ? Imf::FLOAT : plane.writeType;
            plane.xSampling = it.channel().xSampling;
            plane.ySampling = it.channel().ySampling;
            m_planes.push_back(std::move(plane));
        }
    }

    Imf::FrameBuffer forReading(const Imath::Box2i& window) {
        Imf::FrameBuffer frame;
        for (BlockPlane& plane : m_planes)
            insert(frame, plane, plane.readType, window, plane.read);
        return frame;
    }

    Imf::FrameBuffer forWriting(const Imath::Box2i& window) {
        Imf::FrameBuffer frame;
        for (BlockPlane& plane : m_planes) {
            if (plane.readType == plane.writeType) {
                insert(frame, plane, plane.writeType, window, plane.read);
                continue;
            }
            insert(frame, plane, plane.writeType, window, plane.written);
            const auto* from = reinterpret_cast<const float*>(plane.read.data());
            auto* to = reinterpret_cast<half*>(plane.written.data());
            std::transform(from, from + plane.written.size() / sizeof(half), to, toHalf);
        }
        for (AddedPlane& plane : m_added)
            insertAdded(frame, plane, window);
        return frame;
    }

private:
    void insertAdded(Imf::FrameBuffer& frame, AddedPlane& plane, const Imath::Box2i& window) const {
        const ExrWindow block{window.min.x, window.min.y, window.max.x, window.max.y};
        const ExrWindow common = intersection(block, m_addedWindow);
        const std::size_t bytes = bytesOf(plane.type);
        const auto blockWidth = static_cast<std::size_t>(block.width());
        plane.written.assign(blockWidth * static_cast<std::size_t>(block.height()) * bytes, 0);
        for (int y = common.yMin; common.width() > 0 && y <= common.yMax; ++y) {
            const auto inBlock = static_cast<std::size_t>(y - block.yMin) * blockWidth +
                                 static_cast<std::size_t>(common.xMin - block.xMin);
            const float* from = plane.samples +
                                (std::int64_t{y} - m_addedWindow.yMin) * m_addedWindow.width() +
                                (common.xMin - m_addedWindow.xMin);
            char* to = plane.written.data() + inBlock * bytes;
            if (plane.type == Imf::HALF)
                std::transform(from, from + common.width(), reinterpret_cast<half*>(to), toHalf);
            else
                std::copy_n(from, common.width(), reinterpret_cast<float*>(to));
        }
        frame.insert(plane.name, Imf::Slice::Make(plane.type, plane.written.data(), window));
    }

    static void insert(Imf::FrameBuffer& frame, const BlockPlane& plane, Imf::PixelType type,
                       const Imath::Box2i& window, std::vector<char>& memory) {
        const std::int64_t width = std::int64_t{window.max.x} - window.min.x + 1;
        const std::int64_t height = std::int64_t{window.max.y} - window.min.y + 1;
        const auto roundedUp = [](std::int64_t value, std::int64_t divisor) {
            return static_cast<std::size_t>((value + divisor - 1) / divisor);
        };
        memory.resize(roundedUp(width, plane.xSampling) * roundedUp(height, plane.ySampling) *
                      bytesOf(type));
        frame.insert(plane.name, Imf::Slice::Make(type, memory.data(), window, 0, 0,
                                                  plane.xSampling, plane.ySampling));
    }

    std::vector<BlockPlane> m_planes;
    ExrWindow m_addedWindow;
    std::vector<AddedPlane> m_added;
};

/// The library's exceptions while reading mean damaged pixels: the header was checked already.
template <class Work>
void decode(const ReadableFile& file, const Work& work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        const std::string text = error.what();
        throw Error::corrupt(file.path(),
                             "its pixels cannot be decoded: " + text.substr(0, text.find('\n')),
                             "it is damaged or cut off");
    }
}

/// Rows of a block: whole chunks, whole samples of thinned-out channels, and not much memory.
int rowsOf(const ReadableFile& file, const Imf::Header& header) {
    std::int64_t step = 256; // the longest chunk of all compressions
    std::int64_t rowBytes = 0;
    const std::int64_t width =
        std::int64_t{header.dataWindow().max.x} - header.dataWindow().min.x + 1;
    for (auto it = header.channels().begin(); it != header.channels().end(); ++it) {
        if (it.channel().ySampling > kMostSampling)
            throw Error::unsupported(file.path().string() + ": the channel '" + it.name() +
                                     "' has one row of samples for more than 1024 rows");
        step = std::min<std::int64_t>(std::lcm(step, it.channel().ySampling), 1 << 20);
        rowBytes += width * 4;
    }
    return static_cast<int>(std::clamp<std::int64_t>(kUsualBlockBytes / rowBytes / step, 1, 4096) *
                            step);
}

void copyScanLines(const ReadableFile& file, Imf::MultiPartInputFile& input, int part,
                   const Imf::Header& outputHeader, Imf::MultiPartOutputFile* output,
                   const ExrAddedPlanes& added) {
    Imf::InputPart in(input, part);
    std::optional<Imf::OutputPart> out;
    if (output != nullptr)
        out.emplace(*output, part);
    const Imf::Header& header = input.header(part);
    const Imath::Box2i window = header.dataWindow();
    PackedBlock block(header.channels(), outputHeader.channels(), added);
    const std::int64_t rows = rowsOf(file, header);
    const std::int64_t height = std::int64_t{window.max.y} - window.min.y + 1;
    const std::int64_t blocks = (height + rows - 1) / rows;
    const bool isUpward = header.lineOrder() == Imf::DECREASING_Y; // written in that order too
    for (std::int64_t i = 0; i < blocks; ++i) {
        const std::int64_t index = isUpward ? blocks - 1 - i : i;
        Imath::Box2i box = window;
        box.min.y = static_cast<int>(window.min.y + index * rows);
        box.max.y = static_cast<int>(std::min<std::int64_t>(box.min.y + rows - 1, window.max.y));
        decode(file, [&] {
            in.setFrameBuffer(block.forReading(box));
            in.readPixels(box.min.y, box.max.y);
        });
        if (!out)
            continue;
        out->setFrameBuffer(block.forWriting(box));
        out->writePixels(box.max.y - box.min.y + 1);
    }
}

void copyLevel(const ReadableFile& file, Imf::TiledInputPart& in, Imf::TiledOutputPart* out,
               PackedBlock& block, Imath::V2i level, bool isUpward) {
    const int across = in.numXTiles(level.x);
    const int down = in.numYTiles(level.y);
    for (int i = 0; i < down; ++i) {
        const int dy = isUpward ? down - 1 - i : i;
        for (int dx = 0; dx < across; ++dx) {
            const Imath::Box2i box = in.dataWindowForTile(dx, dy, level.x, level.y);
            decode(file, [&] {
                in.setFrameBuffer(block.forReading(box));
                in.readTile(dx, dy, level.x, level.y);
            });
            if (out == nullptr)
                continue;
            out->setFrameBuffer(block.forWriting(box));
            out->writeTile(dx, dy, level.x, level.y);
        }
    }
}

void copyTiles(const ReadableFile& file, Imf::MultiPartInputFile& input, int part,
               const Imf::Header& outputHeader, Imf::MultiPartOutputFile* output,
               const ExrAddedPlanes& added) {
    Imf::TiledInputPart in(input, part);
    std::optional<Imf::TiledOutputPart> out;
    if (output != nullptr)
        out.emplace(*output, part);
    const Imf::Header& header = input.header(part);
    PackedBlock block(header.channels(), outputHeader.channels(), added);
    const bool isUpward = header.lineOrder() == Imf::DECREASING_Y;
    for (int y = 0; y < (out ? out->numYLevels() : in.numYLevels()); ++y)
        for (int x = 0; x < (out ? out->numXLevels() : in.numXLevels()); ++x)
            if (in.isValidLevel(x, y))
                copyLevel(file, in, out ? &*out : nullptr, block, {x, y}, isUpward);
}

} // namespace

void copyBlocks(const ReadableFile& file, Imf::MultiPartInputFile& input, int part,
                const Imf::Header& outputHeader, Imf::MultiPartOutputFile* output,
                const ExrAddedPlanes& added) {
    if (input.header(part).hasTileDescription())
        copyTiles(file, input, part, outputHeader, output, added);
    else
        copyScanLines(file, input, part, outputHeader, output, added);
}

} // namespace unlit
