// Weights that carry values through a network of convolutions and norms unchanged.
#pragma once

#include "core/weights/state_dict.h"

#include <cstdint>
#include <functional>
#include <string>

namespace unlit::weights {

/// Which channels of a tensor hold which values. In front of a group norm and SiLU each value
/// stands beside its negative, so that the mean of their group is zero and silu(a) - silu(-a) = a
/// gives it back, and each group has a pair of constants, so that what the norm divides by hardly
/// depends on the values.
struct Layout {
    std::int64_t width = 0;  ///< channels
    std::int64_t groups = 0; ///< of the norm that follows; 0: none, one channel for each value
    double constant = 0;     ///< much larger than the values that share a norm with it

    std::int64_t room() const;                         ///< values that fit in
    std::int64_t channelOf(std::int64_t value) const;  ///< of the value; the negative's is the next
    std::int64_t constantOf(std::int64_t group) const; ///< likewise
    double divisor() const;                            ///< what the norm divides by; 1 without one
};

/// Some values in a tensor, 0 ... count - 1.
struct Place {
    Layout layout;
    std::int64_t count = 0;
};

/// The kernel [k, k], zero before, that leads from value `in` to value `out`.
using Kernel = std::function<void(std::int64_t out, std::int64_t in, torch::Tensor at)>;

/// Overwrites the convolution `name` (weight and bias of `state`, in place), behind the norm and
/// SiLU of `in` where its layout has groups. Channels of `out` without a value become zero, and
/// what leads away from such channels keeps its random weights: harmless, since they are zero, and
/// what makes them learn. Needs NoGradGuard.
void writeLinear(StateDict& state, const std::string& name, const Place& in, const Place& out,
                 const Kernel& kernel);

/// A 1x1 convolution that changes nothing.
void writeIdentity(StateDict& state, const std::string& name);

} // namespace unlit::weights
