// Where LibTorch's versions differ (1.13 and 2.x are built against), and what only newer ones have.
#pragma once

#include <torch/types.h>
#include <torch/version.h>

#include <string>

namespace unlit::nn::compat {

#if TORCH_VERSION_MAJOR >= 2

/// Under which an optimizer keeps what it remembers of a parameter.
inline void* optimizerStateKey(const torch::Tensor& parameter) {
    return parameter.unsafeGetTensorImpl();
}

inline constexpr bool kHasFusedCudaAttention = true;

/// q, k, v: [N, A, tokens, K]; flash attention where the card has it.
inline torch::Tensor scaledDotProductAttention(const torch::Tensor& q, const torch::Tensor& k,
                                               const torch::Tensor& v, bool causal) {
    return at::scaled_dot_product_attention(q, k, v, /*attn_mask=*/{}, /*dropout_p=*/0.0, causal);
}

#else

/// Under which an optimizer keeps what it remembers of a parameter.
inline std::string optimizerStateKey(const torch::Tensor& parameter) {
    return c10::guts::to_string(parameter.unsafeGetTensorImpl());
}

inline constexpr bool kHasFusedCudaAttention = false;

inline torch::Tensor scaledDotProductAttention(const torch::Tensor&, const torch::Tensor&,
                                               const torch::Tensor&, bool) {
    TORCH_CHECK(false, "this LibTorch has no fused attention");
}

#endif

} // namespace unlit::nn::compat
