#include "core/data/doctor/checks/checks.h"

namespace unlit::data {

namespace {

std::string sizeText(const Image& image) {
    return std::to_string(image.width) + "x" + std::to_string(image.height);
}

} // namespace

void checkSize(const PairPixels& pixels, Findings& findings) {
    if (!pixels.sameSize())
        findings.push_back({Check::Size, Severity::Error,
                            "the beauty is " + sizeText(pixels.beauty) + ", the albedo " +
                                sizeText(pixels.albedo)});
}

} // namespace unlit::data
