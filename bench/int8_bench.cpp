// unlit_bench int8 [--runs N]: layers of Stable Diffusion's UNet at 512² whose weights have 8 bits
// against the same layers in float32, both as the program computes them.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/nn/kernels/int8_loops.h"
#include "core/nn/layers/conv_2d.h"
#include "core/nn/layers/linear.h"
#include "core/nn/precision.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

namespace unlit::bench::int8_bench {

namespace {

constexpr std::uint64_t kSeed = 1;

/// The layer of each kind of weights, and what goes in.
template <class Layer>
struct Pair {
    template <class Options>
    explicit Pair(const Options& options) : plain(options), small(options) {
        for (Layer* layer : {&plain, &small}) {
            nn::initialiseWeights(**layer, at::detail::createCPUGenerator(kSeed));
            nn::setPrecision(**layer, torch::kFloat32);
        }
        nn::keepInInt8(*small);
    }

    Layer plain, small;
};

template <class Layer>
void time(const std::string& what, Pair<Layer> layers, const torch::Tensor& x, int runs) {
    const auto [exact, whole] = bench::bestInTurns(
        runs, [&] { (void)layers.plain(x); }, [&] { (void)layers.small(x); });
    const torch::Tensor expected = layers.plain(x);
    const double error =
        ((layers.small(x) - expected).norm() / expected.norm()).template item<double>();
    std::printf("%-44s float32 %8.2f ms  int8 %8.2f ms  ratio %5.2f  error %.2f %%\n", what.c_str(),
                exact * 1e3, whole * 1e3, exact / whole, 100 * error);
    std::fflush(stdout);
    bench::keepFigure("int8: " + what, exact / whole, "x", bench::Better::More);
}

void linear(const std::string& what, std::int64_t rows, std::int64_t in, std::int64_t out,
            int runs) {
    time(what, Pair<nn::Linear>(nn::LinearOptions{in, out}), torch::randn({1, rows, in}), runs);
}

void convolution(const std::string& what, const nn::Conv2dOptions& options, std::int64_t side,
                 int runs) {
    time(what, Pair<nn::Conv2d>(options),
         torch::randn({1, options.inChannels, side, side})
             .contiguous(torch::MemoryFormat::ChannelsLast),
         runs);
}

} // namespace

int run(int argc, char** argv) {
    int runs = 7;
    bench::BenchOptions options("unlit_bench int8");
    options.addNumber("--runs", runs, 1);
    if (!options.parse(argc, argv))
        return 2;
    const infer::ComputeScope scope(
        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    std::printf("loops: %s\n", nn::int8Loops().front().name);
    linear("projection, 4096 x 320 to 320", 4096, 320, 320, runs);
    linear("gate, 4096 x 320 to 2560", 4096, 320, 2560, runs);
    linear("feed forward, 1024 x 2560 to 640", 1024, 2560, 640, runs);
    linear("gate, 256 x 1280 to 10240", 256, 1280, 10240, runs);
    linear("feed forward, 64 x 5120 to 1280", 64, 5120, 1280, runs);
    linear("text, 2 x 1024 to 1280", 2, 1024, 1280, runs);
    convolution("3x3, 1280 to 1280 at 8²", {1280, 1280}, 8, runs);
    convolution("3x3, 1280 to 1280 at 16²", {1280, 1280}, 16, runs);
    convolution("3x3, 640 to 640 at 32², by Winograd", {640, 640}, 32, runs);
    convolution("3x3, 320 to 320 at 64², by Winograd", {320, 320}, 64, runs);
    convolution("3x3, stride 2, 320 to 320 at 64²", {320, 320, 3, 2, 1}, 64, runs);
    convolution("1x1, 960 to 640 at 32²", {960, 640, 1, 1, 0}, 32, runs);
    return 0;
}

} // namespace unlit::bench::int8_bench
