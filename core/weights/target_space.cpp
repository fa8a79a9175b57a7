#include "core/weights/target_space.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace unlit::infer {

namespace {

constexpr std::array<std::string_view, 9> kDataNames = {"roughness", "metallicity", "metalness",
                                                        "metallic",  "depth",       "normals",
                                                        "normal",    "occlusion",   "opacity"};

} // namespace

ColorSpace colorSpaceOf(const weights::TargetInfo& target, ColorSpace transfer) {
    switch (target.predictionSpace) {
    case weights::PredictionSpace::Srgb:
        return transfer;
    case weights::PredictionSpace::Stack:
        return ColorSpace::Raw;
    case weights::PredictionSpace::Linear:
        break;
    }
    const bool isData =
        std::find(kDataNames.begin(), kDataNames.end(), target.name) != kDataNames.end();
    return isData ? ColorSpace::Raw : ColorSpace::Linear;
}

bool canBlend(const weights::TargetInfo& target, ColorSpace transfer) {
    return target.name == "albedo" && !target.upToScale &&
           colorSpaceOf(target, transfer) == transfer;
}

} // namespace unlit::infer
