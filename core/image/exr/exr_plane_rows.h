// Rows of picture planes into an OpenEXR file or a part of one.
#pragma once

#include "core/image/exr/exr_threads.h"
#include "core/image/image_writer.h"

#include <ImfFrameBuffer.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace unlit {

/// One channel of the file and where its samples are.
struct ExrPlane {
    std::string name;
    std::span<const float> samples; ///< width * height, row by row
};

struct ExrPlaneSize {
    int left = 0; ///< of the data window
    int top = 0;
    int width = 0;
    int height = 0;
};

template <class Output> // Imf::OutputFile or Imf::OutputPart
void writeFloatPlanes(Output& output, const std::vector<ExrPlane>& planes,
                      const ExrPlaneSize& size) {
    Imf::FrameBuffer frame;
    for (const ExrPlane& plane : planes) // the library only reads from what it is given to write
        frame.insert(plane.name,
                     Imf::Slice::Make(Imf::FLOAT, plane.samples.data(),
                                      Imath::V2i(size.left, size.top), size.width, size.height));
    output.setFrameBuffer(frame);
    output.writePixels(size.height);
}

template <class Output>
void writeHalfPlanes(Output& output, const std::vector<ExrPlane>& planes,
                     const ExrPlaneSize& size) {
    constexpr int chunkRows = 32; // of PIZ or DWAA; two chunks of ZIP
    const int blockRows = std::min(chunkRows * std::max(1, exrThreadCount()), size.height);
    const auto rowSize = static_cast<std::size_t>(size.width);
    std::vector<half> block(rowSize * static_cast<std::size_t>(blockRows) * planes.size());
    for (int top = 0; top < size.height; top += blockRows) {
        const int rows = std::min(blockRows, size.height - top);
        Imf::FrameBuffer frame;
        for (std::size_t i = 0; i < planes.size(); ++i) {
            half* first = block.data() + i * rowSize * static_cast<std::size_t>(blockRows);
            const auto source = planes[i].samples.subspan(static_cast<std::size_t>(top) * rowSize,
                                                          static_cast<std::size_t>(rows) * rowSize);
            std::transform(source.begin(), source.end(), first, toHalf);
            frame.insert(planes[i].name,
                         Imf::Slice::Make(Imf::HALF, first, Imath::V2i(size.left, size.top + top),
                                          size.width, rows));
        }
        output.setFrameBuffer(frame);
        output.writePixels(rows);
    }
}

} // namespace unlit
