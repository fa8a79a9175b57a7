#include "core/infer/interpolate.h"

#include "core/base/error.h"

#include <array>
#include <utility>
#include <vector>

namespace unlit::infer {

namespace functional = torch::nn::functional;

namespace {

constexpr std::array<std::pair<Interpolation, std::string_view>, 5> kTorchNames = {{
    {Interpolation::Nearest, "nearest"},
    {Interpolation::NearestExact, "nearest-exact"},
    {Interpolation::Bilinear, "bilinear"},
    {Interpolation::Bicubic, "bicubic"},
    {Interpolation::Area, "area"},
}};

functional::InterpolateFuncOptions optionsFor(Interpolation method, PixelSize size,
                                              Antialias antialias) {
    auto options =
        functional::InterpolateFuncOptions().size(std::vector<int64_t>{size.height, size.width});
    switch (method) {
    case Interpolation::Nearest:
        return options.mode(torch::kNearest);
    case Interpolation::NearestExact:
        return options.mode(torch::kNearestExact);
    case Interpolation::Area:
        return options.mode(torch::kArea);
    case Interpolation::Bilinear:
        options.mode(torch::kBilinear);
        break;
    case Interpolation::Bicubic:
        options.mode(torch::kBicubic);
        break;
    }
    return options.align_corners(false).antialias(antialias == Antialias::On);
}

} // namespace

std::optional<Interpolation> interpolationFromTorchName(std::string_view name) {
    for (const auto& [method, known] : kTorchNames)
        if (known == name)
            return method;
    return {};
}

torch::Tensor interpolate(const torch::Tensor& picture_NCHW, PixelSize size, Interpolation method,
                          Antialias antialias) {
    TORCH_CHECK(picture_NCHW.dim() == 4, "a picture to resample is [N, C, H, W]");
    if (size.height < 1 || size.width < 1)
        throw Error::invalidInput("cannot resample a picture to " + toString(size) + " pixels");
    if (picture_NCHW.size(2) == size.height && picture_NCHW.size(3) == size.width)
        return picture_NCHW;
    const auto dtype = picture_NCHW.scalar_type();
    const bool isNarrow = dtype == torch::kBFloat16 || dtype == torch::kFloat16;
    const torch::Tensor source =
        (isNarrow ? picture_NCHW.to(torch::kFloat32) : picture_NCHW).contiguous();
    return functional::interpolate(source, optionsFor(method, size, antialias)).to(dtype);
}

torch::Tensor interpolate8Bit(const torch::Tensor& picture_NCHW, PixelSize size,
                              Interpolation method) {
    TORCH_CHECK(picture_NCHW.scalar_type() == torch::kUInt8, "the 8-bit domain takes uint8");
    const torch::Tensor resized =
        interpolate(picture_NCHW.to(torch::kFloat32), size, method, Antialias::On);
    return resized.clamp(0, 255).round().to(torch::kUInt8); // torch rounds half to even
}

} // namespace unlit::infer
