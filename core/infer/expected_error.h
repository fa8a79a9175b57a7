// How far a prediction is to be expected from the truth, pixel by pixel, from what one run showed.
#pragma once

#include "core/evaluate/error_model.h"
#include "core/image/color/color_space.h"
#include "core/infer/detail/detail_target.h"

#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <vector>

namespace unlit::infer {

/// What is known of one target's errors, float32, CPU.
struct JudgedPicture {
    torch::Tensor expected_HW;  ///< undefined without a model
    torch::Tensor features_4HW; ///< undefined unless they are kept
};

/// Of each judged target of the settings, at `size`. `picture_3HW`, `targets_K3HW`: as below.
std::vector<JudgedPicture> judge(const torch::Tensor& picture_3HW,
                                 const torch::Tensor& targets_K3HW, const RunSettings& settings,
                                 PixelSize size);

/// The features of error_model.h, in their order: [4, H, W], float32. `picture_3HW`: what the
/// network saw, in [0,1], encoded in `transfer`; `target_3HW`: what it answered, in [0,1], of the
/// same size, the network's. Both float32 on the CPU.
torch::Tensor errorFeatures(const torch::Tensor& picture_3HW, const torch::Tensor& target_3HW,
                            const DetailTarget& target, ColorSpace transfer);

/// [H, W], in the units of the model's errors. Where the picture is blown out or nearly black,
/// which is too rare to be learned from and tells nothing of paint, at least what the model calls
/// its worst.
torch::Tensor expectedError(const torch::Tensor& features_4HW, const torch::Tensor& picture_3HW,
                            ColorSpace transfer, const evaluate::ErrorModel& model);

} // namespace unlit::infer
