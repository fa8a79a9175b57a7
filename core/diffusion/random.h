// Random tensors, number for number those that PyTorch draws from a CPU generator.
#pragma once

#include "core/base/python_random.h"

#include <ATen/core/Generator.h>
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::diffusion {

/// A CPU generator with its own state. It uses the low 32 bits of the seed only, as PyTorch's does
/// on the CPU: 42 and 42 + 2^32 give the same numbers. All draws below come from the CPU, whatever
/// the device, so that a seed means the same picture everywhere; they advance the generator, which
/// is a handle: copies share one state. One thread at a time per generator.
torch::Generator makeGenerator(std::uint64_t seed);
torch::Generator makeGenerator(const Seed& seed);

/// Normal deviates, float32. Below 16 elements PyTorch takes another path than above (the scalar
/// Box-Muller, which keeps its second value for the next small draw), and a draw of 2·n is not two
/// draws of n unless both are whole blocks of 16: the shape is part of what a seed means.
torch::Tensor randn(torch::IntArrayRef shape, const torch::Generator& generator,
                    torch::Device device = torch::kCPU);

/// Uniform in [0, 1), float32.
torch::Tensor rand(torch::IntArrayRef shape, const torch::Generator& generator);

/// Uniform whole numbers in [low, high), int64. Ranges of 2^28 and more take 64 bits a number, as
/// in current PyTorch whichever LibTorch is linked. Throws: InvalidInput when low >= high.
torch::Tensor randint(std::int64_t low, std::int64_t high, torch::IntArrayRef shape,
                      const torch::Generator& generator);

/// A permutation of 0 … count - 1, int64 [count].
torch::Tensor randperm(std::int64_t count, const torch::Generator& generator);

/// One number of [0, 2^63), as `torch.empty((), dtype=torch.int64).random_()`.
std::int64_t randomInt64(const torch::Generator& generator);

/// The order in which a shuffled PyTorch DataLoader visits `count` items in one epoch; draws all
/// that a whole epoch draws: one int64 for the workers, the permutation, and a second permutation
/// that nobody uses.
std::vector<std::int64_t> shuffledOrder(std::int64_t count, const torch::Generator& generator);

} // namespace unlit::diffusion
