// Pictures as tensors and back.
#pragma once

#include "core/image/image.h"

#include <torch/types.h>

namespace unlit::infer {

/// Throws Error::invalidInput unless the image has three channels and whole planes.
void requireColorPlanes(const Image& image);

/// A copy of the three colour planes: [1, 3, H, W], float32, on the CPU, values untouched. The mask
/// is left out. Throws as requireColorPlanes.
torch::Tensor toTensor(const Image& image);

/// The same planes without a copy: [1, C, H, W], to be read only, and only while the image lives
/// and its samples stay where they are.
torch::Tensor viewOf(const Image& image);

/// `planes_3HW`: any floating type and device. The values are clipped to [0,1]; channels are R, G,
/// B.
Image toImage(const torch::Tensor& planes_3HW, ColorSpace space);

/// Like toImage without clipping: for uncertainty, in the units of the prediction.
Image toRawImage(const torch::Tensor& planes_3HW);

} // namespace unlit::infer
