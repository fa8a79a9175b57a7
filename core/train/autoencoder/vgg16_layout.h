// The convolutions of VGG16, and what files call them.
#pragma once

#include <array>
#include <cstdint>

namespace unlit::train {

struct VggStage {
    std::int64_t channels = 0;
    std::int64_t count = 0; ///< convolutions
    int first = 0;          ///< number of the first in torchvision's `features`; the others by twos
};

/// Configuration D of Simonyan and Zisserman 2014; a relu follows each convolution and a pooling
/// each stage, and both are counted by torchvision.
inline constexpr std::array<VggStage, 5> kVggStages = {
    {{64, 2, 0}, {128, 2, 5}, {256, 3, 10}, {512, 3, 17}, {512, 3, 24}}};

} // namespace unlit::train
