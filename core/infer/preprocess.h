// From a picture in [0,1] to what the encoder sees, and from the decoder's size back.
#pragma once

#include "core/infer/padding.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

namespace unlit::infer {

/// The way that one picture goes: input -> processing (resized) -> network (padded).
struct PictureGeometry {
    PixelSize input;
    PixelSize processing;
    PixelSize network; ///< what the encoder sees
    Padding padding;   ///< network - processing
    std::int64_t factor = 8;

    /// Rows and columns of the latent: incomplete cells are dropped.
    PixelSize latent() const { return {network.height / factor, network.width / factor}; }
};

/// `factor`: pixels per latent cell and side. A side shorter than one cell is padded to one in
/// every convention, so that pictures of 1x1 or 1x10000 pixels pass.
PictureGeometry planGeometry(PixelSize input, const RunSettings& settings, std::int64_t factor);

/// `picture_1CHW`: float32 in [0,1]. Returns [1, C, network size] in [-1,1] (bicubic may
/// overshoot).
torch::Tensor preprocess(const torch::Tensor& picture_1CHW, const PictureGeometry& geometry,
                         const RunSettings& settings);

/// `decoded_TCHW`: at the decoder's size. Takes the padding off and, with matchInputRes, resizes to
/// the input's size.
torch::Tensor restoreSize(const torch::Tensor& decoded_TCHW, const PictureGeometry& geometry,
                          const RunSettings& settings);

} // namespace unlit::infer
