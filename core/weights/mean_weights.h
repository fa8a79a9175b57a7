// The mean of weights of several trainings of one network.
//
// Source: Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models improves
// accuracy without increasing inference time", 2022: such means often do better than each of them.
#pragma once

#include "core/weights/files/weight_source.h"

#include <string>
#include <vector>

namespace unlit::weights {

struct WeightShare {
    WeightSource weights;
    double share = 0; ///< of the mean
    std::string from; ///< for messages
};

/// Each tensor is the sum of share times tensor, taken in float32; whole numbers are those of the
/// first. Reads one tensor of each at a time. Throws Error::invalidInput naming the tensor where
/// names or shapes differ. Precondition: at least one.
WeightSource meanOf(std::vector<WeightShare> shares);

} // namespace unlit::weights
