#include "core/tensor/interpolate.h"

#include "core/base/error.h"

#include <array>
#include <utility>
#include <vector>

namespace unlit::infer {

namespace {

constexpr std::array<std::pair<Interpolation, std::string_view>, 5> kTorchNames = {{
    {Interpolation::Nearest, "nearest"},
    {Interpolation::NearestExact, "nearest-exact"},
    {Interpolation::Bilinear, "bilinear"},
    {Interpolation::Bicubic, "bicubic"},
    {Interpolation::Area, "area"},
}};

// The operators themselves: the functional interface of LibTorch 1.13 warns at every nearest-exact
// call of a setting that this method does not have.
torch::Tensor resample(const torch::Tensor& picture_NCHW, std::vector<int64_t> size,
                       Interpolation method, bool isAntialiased) {
    constexpr bool kAlignCorners = false;
    switch (method) {
    case Interpolation::Nearest:
        return at::upsample_nearest2d(picture_NCHW, size);
    case Interpolation::NearestExact:
        return at::_upsample_nearest_exact2d(picture_NCHW, size);
    case Interpolation::Area:
        return at::adaptive_avg_pool2d(picture_NCHW, size);
    case Interpolation::Bilinear:
        return isAntialiased ? at::_upsample_bilinear2d_aa(picture_NCHW, size, kAlignCorners)
                             : at::upsample_bilinear2d(picture_NCHW, size, kAlignCorners);
    case Interpolation::Bicubic:
        return isAntialiased ? at::_upsample_bicubic2d_aa(picture_NCHW, size, kAlignCorners)
                             : at::upsample_bicubic2d(picture_NCHW, size, kAlignCorners);
    }
    throw Error::internal("an interpolation without an operator");
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
    return resample(source, {size.height, size.width}, method, antialias == Antialias::On)
        .to(dtype);
}

torch::Tensor interpolate8Bit(const torch::Tensor& picture_NCHW, PixelSize size,
                              Interpolation method) {
    TORCH_CHECK(picture_NCHW.scalar_type() == torch::kUInt8, "the 8-bit domain takes uint8");
    const torch::Tensor resized =
        interpolate(picture_NCHW.to(torch::kFloat32), size, method, Antialias::On);
    return resized.clamp(0, 255).round().to(torch::kUInt8); // torch rounds half to even
}

} // namespace unlit::infer
