#include "core/tensor/target_size.h"

#include <algorithm>

namespace unlit::infer {

std::string toString(PixelSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

PixelSize fitLongerSide(PixelSize size, std::int64_t longerSide, SizeArithmetic arithmetic) {
    if (arithmetic == SizeArithmetic::Diffusers) {
        const std::int64_t longest = std::max(size.height, size.width);
        return {size.height * longerSide / longest, size.width * longerSide / longest};
    }
    const auto wanted = static_cast<double>(longerSide);
    const auto height = static_cast<double>(size.height);
    const auto width = static_cast<double>(size.width);
    const double factor = std::min(wanted / width, wanted / height);
    return {static_cast<std::int64_t>(height * factor), static_cast<std::int64_t>(width * factor)};
}

PixelSize processingSize(PixelSize size, std::int64_t longerSide, SizeArithmetic arithmetic) {
    if (longerSide == 0)
        return size;
    const PixelSize fitted = fitLongerSide(size, longerSide, arithmetic);
    return {std::max<std::int64_t>(1, fitted.height), std::max<std::int64_t>(1, fitted.width)};
}

} // namespace unlit::infer
