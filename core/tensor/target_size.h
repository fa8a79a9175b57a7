// Which size a picture has for the network: whole pixels, by the arithmetic of each convention.
#pragma once

#include <cstdint>
#include <string>

namespace unlit::infer {

struct PixelSize {
    std::int64_t height = 0;
    std::int64_t width = 0;

    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// "width x height", as people say it: "640x480".
std::string toString(PixelSize size);

/// How the shorter side is found when the longer one becomes `longerSide`.
enum class SizeArithmetic {
    Marigold,  ///< floating-point factor, truncated: either side may come out one pixel short
    Diffusers, ///< whole numbers, truncated
};

/// The reference's own result, zero sides of extreme pictures (1x1000) included.
PixelSize fitLongerSide(PixelSize size, std::int64_t longerSide, SizeArithmetic arithmetic);

/// The size that is really used: fitLongerSide, but never below one pixel a side; `longerSide` 0
/// keeps the size.
PixelSize processingSize(PixelSize size, std::int64_t longerSide, SizeArithmetic arithmetic);

} // namespace unlit::infer
