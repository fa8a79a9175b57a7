// Kernels of our own for NVIDIA GPUs, over rows of channels (channels-last pictures, tokens).
#pragma once

#include <cstdint>

struct CUstream_st;

namespace unlit::nn::cuda {

enum class Half { Float16, BFloat16 };

/// All pointers are to device memory of the stream's device. Every call only queues its work.
/// Precondition of all: channels divisible by 8, rows 16 bytes aligned.
using Stream = CUstream_st*;

/// How many float pairs groupNorm() needs as scratch memory.
std::int64_t groupNormScratch(std::int64_t samples, std::int64_t pixels, std::int64_t groups);

/// y = activation(group_norm(x + bias_C + shift_NC)), statistics in float32, sums in an order that
/// does not change from run to run (Wu and He, "Group Normalization", 2018).
struct GroupNormTask {
    Half number = Half::Float16;
    const void* x = nullptr;       ///< [N, pixels, C]
    void* y = nullptr;             ///< the same
    const void* bias = nullptr;    ///< [C] of x's type, or null
    const void* shift = nullptr;   ///< [N, C] of x's type, or null
    const float* weight = nullptr; ///< [C]
    const float* offset = nullptr; ///< [C]
    float* scratch = nullptr;
    std::int64_t samples = 0, pixels = 0, channels = 0, groups = 0;
    float epsilon = 0;
    bool silu = false;
};

/// Channels to 4096.
void groupNorm(const GroupNormTask& task, Stream stream);

/// y = layer_norm(x) over the channels of each row; channels to 2048.
struct LayerNormTask {
    Half number = Half::Float16;
    const void* x = nullptr;
    void* y = nullptr;
    const float* weight = nullptr;
    const float* offset = nullptr;
    std::int64_t rows = 0, channels = 0;
    float epsilon = 0;
};

void layerNorm(const LayerNormTask& task, Stream stream);

/// y = value * gelu(gate); x: [rows, 2 * channels] = [value, gate], y: [rows, channels].
void geglu(Half number, const void* x, void* y, std::int64_t rows, std::int64_t channels,
           Stream stream);

/// y = y + x + bias_C + bias2_C, in one rounding; biases of y's type, or null.
void addBiased(Half number, void* y, const void* x, const void* bias, const void* bias2,
               std::int64_t rows, std::int64_t channels, Stream stream);

} // namespace unlit::nn::cuda
