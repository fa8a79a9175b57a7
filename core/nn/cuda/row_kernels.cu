#include "core/nn/cuda/row_kernels.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>

namespace unlit::nn::cuda {

namespace {

constexpr int kVector = 8; ///< numbers of 16 bits that one load takes
constexpr int kWarp = 32;
constexpr int kThreads = 512;
constexpr int kMostChunks = 128;
constexpr int kMostRowVectors = 8; ///< of a lane, in layerNorm

__device__ inline float wide(__half x) { return __half2float(x); }

__device__ inline float wide(__nv_bfloat16 x) { return __bfloat162float(x); }

template <class Number>
__device__ inline Number narrow(float x);

template <>
__device__ inline __half narrow<__half>(float x) { return __float2half_rn(x); }

template <>
__device__ inline __nv_bfloat16 narrow<__nv_bfloat16>(float x) { return __float2bfloat16_rn(x); }

template <class Number>
struct alignas(16) Pack {
    Number numbers[kVector];
};

template <class Number>
__device__ inline Pack<Number> load(const Number* from) {
    return *reinterpret_cast<const Pack<Number>*>(from);
}

template <class Number>
__device__ inline void store(Number* to, const Pack<Number>& pack) {
    *reinterpret_cast<Pack<Number>*>(to) = pack;
}

__device__ inline float silu(float x) { return x / (1.0f + __expf(-x)); }

__device__ inline float warpSum(float x) {
    for (int step = kWarp / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, step);
    return x;
}

/// What is added to a channel before it is normalised.
template <class Number>
__device__ inline float addend(const Number* bias, const Number* shift, int sample, int channels,
                               int channel) {
    float sum = bias != nullptr ? wide(bias[channel]) : 0.0f;
    if (shift != nullptr)
        sum += wide(shift[sample * channels + channel]);
    return sum;
}

struct RowRange {
    long long begin, end;
};

__device__ inline RowRange rowsOf(int chunk, int chunks, long long rows) {
    return {rows * chunk / chunks, rows * (chunk + 1) / chunks};
}

/// Sum and sum of squares of each group over the rows of one chunk; grid (chunks, samples).
/// Threads lie as [rows at once][channels / 8]. Shared: 2 floats for each of their channels.
template <class Number>
__global__ void groupSums(const Number* x, const Number* bias, const Number* shift,
                          long long pixels, int channels, int groups, float2* partial) {
    extern __shared__ float sums[]; // [rows at once][channels], then the same of squares
    const int columns = channels / kVector, rowsAtOnce = blockDim.x / columns;
    const int column = threadIdx.x % columns, row = threadIdx.x / columns;
    const int sample = blockIdx.y, chunk = blockIdx.x;
    float* squares = sums + rowsAtOnce * channels;
    if (row < rowsAtOnce) {
        float added[kVector], sum[kVector] = {}, square[kVector] = {};
        for (int i = 0; i < kVector; ++i)
            added[i] = addend(bias, shift, sample, channels, column * kVector + i);
        const Number* base = x + sample * pixels * channels + column * kVector;
        const RowRange range = rowsOf(chunk, gridDim.x, pixels);
#pragma unroll 4
        for (long long at = range.begin + row; at < range.end; at += rowsAtOnce) {
            const Pack<Number> pack = load(base + at * channels);
#pragma unroll
            for (int i = 0; i < kVector; ++i) {
                const float value = wide(pack.numbers[i]) + added[i];
                sum[i] += value;
                square[i] += value * value;
            }
        }
#pragma unroll
        for (int i = 0; i < kVector; ++i) {
            sums[row * channels + column * kVector + i] = sum[i];
            squares[row * channels + column * kVector + i] = square[i];
        }
    }
    __syncthreads();
    const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp, warps = blockDim.x / kWarp;
    const int width = channels / groups;
    for (int group = warp; group < groups; group += warps) {
        float sum = 0, square = 0;
        for (int i = lane; i < width * rowsAtOnce; i += kWarp) {
            const int place = (i / width) * channels + group * width + i % width;
            sum += sums[place];
            square += squares[place];
        }
        sum = warpSum(sum);
        square = warpSum(square);
        if (lane == 0)
            partial[(sample * gridDim.x + chunk) * groups + group] = make_float2(sum, square);
    }
}

/// Every block adds the partial sums up itself, in the same order. Shared: 2 floats for each group
/// and for each channel.
template <class Number>
__global__ void groupScale(const Number* x, const Number* bias, const Number* shift,
                           const float* weight, const float* offset, const float2* partial,
                           int chunks, long long pixels, int channels, int groups, float epsilon,
                           bool isSilu, Number* y) {
    extern __shared__ float shared[];
    float* scales = shared;               // [channels]
    float* offsets = scales + channels;   // [channels]
    float* means = offsets + channels;    // [groups]
    float* deviations = means + groups;   // [groups]
    const int sample = blockIdx.y, width = channels / groups;
    const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp, warps = blockDim.x / kWarp;
    for (int group = warp; group < groups; group += warps) {
        float sum = 0, square = 0;
        for (int chunk = lane; chunk < chunks; chunk += kWarp) {
            const float2 part = partial[(sample * chunks + chunk) * groups + group];
            sum += part.x;
            square += part.y;
        }
        sum = warpSum(sum);
        square = warpSum(square);
        if (lane == 0) {
            const float count = static_cast<float>(pixels) * static_cast<float>(width);
            const float mean = sum / count;
            means[group] = mean;
            deviations[group] = rsqrtf(fmaxf(square / count - mean * mean, 0.0f) + epsilon);
        }
    }
    __syncthreads();
    for (int channel = threadIdx.x; channel < channels; channel += blockDim.x) {
        const int group = channel / width;
        const float scale = deviations[group] * weight[channel];
        scales[channel] = scale;
        offsets[channel] =
            (addend(bias, shift, sample, channels, channel) - means[group]) * scale +
            offset[channel];
    }
    __syncthreads();
    const int columns = channels / kVector, rowsAtOnce = blockDim.x / columns;
    const int column = threadIdx.x % columns, row = threadIdx.x / columns;
    if (row >= rowsAtOnce)
        return;
    float scale[kVector], added[kVector];
    for (int i = 0; i < kVector; ++i) {
        scale[i] = scales[column * kVector + i];
        added[i] = offsets[column * kVector + i];
    }
    const long long base = sample * pixels * channels + column * kVector;
    const RowRange range = rowsOf(blockIdx.x, gridDim.x, pixels);
#pragma unroll 4
    for (long long at = range.begin + row; at < range.end; at += rowsAtOnce) {
        Pack<Number> pack = load(x + base + at * channels);
#pragma unroll
        for (int i = 0; i < kVector; ++i) {
            const float value = wide(pack.numbers[i]) * scale[i] + added[i];
            pack.numbers[i] = narrow<Number>(isSilu ? silu(value) : value);
        }
        store(y + base + at * channels, pack);
    }
}

/// A warp for each row, which it keeps in registers: the variance is taken about the mean.
template <class Number>
__global__ void layerNormRows(const Number* x, const float* weight, const float* offset,
                              long long rows, int channels, float epsilon, Number* y) {
    const long long row = blockIdx.x * (blockDim.x / kWarp) + threadIdx.x / kWarp;
    const int lane = threadIdx.x % kWarp, vectors = channels / kVector;
    if (row >= rows)
        return;
    float values[kMostRowVectors][kVector];
    float sum = 0;
    const Number* from = x + row * channels;
#pragma unroll
    for (int part = 0; part < kMostRowVectors; ++part) {
        const int vector = part * kWarp + lane;
        if (vector >= vectors)
            break;
        const Pack<Number> pack = load(from + vector * kVector);
#pragma unroll
        for (int i = 0; i < kVector; ++i) {
            values[part][i] = wide(pack.numbers[i]);
            sum += values[part][i];
        }
    }
    const float mean = warpSum(sum) / channels;
    float square = 0;
#pragma unroll
    for (int part = 0; part < kMostRowVectors; ++part) {
        if (part * kWarp + lane >= vectors)
            break;
#pragma unroll
        for (int i = 0; i < kVector; ++i)
            square += (values[part][i] - mean) * (values[part][i] - mean);
    }
    const float scale = rsqrtf(warpSum(square) / channels + epsilon);
#pragma unroll
    for (int part = 0; part < kMostRowVectors; ++part) {
        const int vector = part * kWarp + lane;
        if (vector >= vectors)
            break;
        Pack<Number> pack;
#pragma unroll
        for (int i = 0; i < kVector; ++i) {
            const int channel = vector * kVector + i;
            pack.numbers[i] = narrow<Number>((values[part][i] - mean) * scale * weight[channel] +
                                             offset[channel]);
        }
        store(y + row * channels + vector * kVector, pack);
    }
}

template <class Number>
__global__ void gateRows(const Number* x, Number* y, long long vectors, int columns) {
    const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (at >= vectors)
        return;
    const long long row = at / columns;
    const int column = static_cast<int>(at % columns);
    const Number* from = x + row * 2 * columns * kVector + column * kVector;
    Pack<Number> value = load(from);
    const Pack<Number> gate = load(from + columns * kVector);
    constexpr float kRootHalf = 0.70710678118654752440f;
#pragma unroll
    for (int i = 0; i < kVector; ++i) {
        const float g = wide(gate.numbers[i]);
        const float gelu = 0.5f * g * (1.0f + erff(g * kRootHalf));
        value.numbers[i] = narrow<Number>(wide(value.numbers[i]) * gelu);
    }
    store(y + at * kVector, value);
}

template <class Number>
__global__ void addRows(Number* y, const Number* x, const Number* bias, const Number* bias2,
                        long long vectors, int columns) {
    const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (at >= vectors)
        return;
    const int channel = static_cast<int>(at % columns) * kVector;
    Pack<Number> sum = load(y + at * kVector);
    const Pack<Number> other = load(x + at * kVector);
#pragma unroll
    for (int i = 0; i < kVector; ++i) {
        float value = wide(sum.numbers[i]) + wide(other.numbers[i]);
        if (bias != nullptr)
            value += wide(bias[channel + i]);
        if (bias2 != nullptr)
            value += wide(bias2[channel + i]);
        sum.numbers[i] = narrow<Number>(value);
    }
    store(y + at * kVector, sum);
}

int chunksOf(long long pixels) {
    return static_cast<int>(std::clamp<long long>(pixels / 4, 1, kMostChunks));
}

/// Whole rows of vectors, so many at once as fit; all warps complete.
int threadsOf(int channels) {
    const int columns = channels / kVector;
    const int rows = std::max(1, kThreads / columns);
    return (rows * columns + kWarp - 1) / kWarp * kWarp;
}

unsigned blocksOf(long long count, int threads) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

template <class Number>
void groupNormOf(const GroupNormTask& t, Stream stream) {
    const auto* x = static_cast<const Number*>(t.x);
    const auto* bias = static_cast<const Number*>(t.bias);
    const auto* shift = static_cast<const Number*>(t.shift);
    const int channels = static_cast<int>(t.channels), groups = static_cast<int>(t.groups);
    const int chunks = chunksOf(t.pixels), threads = threadsOf(channels);
    const int rowsAtOnce = threads / (channels / kVector);
    auto* partial = reinterpret_cast<float2*>(t.scratch);
    const dim3 sumGrid(chunks, static_cast<unsigned>(t.samples));
    groupSums<<<sumGrid, threads, 2 * sizeof(float) * rowsAtOnce * channels, stream>>>(
        x, bias, shift, t.pixels, channels, groups, partial);
    constexpr int kMostBlocks = 1024;
    const int blocks = static_cast<int>(
        std::clamp<long long>(t.pixels / (2 * rowsAtOnce), 1, kMostBlocks));
    const dim3 scaleGrid(blocks, static_cast<unsigned>(t.samples));
    groupScale<<<scaleGrid, threads, 2 * sizeof(float) * (channels + groups), stream>>>(
        x, bias, shift, t.weight, t.offset, partial, chunks, t.pixels, channels, groups, t.epsilon,
        t.silu, static_cast<Number*>(t.y));
}

template <class Number>
void layerNormOf(const LayerNormTask& t, Stream stream) {
    constexpr int kRowsOfBlock = 4;
    layerNormRows<<<blocksOf(t.rows, kRowsOfBlock), kRowsOfBlock * kWarp, 0, stream>>>(
        static_cast<const Number*>(t.x), t.weight, t.offset, t.rows, static_cast<int>(t.channels),
        t.epsilon, static_cast<Number*>(t.y));
}

} // namespace

std::int64_t groupNormScratch(std::int64_t samples, std::int64_t pixels, std::int64_t groups) {
    return samples * chunksOf(pixels) * groups;
}

void groupNorm(const GroupNormTask& task, Stream stream) {
    if (task.number == Half::Float16)
        groupNormOf<__half>(task, stream);
    else
        groupNormOf<__nv_bfloat16>(task, stream);
}

void layerNorm(const LayerNormTask& task, Stream stream) {
    if (task.number == Half::Float16)
        layerNormOf<__half>(task, stream);
    else
        layerNormOf<__nv_bfloat16>(task, stream);
}

void geglu(Half number, const void* x, void* y, std::int64_t rows, std::int64_t channels,
           Stream stream) {
    constexpr int kBlock = 256;
    const int columns = static_cast<int>(channels / kVector);
    const long long vectors = rows * columns;
    if (number == Half::Float16)
        gateRows<<<blocksOf(vectors, kBlock), kBlock, 0, stream>>>(
            static_cast<const __half*>(x), static_cast<__half*>(y), vectors, columns);
    else
        gateRows<<<blocksOf(vectors, kBlock), kBlock, 0, stream>>>(
            static_cast<const __nv_bfloat16*>(x), static_cast<__nv_bfloat16*>(y), vectors, columns);
}

void addBiased(Half number, void* y, const void* x, const void* bias, const void* bias2,
               std::int64_t rows, std::int64_t channels, Stream stream) {
    constexpr int kBlock = 256;
    const int columns = static_cast<int>(channels / kVector);
    const long long vectors = rows * columns;
    const auto run = [&](auto sample) {
        using Number = decltype(sample);
        addRows<<<blocksOf(vectors, kBlock), kBlock, 0, stream>>>(
            static_cast<Number*>(y), static_cast<const Number*>(x),
            static_cast<const Number*>(bias), static_cast<const Number*>(bias2), vectors, columns);
    };
    if (number == Half::Float16)
        run(__half());
    else
        run(__nv_bfloat16());
}

} // namespace unlit::nn::cuda
