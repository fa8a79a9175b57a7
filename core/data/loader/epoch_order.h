// In which order an epoch visits the samples of a set.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::data {

/// Several sets, laid one after the other, mixed by weight.
struct MixtureWeights {
    std::vector<std::int64_t> sizes; ///< of the sets, in order
    std::vector<double> weights;     ///< as many; above 0, of any sum
};

struct OrderOptions {
    std::int64_t count = 0; ///< samples
    bool isShuffled = true; ///< false: 0, 1, 2, …
    MixtureWeights mixture; ///< empty = every sample once
};

/// Without a mixture: exactly what PyTorch's DataLoader with a seeded generator does, drawing
/// everything that an epoch draws. With one: as many samples as all sets have together, the set of
/// each drawn by weight, and within each set a shuffled pass after the other, so that no sample
/// comes again before all others of its set. Advances the generator. Throws Error::invalidInput for
/// no samples, and weights that do not fit.
std::vector<std::int64_t> epochOrder(const OrderOptions& options,
                                     const torch::Generator& generator);

/// The order cut into batches; the last may be shorter, or is dropped.
std::vector<std::vector<std::int64_t>> batchesOf(const std::vector<std::int64_t>& order,
                                                 std::int64_t batchSize, bool dropLast);

} // namespace unlit::data
