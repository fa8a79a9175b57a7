#include "core/image/exr/exr_reader.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/exr/exr_header.h"
#include "core/image/exr/exr_layers.h"
#include "core/image/exr/exr_luminance_chroma.h"
#include "core/image/exr/exr_size_check.h"
#include "core/image/exr/exr_space_note.h"
#include "core/image/exr/exr_stream.h"
#include "core/image/exr/exr_threads.h"
#include "core/image/exr/exr_window.h"
#include "core/image/size_limits.h"

#include <ImfFrameBuffer.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>

namespace unlit {

namespace {

const ExrChannel* findChannel(const ExrPart& part, const std::string& name) {
    const auto found =
        std::find_if(part.channels.begin(), part.channels.end(),
                     [&](const ExrChannel& channel) { return channel.name == name; });
    return found == part.channels.end() ? nullptr : &*found;
}

/// One plane to fill: a channel of the file, and where its picture-sized plane begins.
struct PlaneTarget {
    std::string channel;
    float* plane = nullptr;
};

/// Rows that are read at a time: whole chunks, so that nothing is decoded twice.
int rowsPerBlock(const ExrPart& part) {
    constexpr std::int64_t usualSamples = 1 << 20; // of one plane
    // Taller tiles need no taller blocks: the library keeps the row of tiles that it has decoded.
    constexpr std::uint32_t maxTileRows = 512;
    const int chunk = part.isTiled ? static_cast<int>(std::min(part.tileHeight, maxTileRows))
                                   : exrLinesPerChunk(part.compression);
    const std::int64_t usual = std::max<std::int64_t>(1, usualSamples / part.dataWindow.width());
    return static_cast<int>(std::max<std::int64_t>(1, usual / chunk)) * chunk;
}

/// How many rows of the picture are there.
using RowsRead = std::function<void(int rows)>;

/// A picture that is all of the data window and nothing else has the samples where they come to
/// stand: no second copy of them. In blocks where somebody wants to look meanwhile.
void readInPlace(Imf::InputPart& input, const ExrPart& part,
                 const std::vector<PlaneTarget>& targets, const RowsRead& rowsRead) {
    const ExrWindow& window = part.dataWindow;
    const auto width = static_cast<std::size_t>(window.width());
    Imf::FrameBuffer frame;
    for (const PlaneTarget& target : targets)
        frame.insert(target.channel,
                     Imf::Slice::Make(Imf::FLOAT, target.plane,
                                      Imath::V2i(window.xMin, window.yMin), window.width(),
                                      window.height(), sizeof(float), width * sizeof(float)));
    input.setFrameBuffer(frame);
    const std::int64_t block = rowsRead ? rowsPerBlock(part) : window.height();
    for (std::int64_t y = window.yMin; y <= window.yMax; y += block) {
        const std::int64_t last = std::min<std::int64_t>(y + block - 1, window.yMax);
        input.readPixels(static_cast<int>(y), static_cast<int>(last));
        if (rowsRead)
            rowsRead(static_cast<int>(last - window.yMin + 1));
    }
}

/// Reads rows in blocks that are whole chunks, so that nothing is decoded twice and the working
/// memory stays small however large the data window is.
class BlockReader {
public:
    BlockReader(Imf::InputPart& input, const ExrPart& part, const PictureWindow& window)
        : m_input(input), m_part(part), m_window(window), m_blockRows(rowsPerBlock(part)) {}

    void read(const std::vector<PlaneTarget>& targets) {
        const auto width = static_cast<std::size_t>(m_part.dataWindow.width());
        m_blockRows =
            static_cast<int>(std::min<std::int64_t>(m_blockRows, m_part.dataWindow.height()));
        std::vector<float> rows(width * static_cast<std::size_t>(m_blockRows) * targets.size());
        // Blocks start where chunks start: at the top of the data window.
        const int skipped = m_window.covered.yMin - m_part.dataWindow.yMin;
        int y = m_part.dataWindow.yMin + skipped / m_blockRows * m_blockRows;
        while (y <= m_window.covered.yMax) {
            const int last = static_cast<int>(
                std::min<std::int64_t>(std::int64_t{y} + m_blockRows - 1, m_window.covered.yMax));
            readBlock(targets, rows, std::max(y, m_window.covered.yMin), last);
            if (last == m_window.covered.yMax)
                break;
            y = last + 1;
        }
    }

private:
    void readBlock(const std::vector<PlaneTarget>& targets, std::vector<float>& rows, int first,
                   int last) {
        const auto width = static_cast<std::size_t>(m_part.dataWindow.width());
        const auto blockSize = width * static_cast<std::size_t>(m_blockRows);
        Imf::FrameBuffer frame;
        const Imath::V2i origin(m_part.dataWindow.xMin, first);
        for (std::size_t i = 0; i < targets.size(); ++i)
            frame.insert(targets[i].channel,
                         Imf::Slice::Make(Imf::FLOAT, rows.data() + i * blockSize, origin,
                                          static_cast<int64_t>(width), m_blockRows, sizeof(float),
                                          width * sizeof(float)));
        m_input.setFrameBuffer(frame);
        m_input.readPixels(first, last);
        const auto left = static_cast<std::size_t>(m_window.covered.xMin - m_part.dataWindow.xMin);
        const auto count = static_cast<std::size_t>(m_window.covered.width());
        for (std::size_t i = 0; i < targets.size(); ++i)
            for (int y = first; y <= last; ++y) {
                const float* source = rows.data() + i * blockSize +
                                      static_cast<std::size_t>(y - first) * width + left;
                std::copy_n(source, count, targets[i].plane + pictureOffset(y));
            }
    }

    std::size_t pictureOffset(int y) const {
        const auto row = static_cast<std::size_t>(std::int64_t{y} - m_window.picture.yMin);
        const auto column =
            static_cast<std::size_t>(std::int64_t{m_window.covered.xMin} - m_window.picture.xMin);
        return row * static_cast<std::size_t>(m_window.picture.width()) + column;
    }

    Imf::InputPart& m_input;
    const ExrPart& m_part;
    PictureWindow m_window;
    int m_blockRows;
};

bool isSubsampled(const ExrPart& part, const std::string& name) {
    const ExrChannel* channel = findChannel(part, name);
    return channel != nullptr && (channel->xSampling != 1 || channel->ySampling != 1);
}

void checkSampling(const ReadableFile& file, const ExrPart& part, const ExrSelection& selection) {
    for (const std::string& name :
         {selection.colors[0], selection.colors[1], selection.colors[2], selection.alpha})
        if (isSubsampled(part, name))
            throw Error::unsupported(file.path().string() + ": its channel '" + name +
                                         "' has fewer samples than the picture has pixels",
                                     "only luminance/chroma pictures may be subsampled");
}

void readPlanes(ExrStream& stream, const ExrPart& part, const ExrSelection& selection,
                const PictureWindow& window, Image& image, const RowsRead& rowsRead) {
    std::vector<PlaneTarget> targets;
    // The library fills a channel that the file does not have with zeros, and says nothing.
    for (const std::string& name :
         {selection.colors[0], selection.colors[1], selection.colors[2], selection.alpha})
        if (!name.empty() && findChannel(part, name) == nullptr)
            throw Error::internal("the channel '" + name + "' is not in the file");
    const bool isGrey = selection.colors[0] == selection.colors[1];
    for (int c = 0; c < (isGrey ? 1 : 3); ++c)
        if (const std::string& name = selection.colors[static_cast<std::size_t>(c)]; !name.empty())
            targets.push_back({name, image.plane(c).data()});
    if (!selection.alpha.empty())
        targets.push_back({selection.alpha, image.mask.data()});
    Imf::MultiPartInputFile input(stream);
    Imf::InputPart inputPart(input, selection.part);
    if (window.isWhole() && window.covered.width() == part.dataWindow.width() &&
        window.covered.height() == part.dataWindow.height())
        readInPlace(inputPart, part, targets, isGrey ? RowsRead() : rowsRead);
    else
        BlockReader(inputPart, part, window).read(targets);
    if (isGrey)
        for (int c = 1; c < 3; ++c)
            std::copy_n(image.plane(0).data(), image.planeSize(), image.plane(c).data());
}

/// What the library is told to find Y, RY and BY (and A) by.
std::string chromaPrefix(const ReadableFile& file, const ExrSelection& selection) {
    const std::string& luminance = selection.colors[0];
    const auto dot = luminance.rfind('.');
    std::string prefix = dot == std::string::npos ? "" : luminance.substr(0, dot);
    const std::string start = prefix.empty() ? "" : prefix + ".";
    if (selection.colors != std::array{start + "Y", start + "RY", start + "BY"} ||
        (!selection.alpha.empty() && selection.alpha != start + "A"))
        throw Error::unsupported(file.path().string() +
                                     ": subsampled luminance/chroma under the name '" + luminance +
                                     "' is not read",
                                 "write it as R, G, B");
    return prefix;
}

// Y, RY, BY: whole planes are combined here, subsampled chroma is rebuilt by the library, which can
// do that for single-part files only.
void readPicture(const ReadableFile& file, const ExrPart& part, const ExrSelection& selection,
                 const PictureWindow& window, Image& image, const RowsRead& rowsRead) {
    startExrThreads();
    ExrStream stream(file);
    if (selection.isLuminanceChroma && isSubsampled(part, selection.colors[1])) {
        if (selection.part != 0)
            throw Error::unsupported(file.path().string() +
                                         ": luminance/chroma in a further part is not read",
                                     "write it as R, G, B");
        readSubsampledChroma(stream, chromaPrefix(file, selection), window, image);
        return;
    }
    checkSampling(file, part, selection);
    readPlanes(stream, part, selection, window, image,
               selection.isLuminanceChroma ? RowsRead() : rowsRead);
    if (selection.isLuminanceChroma)
        chromaToRgb(image, part.chromaticities.value_or(kRec709));
}

void maskUncovered(const PictureWindow& window, bool hasAlpha, Image& image) {
    if (hasAlpha || window.isWhole())
        return;
    image.mask.assign(image.planeSize(), 0.0F);
    for (int y = window.covered.yMin; y <= window.covered.yMax; ++y) {
        const auto row = static_cast<std::size_t>(y - window.picture.yMin) *
                         static_cast<std::size_t>(image.width);
        const auto first =
            row + static_cast<std::size_t>(window.covered.xMin - window.picture.xMin);
        std::fill_n(image.mask.begin() + static_cast<std::ptrdiff_t>(first), window.covered.width(),
                    1.0F);
    }
}

void clipMask(Image& image) {
    for (float& alpha : image.mask)
        alpha = alpha > 0 ? std::min(alpha, 1.0F) : 0.0F; // also turns NaN into 0
}

// The library reports everything by exceptions of its own; all but memory mean damaged bytes here,
// for the header was checked already.
void decodePixels(const ReadableFile& file, const std::function<void()>& work) {
    try {
        work();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::OutOfMemory, "not enough memory to read " + file.path().string(),
                    "close other programs, or make the picture smaller");
    } catch (const std::exception& error) {
        throw Error::corrupt(file.path(),
                             "its pixels cannot be decoded: " + firstLine(error.what()),
                             "it is damaged or cut off");
    }
}

SourceColor sourceColor(const ExrPart& part, const ExrSelection& selection) {
    SourceColor color;
    color.format = "EXR";
    color.isSceneLinear = true;
    color.isData = !selection.isColor;
    color.dataRemark = selection.remark;
    color.primaries = part.chromaticities;
    if (const auto note = part.texts.find(kExrSpaceNote); note != part.texts.end())
        color.noted = notedSpace(note->second, selection.layer);
    return color;
}

std::string typeName(ExrSample type) {
    return type == ExrSample::Half ? "half" : type == ExrSample::Float ? "float" : "uint";
}

std::vector<int> corners(const ExrWindow& window) {
    return {window.xMin, window.yMin, window.xMax, window.yMax};
}

PartInfo partInfo(const ExrPart& part) {
    PartInfo info;
    info.name = part.name;
    info.view = part.view;
    if (part.isDeep)
        info.storage = part.isTiled ? "deep tiles" : "deep scan lines";
    else
        info.storage = part.isTiled ? "tiles " + std::to_string(part.tileWidth) + "x" +
                                          std::to_string(part.tileHeight)
                                    : "scan lines";
    info.compression = exrCompressionName(part.compression);
    info.dataWindow = corners(part.dataWindow);
    info.displayWindow = corners(part.displayWindow);
    return info;
}

} // namespace

ImageInfo exrInfo(ReadableFile& file, const LayerTable& table) {
    const ExrHeader header = readExrHeader(file);
    const ExrSelection selection = selectExrLayer(file.path(), header, "", table);
    const ExrPart& part = header.parts[static_cast<std::size_t>(selection.part)];
    ImageInfo info;
    info.path = file.path();
    info.format = "openexr";
    const ExrWindow picture = pictureWindow(part.dataWindow, part.displayWindow).picture;
    info.width = static_cast<int>(picture.width());
    info.height = static_cast<int>(picture.height());
    info.dataWindow = corners(part.dataWindow);
    info.displayWindow = corners(part.displayWindow);
    info.parts = static_cast<int>(header.parts.size());
    info.compression = exrCompressionName(part.compression);
    for (const ExrPart& each : header.parts) {
        for (const ExrChannel& channel : each.channels)
            info.channels.push_back(
                {channel.name, typeName(channel.type), static_cast<int>(info.partList.size())});
        info.partList.push_back(partInfo(each));
    }
    for (ExrLayer& layer : exrLayers(header, table))
        info.layers.push_back(std::move(layer));
    info.defaultLayer = selection.layer;
    const ColorPlan plan = planColor(sourceColor(part, selection), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    info.alpha = selection.alpha.empty() ? AlphaKind::None : AlphaKind::Premultiplied;
    info.metadata = part.texts;
    info.metadata.insert(part.numbers.begin(), part.numbers.end());
    return info;
}

DecodedPicture readExr(ReadableFile& file, const std::string& layer, const LayerTable& table,
                       FirstLooks& looks) {
    const ExrHeader header = readExrHeader(file);
    const ExrSelection selection = selectExrLayer(file.path(), header, layer, table);
    const ExrPart& part = header.parts[static_cast<std::size_t>(selection.part)];
    const PictureWindow window = pictureWindow(part.dataWindow, part.displayWindow);
    checkPictureSize(file.path(), window.picture.width(), window.picture.height(),
                     selection.alpha.empty() && window.isWhole() ? 3 : 4, exrWorkingBytes(part));
    DecodedPicture picture;
    picture.layer = selection.layer;
    picture.isFloat = true;
    picture.alpha = selection.alpha.empty() ? AlphaKind::None : AlphaKind::Premultiplied;
    picture.color = sourceColor(part, selection);
    decodePixels(file, [&] {
        picture.image =
            makeImage(static_cast<int>(window.picture.width()),
                      static_cast<int>(window.picture.height()), {"R", "G", "B"}, ColorSpace::Raw);
        picture.image.metadata = part.texts;
        picture.image.metadata.erase(std::string(kExrSpaceNote)); // true of the file only
        if (!selection.alpha.empty())
            picture.image.mask.assign(picture.image.planeSize(), 0.0F);
        const auto rowsRead = [&](int rows) { looks.rowsDone(picture, rows); };
        readPicture(file, part, selection, window, picture.image,
                    looks.areWanted() ? RowsRead(rowsRead) : RowsRead());
    });
    maskUncovered(window, !selection.alpha.empty(), picture.image);
    clipMask(picture.image);
    return picture;
}

} // namespace unlit
