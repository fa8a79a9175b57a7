// Resampling of pictures to the network's size and back, with the numbers of
// torch.nn.functional.interpolate(align_corners=False). Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/tensor/target_size.h"

#include <torch/types.h>

#include <optional>
#include <string_view>

namespace unlit::infer {

/// The methods by their names in torch. Nearest is torch's older rule floor(i * in / out), which
/// only the diffusers pipeline uses; NearestExact takes the pixel under the centre, and is what
/// "nearest" means everywhere else.
enum class Interpolation { Nearest, NearestExact, Bilinear, Bicubic, Area };

/// "nearest", "nearest-exact", "bilinear", "bicubic", "area".
std::optional<Interpolation> interpolationFromTorchName(std::string_view name);

/// Has an effect on Bilinear and Bicubic only: the filter widens when shrinking, as Pillow's.
enum class Antialias { Off, On };

/// `picture_NCHW`: floating point, any range; bicubic may overshoot it. Returns [N, C, size] of the
/// same type and device; a picture that already has the size is returned as it is. bfloat16 and
/// float16 are computed in float32. Throws Error::invalidInput for a size without pixels.
torch::Tensor interpolate(const torch::Tensor& picture_NCHW, PixelSize size, Interpolation method,
                          Antialias antialias);

/// The 8-bit domain of public Marigold: `picture_NCHW` is uint8; resampled in float32 with
/// antialias, clamped to 0..255 and rounded half to even.
torch::Tensor interpolate8Bit(const torch::Tensor& picture_NCHW, PixelSize size,
                              Interpolation method);

} // namespace unlit::infer
