// Attention for processors with AVX2 or AVX-512: scores never leave the cache.
#pragma once

#include "core/nn/kernels/attention_loops.h"

#include <cstdint>

namespace unlit::nn {

/// Number formats that the kernel reads and writes; it computes in float32.
enum class AttentionNumber { Float32, BFloat16 };

/// One attention over [N, L, D] tensors whose last two strides are D and 1 (tokens one after the
/// other, heads beside each other in D). The pointers stay the caller's.
struct FusedAttentionTask {
    AttentionNumber number = AttentionNumber::Float32;
    const void* query = nullptr; ///< [N, L, D]
    const void* key = nullptr;   ///< [N, M, D]
    const void* value = nullptr; ///< [N, M, D]
    void* output = nullptr;      ///< [N, L, D]
    int64_t batch = 0;
    int64_t queryTokens = 0; ///< L
    int64_t keyTokens = 0;   ///< M
    int64_t heads = 0;
    int64_t headWidth = 0; ///< K = D / heads
    float scale = 1;       ///< of the scores before the softmax
};

/// Whether this processor can run it.
bool hasFusedAttention();

/// softmax(scale * q k^T) v, head by head, with a running softmax over blocks of keys, so that
/// memory does not grow with L * M. Uses the threads of at::parallel_for. Only if
/// hasFusedAttention(). Source: Milakov & Gimelshein 2018 (online softmax), Dao et al. 2022.
void runFusedAttention(const FusedAttentionTask& task);

/// The same by these loops, one of attentionLoops().
void runFusedAttention(const FusedAttentionTask& task, const AttentionLoops& loops);

} // namespace unlit::nn
