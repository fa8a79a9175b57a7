// What this machine's arithmetic reaches where nothing stands in its way.
#pragma once

#include <torch/types.h>

namespace unlit::bench {

struct MachinePeak {
    double matrixFlops = 0;      ///< per second, a large matrix product
    double convolutionFlops = 0; ///< per second, a large 3x3 convolution, channels-last
};

/// Best of several runs each; about a second.
MachinePeak measurePeak(torch::Dtype type);

} // namespace unlit::bench
