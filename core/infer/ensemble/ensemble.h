// Several predictions of one picture become one, with a measure of their disagreement.
#pragma once

#include "core/options/infer_options.h"

#include <torch/types.h>

namespace unlit::infer {

struct EnsembleResult {
    torch::Tensor prediction;  ///< members' shape without the first dimension
    torch::Tensor uncertainty; ///< likewise, >= 0
};

/// `members`: [E, ...], E >= 1, pixel by pixel. Median: torch's lower median, uncertainty = lower
/// median of the absolute deviations from it. Mean: uncertainty = unbiased standard deviation,
/// which is not a number for E = 1.
EnsembleResult reduceEnsemble(const torch::Tensor& members, Reduction reduction);

} // namespace unlit::infer
