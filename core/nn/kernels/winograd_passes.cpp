#include "core/nn/kernels/winograd_passes.h"

#include "core/nn/kernels/raw_numbers.h"
#include "core/nn/kernels/rounded_up.h"
#include "core/nn/kernels/winograd_transforms.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>

namespace unlit::nn {

namespace {

/// Tiles for each of which all weights are read once, and numbers of their places, one of which
/// decides how much a thread works on at a time: what stays near the processor.
constexpr int64_t kBlockTiles = 48;
constexpr int64_t kBlockNumbers = 1 << 17;

/// Numbers of places of a chunk that all threads share: what stays in the third cache.
constexpr int64_t kChunkNumbers = 1 << 20;

/// The tiles that cover N pictures, in order of samples, rows, columns. `scale` 2: pictures that
/// are read as if doubled, and stand in memory as they were before.
struct Tiling {
    explicit Tiling(const torch::Tensor& x_NCHW, int64_t scaleOf = 1)
        : samples(x_NCHW.size(0)), height(x_NCHW.size(2) * scaleOf),
          width(x_NCHW.size(3) * scaleOf), scale(scaleOf) {}

    int64_t samples, height, width, scale;

    int64_t rows() const { return (height + kTileSide - 1) / kTileSide; }

    int64_t columns() const { return (width + kTileSide - 1) / kTileSide; }

    int64_t count() const { return samples * rows() * columns(); }

    /// Numbers of each pixel of the square of kSide² whose corner lies `margin` pixels up and left
    /// of the tile's; where there is no pixel, `outside`.
    template <int64_t kSide, class Number>
    std::array<Number*, kSide * kSide> pixels(Number* picture, int64_t channels, int64_t tile,
                                              int64_t margin, Number* outside) const {
        const int64_t sample = tile / (rows() * columns());
        const int64_t top = tile / columns() % rows() * kTileSide - margin;
        const int64_t left = tile % columns() * kTileSide - margin;
        std::array<Number*, kSide * kSide> all;
        for (int64_t y = 0; y < kSide; ++y)
            for (int64_t x = 0; x < kSide; ++x) {
                const bool isInside =
                    top + y >= 0 && top + y < height && left + x >= 0 && left + x < width;
                const int64_t row = (sample * height + top + y) / scale;
                const int64_t at = row * (width / scale) + (left + x) / scale;
                all[static_cast<size_t>(y * kSide + x)] =
                    isInside ? picture + at * channels : outside;
            }
        return all;
    }
};

KernelStrides stridesOf(const torch::Tensor& weight) {
    return {weight.stride(0), weight.stride(1), weight.stride(2), weight.stride(3)};
}

/// G g G^T: [out, in, 3, 3] -> [36, outputs / kPanelWidth, in, kPanelWidth], zeros where outputs
/// are added to fill a panel.
torch::Tensor panelsOf(const torch::Tensor& weight) {
    const int64_t out = weight.size(0), in = weight.size(1);
    const int64_t panels = (out + kPanelWidth - 1) / kPanelWidth;
    const KernelStrides strides = stridesOf(weight);
    torch::Tensor all = torch::empty({kPlaces, panels, in, kPanelWidth}, weight.options());
    const auto* from = weight.data_ptr<float>();
    auto* to = all.data_ptr<float>();
    at::parallel_for(0, panels, 1, [&](int64_t begin, int64_t end) {
        for (int64_t panel = begin; panel < end; ++panel)
            placesOfKernels(from + panel * kPanelWidth * strides.output, strides,
                            std::min(kPanelWidth, out - panel * kPanelWidth), in,
                            to + panel * in * kPanelWidth, panels * in * kPanelWidth);
    });
    return all;
}

/// The places of one thread's tiles, and what it needs beside; zeros to begin with.
class Workspace {
public:
    /// `numbers` of all places of all tiles together, `channels` of the widest pixel.
    Workspace(int64_t numbers, int64_t channels)
        : m_memory(torch::zeros({kPlaces * numbers + (kPlaces + 1) * channels}, torch::kFloat32)),
          m_scratch(places() + kPlaces * numbers), m_nowhere(m_scratch + kPlaces * channels) {}

    float* places() { return m_memory.data_ptr<float>(); }

    float* scratch() { return m_scratch; }

    /// A pixel to write what lies outside of a picture.
    template <class Number>
    Number* nowhere() {
        return reinterpret_cast<Number*>(m_nowhere); // no Number is wider than a float
    }

private:
    torch::Tensor m_memory;
    float* m_scratch;
    float* m_nowhere;
};

/// Pixels of a picture, channels last; what lies outside reads as zeros.
template <class Number>
struct Picture {
    explicit Picture(const torch::Tensor& x_NCHW, int64_t scale = 1)
        : tiling(x_NCHW, scale), channels(x_NCHW.size(1)), numbers(readable<Number>(x_NCHW)),
          zeros(torch::zeros({channels}, x_NCHW.scalar_type())) {}

    template <int64_t kSide>
    auto pixels(int64_t tile, int64_t margin) const {
        return tiling.pixels<kSide, const Number>(numbers, channels, tile, margin,
                                                  readable<Number>(zeros));
    }

    Tiling tiling;
    int64_t channels;
    const Number* numbers;
    torch::Tensor zeros;
};

/// As many tiles as fit, in as many blocks for each thread.
int64_t tilesInBlock(int64_t tiles, int64_t numbersOfTile) {
    const int64_t most = std::max(kBlockTiles, kBlockNumbers / (kPlaces * numbersOfTile));
    const int64_t blocks = roundedUp((tiles + most - 1) / most, at::get_num_threads());
    return roundedUp((tiles + blocks - 1) / blocks, kRowsAtOnce);
}

/// x [N, C, H, W] channels last, panels as of panelsOf(), `bias` [out] in float32 or undefined.
template <class Number>
torch::Tensor convolved(const torch::Tensor& x, const torch::Tensor& panels, int64_t out,
                        const torch::Tensor& bias, int64_t scale) {
    const Picture<Number> picture(x, scale);
    const Tiling& tiling = picture.tiling;
    const int64_t in = x.size(1), outputs = panels.size(1) * kPanelWidth;
    const int64_t tiles = tiling.count(), block = tilesInBlock(tiles, in + outputs);
    torch::Tensor y = torch::empty({tiling.samples, out, tiling.height, tiling.width},
                                   x.options().memory_format(torch::MemoryFormat::ChannelsLast));
    const auto* offsets = bias.defined() ? bias.data_ptr<float>() : nullptr;
    const auto* weights = panels.data_ptr<float>();
    const Tiling resultTiling(y);
    auto* result = writable<Number>(y);
    at::parallel_for(0, (tiles + block - 1) / block, 1, [&](int64_t begin, int64_t end) {
        Workspace own(block * (in + outputs), std::max(in, outputs));
        float* data = own.places();
        float* products = data + kPlaces * block * in;
        for (int64_t first = begin * block; first < std::min(end * block, tiles); first += block) {
            const int64_t count = std::min(block, tiles - first);
            for (int64_t tile = 0; tile < count; ++tile)
                placesOfWindow(picture.template pixels<kWindowSide>(first + tile, 1).data(), in,
                               own.scratch(), data + tile * in, block * in);
            for (int64_t place = 0; place < kPlaces; ++place)
                multiplyRows(data + place * block * in, roundedUp(count, kRowsAtOnce), in,
                             weights + place * in * outputs, outputs,
                             products + place * block * outputs);
            for (int64_t tile = 0; tile < count; ++tile)
                tileOfPlaces(
                    products + tile * outputs, block * outputs, out, offsets, own.scratch(),
                    resultTiling
                        .pixels<kTileSide>(result, out, first + tile, 0, own.nowhere<Number>())
                        .data());
        }
    });
    return y;
}

/// Of all tiles on the places of the weights: [36, inputs, outputs], both rounded up. Threads share
/// the tiles of a chunk first and then the places, each of which is added up in order.
template <class Number>
torch::Tensor pullOnPlaces(const torch::Tensor& x, const torch::Tensor& dy, int64_t scale) {
    const Picture<Number> picture(x, scale), slopes(dy);
    const int64_t tiles = picture.tiling.count();
    const int64_t inputs = roundedUp(x.size(1), kRowsAtOnce);
    const int64_t outputs = roundedUp(dy.size(1), kPanelWidth);
    const int64_t chunk =
        std::min(tiles, std::max(kRowsAtOnce, kChunkNumbers / (kPlaces * (inputs + outputs))));
    torch::Tensor sums = torch::zeros({kPlaces, inputs, outputs}, torch::kFloat32);
    const torch::Tensor memory =
        torch::zeros({kPlaces * chunk * (inputs + outputs)}, torch::kFloat32);
    auto* left = memory.data_ptr<float>();
    float* right = left + kPlaces * chunk * inputs;
    for (int64_t first = 0; first < tiles; first += chunk) {
        const int64_t count = std::min(chunk, tiles - first);
        at::parallel_for(0, count, kRowsAtOnce, [&](int64_t begin, int64_t end) {
            Workspace own(0, std::max(inputs, outputs));
            for (int64_t tile = begin; tile < end; ++tile) {
                placesOfWindow(picture.template pixels<kWindowSide>(first + tile, 1).data(),
                               x.size(1), own.scratch(), left + tile * inputs, chunk * inputs);
                placesOfTile(slopes.template pixels<kTileSide>(first + tile, 0).data(), dy.size(1),
                             own.scratch(), right + tile * outputs, chunk * outputs);
            }
        });
        at::parallel_for(0, kPlaces, 1, [&](int64_t begin, int64_t end) {
            for (int64_t place = begin; place < end; ++place)
                addOuterProducts(left + place * chunk * inputs, right + place * chunk * outputs,
                                 count, inputs, outputs,
                                 sums.data_ptr<float>() + place * inputs * outputs);
        });
    }
    return sums;
}

} // namespace

int64_t winogradTiles(const torch::Tensor& x_NCHW, int64_t scale) {
    return Tiling(x_NCHW, scale).count();
}

torch::Tensor winogradProductsOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                                 const torch::Tensor& bias, int64_t scale) {
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    const torch::Tensor panels = panelsOf(weight.to(torch::kFloat32));
    const torch::Tensor offsets =
        bias.defined() ? bias.to(torch::kFloat32).contiguous() : torch::Tensor();
    torch::Tensor y;
    withNumber(x, [&](auto number) {
        y = convolved<decltype(number)>(x, panels, weight.size(0), offsets, scale);
    });
    return y;
}

torch::Tensor winogradPullOnWeight(const torch::Tensor& x_NCHW, const torch::Tensor& dy_NCHW,
                                   const torch::Tensor& weight, int64_t scale) {
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    const torch::Tensor dy = dy_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    torch::Tensor places;
    withNumber(x, [&](auto number) { places = pullOnPlaces<decltype(number)>(x, dy, scale); });
    torch::Tensor pull = torch::empty_like(weight, torch::kFloat32);
    const KernelStrides strides = stridesOf(pull);
    const auto* from = places.data_ptr<float>();
    auto* to = pull.data_ptr<float>();
    at::parallel_for(0, weight.size(1), kPanelWidth, [&](int64_t begin, int64_t end) {
        for (int64_t input = begin; input < end; ++input)
            kernelsOfPlaces(from + input * places.stride(1), places.stride(0), weight.size(0),
                            to + input * strides.input, strides);
    });
    return pull.to(weight.scalar_type());
}

} // namespace unlit::nn
