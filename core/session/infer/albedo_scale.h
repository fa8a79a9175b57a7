// The overall brightness of an albedo, which no picture tells: a factor on paint, and how one known
// surface gives it. Torch-free; the network does not run again.
#pragma once

#include "core/session/infer/inference_types.h"
#include "core/weights/target_info.h"

#include <span>

namespace unlit {

/// Reflectance: colours whose unit is not free. Neither shading and residual nor data.
bool isPaint(const TargetPrediction& target);
/// The same of a target that is still to be made.
bool isPaint(const weights::TargetInfo& target);

/// The one called "albedo", else the first that is paint; null where there is none.
const TargetPrediction* paintOf(const Prediction& prediction);

/// What the linear light of this target is multiplied by when all paint is `scale` times as bright:
/// `scale` for paint, 1 / scale for a target called "shading" (or "…_shading"), so that their
/// product stays the picture, and 1 for all others.
double lightFactor(const TargetPrediction& target, double scale);

/// The target's picture when all paint is `scale` times as bright, in its own colour space:
/// multiplied by lightFactor(). What has no light is no paint and stays as it is: `lightless` as in
/// Prediction; of another size than the picture it says nothing. Uncertainties stay as they are.
/// May exceed 1. Precondition: scale is finite and above 0.
Image scaledPicture(const TargetPrediction& target, std::span<const unsigned char> lightless,
                    double scale);

/// The factor that gives the paint around `anchor` its value: `anchor.value` ÷ the median luminance
/// of the 5 × 5 pixels there that have light. Throws Error::invalidInput for a model without
/// paint, a point outside of the picture, one without light, and paint that is black there.
double anchoredScale(const InferenceResult& result, const AlbedoAnchor& anchor);

/// The same at a point of a prediction's own picture. Precondition: the point lies in `albedo`,
/// which is paint; `lightless` is empty or of its size.
double anchoredScale(const Image& albedo, std::span<const unsigned char> lightless, int x, int y,
                     double value);

} // namespace unlit
