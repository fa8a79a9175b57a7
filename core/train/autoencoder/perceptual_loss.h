// How different two pictures look, by a network that was trained on photographs: LPIPS.
// Legend: N pictures, H/W pixels.
#pragma once

#include "core/weights/state_dict.h"

#include <torch/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit::train {

/// Convolutions of VGG16 (Simonyan and Zisserman 2014) up to its last, and for each of the five
/// resolutions the weight of every channel. Frozen: gradients pass through, weights have none.
/// Source of the distance: Zhang et al., "The Unreasonable Effectiveness of Deep Features as a
/// Perceptual Metric", 2018, equation 1. Thread: one at a time.
class PerceptualLoss {
public:
    struct Convolution {
        torch::Tensor weight; ///< [out, in, 3, 3]
        torch::Tensor bias;   ///< [out]
    };

    /// Between two stages the resolution is halved.
    struct Stage {
        std::vector<Convolution> convolutions;
        torch::Tensor channelWeights; ///< [1, out, 1, 1]
    };

    static constexpr std::size_t kStages = 5;

    explicit PerceptualLoss(std::array<Stage, kStages> stages) : m_stages(std::move(stages)) {}

    /// All .safetensors files of a folder together hold VGG16 by the names of torchvision
    /// ("features.0.weight") or of lpips ("net.slice1.0.weight"), and lpips' linear layers
    /// ("lin0.model.1.weight"); other tensors are passed over. Throws Error: NotFound for a folder
    /// that is not there or has no such file, InvalidInput naming the first tensor that is missing
    /// or has another shape, and what reading throws.
    static PerceptualLoss load(const std::filesystem::path& folder, torch::Device device);

    /// load() without reading a tensor.
    static void requireWeights(const std::filesystem::path& folder);

    /// A scalar with gradient: the mean over pictures. Both [N, 3, H, W], float32, in [-1, 1];
    /// sides of at least 16 pixels, else Error::invalidInput.
    torch::Tensor operator()(const torch::Tensor& a_N3HW, const torch::Tensor& b_N3HW) const;

private:
    std::array<Stage, kStages> m_stages;
};

/// Floats that it keeps of one picture for the way back.
double perceptualFloats(std::int64_t height, std::int64_t width);

} // namespace unlit::train
