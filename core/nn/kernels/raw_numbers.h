// The numbers of a tensor as plain memory, for loops of either type.
#pragma once

#include "core/nn/kernels/number.h"

#include <torch/types.h>

namespace unlit::nn {

template <class Number>
const Number* readable(const torch::Tensor& x) {
    return static_cast<const Number*>(x.data_ptr());
}

template <class Number>
Number* writable(const torch::Tensor& x) {
    return static_cast<Number*>(x.data_ptr());
}

/// Calls `work(Number{})` with the number format of x, float32 or bfloat16.
template <class Work>
void withNumber(const torch::Tensor& x, Work work) {
    if (x.scalar_type() == torch::kFloat32)
        work(float{});
    else
        work(BFloat16Bits{});
}

} // namespace unlit::nn
