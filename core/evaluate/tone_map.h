// Marigold's protocol for targets whose unit is free (shading, residual): both pictures are brought
// to display by the brightness of the truth, then compared.
#pragma once

#include "core/evaluate/metric_input.h"

#include <vector>

namespace unlit::evaluate {

struct ToneMapped {
    std::vector<float> prediction; ///< in [0, 1], laid out as given
    std::vector<float> truth;
};

/// The factor that brings the 90th percentile (linear interpolation between ranks) of the truth's
/// brightness 0.3 R + 0.59 G + 0.11 B over the valid pixels to 0.8, applied to both; clipped to
/// [0, 1]. A truth that is black there stays black. Source: compute_iid_metric of Marigold, after
/// the tone map of Roberts et al., "Hypersim" (2021). Precondition: one picture of three channels.
ToneMapped toneMapped(const MetricInput& input);

/// PSNR of range 1 of the tone-mapped pictures, the prediction first brought to the truth by one
/// factor. Precondition as above.
double toneMappedPsnr(const MetricInput& input);

} // namespace unlit::evaluate
