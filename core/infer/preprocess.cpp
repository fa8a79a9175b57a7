#include "core/infer/preprocess.h"

namespace unlit::infer {

namespace {

constexpr double kWhiteLevel = 255.0;

torch::Tensor toSigned(const torch::Tensor& unit) {
    return unit * 2.0 - 1.0;
}

torch::Tensor resizeEightBit(const torch::Tensor& picture_1CHW, PixelSize size,
                             Interpolation method) {
    const torch::Tensor levels = (picture_1CHW * kWhiteLevel).round().to(torch::kUInt8);
    const torch::Tensor resized = interpolate8Bit(levels, size, method);
    return toSigned(resized.to(torch::kFloat32) / kWhiteLevel);
}

} // namespace

PictureGeometry planGeometry(PixelSize input, const RunSettings& settings, std::int64_t factor) {
    PictureGeometry geometry;
    geometry.input = input;
    geometry.factor = factor;
    geometry.processing = processingSize(input, settings.processingRes, settings.resize.arithmetic);
    geometry.padding = settings.resize.padsToFactor ? paddingToMultiple(geometry.processing, factor)
                                                    : paddingToOneCell(geometry.processing, factor);
    geometry.network = {geometry.processing.height + geometry.padding.bottom,
                        geometry.processing.width + geometry.padding.right};
    return geometry;
}

torch::Tensor preprocess(const torch::Tensor& picture_1CHW, const PictureGeometry& geometry,
                         const RunSettings& settings) {
    const torch::Tensor resized =
        settings.resize.domain == SampleDomain::EightBit
            ? resizeEightBit(picture_1CHW, geometry.processing, settings.inputMethod)
            : interpolate(toSigned(picture_1CHW), geometry.processing, settings.inputMethod,
                          Antialias::On);
    return padReplicate(resized, geometry.padding);
}

torch::Tensor restoreSize(const torch::Tensor& decoded_TCHW, const PictureGeometry& geometry,
                          const RunSettings& settings) {
    const torch::Tensor picture = unpad(decoded_TCHW, geometry.padding);
    if (!settings.matchInputRes)
        return picture;
    return interpolate(picture, geometry.input, settings.outputMethod,
                       settings.resize.antialiasBack);
}

} // namespace unlit::infer
