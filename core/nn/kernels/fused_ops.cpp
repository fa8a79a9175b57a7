#include "core/nn/kernels/fused_ops.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace unlit::nn {

namespace {

constexpr int64_t kGrainNumbers = 1 << 14; // below, a second thread costs more than it saves

template <class Number>
const Number* readable(const torch::Tensor& x) {
    return static_cast<const Number*>(x.data_ptr());
}

template <class Number>
Number* writable(const torch::Tensor& x) {
    return static_cast<Number*>(x.data_ptr());
}

/// Calls `work(Number{})` with the number format of x.
template <class Work>
void withNumber(const torch::Tensor& x, Work work) {
    if (x.scalar_type() == torch::kFloat32)
        work(float{});
    else
        work(BFloat16Bits{});
}

int64_t grainRows(int64_t rowNumbers) {
    return std::max<int64_t>(1, kGrainNumbers / std::max<int64_t>(1, rowNumbers));
}

/// Sums over the pixels of one sample, per channel.
struct Moments {
    std::vector<float> shift;
    std::vector<double> sum, squares;
};

template <class Number>
Moments momentsOf(const Number* x, int64_t pixels, int64_t channels) {
    const auto size = static_cast<size_t>(channels);
    Moments all{std::vector<float>(size), std::vector<double>(size), std::vector<double>(size)};
    for (size_t c = 0; c < size; ++c)
        all.shift[c] = toFloat(x[c]);
    const int64_t chunk = std::max(grainRows(channels), (pixels + 63) / 64);
    const int64_t chunks = (pixels + chunk - 1) / chunk;
    // One row of sums per chunk, added in order: the result does not depend on the threads.
    std::vector<double> sums(static_cast<size_t>(chunks) * size),
        squares(static_cast<size_t>(chunks) * size);
    at::parallel_for(0, chunks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t part = begin; part < end; ++part)
            addMoments(x + part * chunk * channels, std::min(chunk, pixels - part * chunk),
                       channels, all.shift.data(), sums.data() + part * channels,
                       squares.data() + part * channels);
    });
    for (size_t i = 0; i < sums.size(); ++i) {
        all.sum[i % size] += sums[i];
        all.squares[i % size] += squares[i];
    }
    return all;
}

/// y = x * scale + offset per channel.
struct Affine {
    std::vector<float> scale, offset;
};

/// Joins the channels of each group (Chan et al. 1979) and folds weight and bias in.
Affine affineOf(const Moments& moments, int64_t pixels, int64_t groups, const float* weight,
                const float* bias, double epsilon) {
    const size_t channels = moments.sum.size(), members = channels / static_cast<size_t>(groups);
    const auto n = static_cast<double>(pixels);
    Affine affine{std::vector<float>(channels), std::vector<float>(channels)};
    for (size_t first = 0; first < channels; first += members) {
        double mean = 0, squares = 0;
        const auto channelMean = [&](size_t c) { return moments.shift[c] + moments.sum[c] / n; };
        for (size_t c = first; c < first + members; ++c)
            mean += channelMean(c) / static_cast<double>(members);
        for (size_t c = first; c < first + members; ++c) {
            const double distance = channelMean(c) - mean;
            squares +=
                moments.squares[c] - moments.sum[c] * moments.sum[c] / n + n * distance * distance;
        }
        const double variance = squares / (n * static_cast<double>(members));
        const double inverse = 1.0 / std::sqrt(variance + epsilon);
        for (size_t c = first; c < first + members; ++c) {
            affine.scale[c] = static_cast<float>(weight[c] * inverse);
            affine.offset[c] = static_cast<float>(bias[c] - mean * weight[c] * inverse);
        }
    }
    return affine;
}

} // namespace

bool canFuse(const torch::Tensor& x) {
    const bool known = x.scalar_type() == torch::kFloat32 || x.scalar_type() == torch::kBFloat16;
    return known && x.is_cpu() && !torch::GradMode::is_enabled();
}

torch::Tensor fusedGroupNorm(const torch::Tensor& x_NCHW, int64_t groups,
                             const torch::Tensor& weight, const torch::Tensor& bias, double epsilon,
                             Activation activation) {
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    torch::Tensor y = torch::empty_like(x);
    const int64_t channels = x.size(1), pixels = x.size(2) * x.size(3);
    const torch::Tensor flatWeight = weight.contiguous(), flatBias = bias.contiguous();
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        for (int64_t sample = 0; sample < x.size(0); ++sample) {
            const Number* in = readable<Number>(x) + sample * pixels * channels;
            Number* out = writable<Number>(y) + sample * pixels * channels;
            const Affine affine =
                affineOf(momentsOf(in, pixels, channels), pixels, groups,
                         flatWeight.data_ptr<float>(), flatBias.data_ptr<float>(), epsilon);
            at::parallel_for(0, pixels, grainRows(channels), [&](int64_t begin, int64_t end) {
                scaleChannels(in + begin * channels, end - begin, channels, affine.scale.data(),
                              affine.offset.data(), activation, out + begin * channels);
            });
        }
    });
    return y;
}

torch::Tensor fusedLayerNorm(const torch::Tensor& input, const torch::Tensor& weight,
                             const torch::Tensor& bias, double epsilon) {
    const torch::Tensor x = input.contiguous();
    torch::Tensor y = torch::empty_like(x);
    const int64_t features = x.size(-1), rows = x.numel() / features;
    const torch::Tensor flatWeight = weight.contiguous(), flatBias = bias.contiguous();
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        at::parallel_for(0, rows, grainRows(features), [&](int64_t begin, int64_t end) {
            normaliseRows(readable<Number>(x) + begin * features, end - begin, features,
                          flatWeight.data_ptr<float>(), flatBias.data_ptr<float>(),
                          static_cast<float>(epsilon), writable<Number>(y) + begin * features);
        });
    });
    return y;
}

torch::Tensor fusedGeglu(const torch::Tensor& input) {
    const torch::Tensor x = input.contiguous();
    const int64_t features = x.size(-1) / 2, rows = x.numel() / x.size(-1);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = features;
    torch::Tensor y = torch::empty(shape, x.options());
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        at::parallel_for(0, rows, grainRows(features), [&](int64_t begin, int64_t end) {
            gateRows(readable<Number>(x) + begin * 2 * features, end - begin, features,
                     writable<Number>(y) + begin * features);
        });
    });
    return y;
}

torch::Tensor addTo(torch::Tensor fresh, const torch::Tensor& other) {
    return torch::GradMode::is_enabled() ? fresh + other : fresh.add_(other);
}

} // namespace unlit::nn
