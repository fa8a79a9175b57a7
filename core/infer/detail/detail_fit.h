// Where a picture's detail belongs, learned from the network's answer at the network's size: in
// small windows the answer is a linear function of the picture's own colours, and that function
// holds for pixels that the network never saw.
// Source: guided filter with a colour guide, He, Sun, Tang, "Guided Image Filtering", 2013; fitted
// small and applied large, He, Sun, "Fast Guided Filter", 2015.
#pragma once

#include "core/tensor/target_size.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::infer {

/// Measured on pictures of known albedo: docs/large-images.md, Detail.
struct DetailWindow {
    int radius = 12;     ///< pixels of the fitted pictures; a window is 2 r + 1 a side
    float ridge = 1e-4F; ///< against windows of one colour, in squared units of the guide
    int spacing = 4;     ///< pixels between two of the nodes that are kept
};

/// Nodes of a grid over the fitted picture: value = a (guide - kGuideCentre) + b, for each of
/// three channels a0, a1, a2, b.
struct DetailField {
    static constexpr std::int64_t kNumbers = 12; ///< of a node

    std::int64_t height = 0; ///< nodes
    std::int64_t width = 0;
    PixelSize fitted; ///< pixels of the picture that they were fitted on
    int spacing = 1;  ///< pixels of it from node to node; the first lies on the first pixel
    std::vector<float> nodes;

    const float* row(std::int64_t y) const { return nodes.data() + y * width * kNumbers; }
};

/// The middle of the guide's range, so that single precision keeps small covariances.
inline constexpr float kGuideCentre = 0.5F;

/// `guide_3HW` in [0,1] and `value_3HW`: float32, contiguous, CPU, of one size. The same numbers
/// for any number of threads.
DetailField fitDetail(const torch::Tensor& guide_3HW, const torch::Tensor& value_3HW,
                      const DetailWindow& window);

} // namespace unlit::infer
