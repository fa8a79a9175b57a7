// Where LibTorch's versions differ (1.13 and 2.x are built against), and what only newer ones have.
#pragma once

#include <c10/core/Allocator.h>
#include <torch/types.h>
#include <torch/version.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace unlit::nn::compat {

#if TORCH_VERSION_MAJOR >= 2

/// In which an allocator reports what it holds altogether.
using ReportedBytes = std::size_t;

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

/// In which an allocator reports what it holds altogether.
using ReportedBytes = std::int64_t;

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

/// An allocator of the processor's memory, of which only `give` is to be written.
class PlainAllocator : public c10::Allocator {
public:
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 3)
    c10::DataPtr allocate(std::size_t bytes) override {
        return give(bytes);
    }

    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        std::memcpy(to, from, bytes);
    }
#else
    c10::DataPtr allocate(std::size_t bytes) const override {
        return give(bytes);
    }
#endif

private:
    virtual c10::DataPtr give(std::size_t bytes) const = 0;
};

} // namespace unlit::nn::compat
