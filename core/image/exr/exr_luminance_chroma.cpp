#include "core/image/exr/exr_luminance_chroma.h"

#include <ImfRgbaFile.h>

#include <vector>

namespace unlit {

void readSubsampledChroma(Imf::IStream& stream, const std::string& layer,
                          const PictureWindow& window, Image& image) {
    Imf::RgbaInputFile input(stream, layer);
    const Imath::Box2i data = input.dataWindow();
    const auto width = static_cast<std::size_t>(std::int64_t{data.max.x} - data.min.x + 1);
    std::vector<Imf::Rgba> row(width);
    // The library addresses a pixel as base + x + y * yStride; with stride 0 one row serves all.
    input.setFrameBuffer(row.data() - data.min.x, 1, 0);
    for (int y = window.covered.yMin; y <= window.covered.yMax; ++y) {
        input.readPixels(y);
        const auto outRow = static_cast<std::size_t>(y - window.picture.yMin) *
                            static_cast<std::size_t>(image.width);
        for (int x = window.covered.xMin; x <= window.covered.xMax; ++x) {
            const Imf::Rgba& pixel = row[static_cast<std::size_t>(x - data.min.x)];
            const std::size_t at = outRow + static_cast<std::size_t>(x - window.picture.xMin);
            image.plane(0)[at] = pixel.r;
            image.plane(1)[at] = pixel.g;
            image.plane(2)[at] = pixel.b;
            if (!image.mask.empty())
                image.mask[at] = pixel.a;
        }
    }
}

void chromaToRgb(Image& image, const Chromaticities& primaries) {
    const Matrix3 toXyz = rgbToXyz(isUsable(primaries) ? primaries : kRec709);
    const std::array<double, 3> weights = toXyz[1];
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        const double luminance = image.plane(0)[i];
        const double red = (image.plane(1)[i] + 1.0) * luminance;
        const double blue = (image.plane(2)[i] + 1.0) * luminance;
        const double green = (luminance - red * weights[0] - blue * weights[2]) / weights[1];
        image.plane(0)[i] = static_cast<float>(red);
        image.plane(1)[i] = static_cast<float>(green);
        image.plane(2)[i] = static_cast<float>(blue);
    }
}

} // namespace unlit
