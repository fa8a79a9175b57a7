// Weights in another type than they have, for a smaller file.
#pragma once

#include "core/weights/files/weight_source.h"

#include <torch/types.h>

#include <string>

namespace unlit::weights {

/// The same weights, floating ones in `dtype`, each converted when it is written. While it is
/// written, throws Error::invalidInput for a finite number that the type cannot hold (float16 ends
/// at 65504); `part` names the component in the sentence.
WeightSource storedAs(WeightSource source, torch::Dtype dtype, const std::string& part);

} // namespace unlit::weights
