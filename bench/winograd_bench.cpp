// unlit_bench winograd [--runs N]: 3x3 convolutions in a quarter of the products, forth and back,
// against LibTorch's: of the bundled model in a training step and at 512², and of Stable Diffusion.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/nn/kernels/winograd_conv.h"

#include <torch/types.h>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace unlit::bench::winograd_bench {

namespace {

struct Case {
    const char* what;
    std::int64_t count; ///< pictures
    std::int64_t inputs, outputs;
    std::int64_t side;
    bool isTrained; ///< forth and back, else forth alone
};

constexpr Case kCases[] = {
    {"bundled UNet, first level, trained", 14, 64, 64, 48, true},
    {"bundled UNet, second level, trained", 14, 128, 128, 24, true},
    {"bundled UNet, third level, trained", 14, 384, 192, 12, true},
    {"bundled VAE, middle, trained", 14, 32, 32, 96, true},
    {"bundled VAE, last, trained", 14, 32, 16, 192, true},
    {"bundled UNet, first level, 512²", 1, 64, 64, 128, false},
    {"UNet of Stable Diffusion, first level", 1, 320, 320, 64, false},
    {"UNet of Stable Diffusion, second level", 1, 640, 640, 32, false},
    {"VAE of Stable Diffusion, first", 1, 512, 512, 64, false},
    {"VAE of Stable Diffusion, last", 1, 128, 128, 512, false},
};

torch::Tensor channelsLast(torch::IntArrayRef shape, bool isTrained) {
    return torch::randn(shape)
        .contiguous(torch::MemoryFormat::ChannelsLast)
        .requires_grad_(isTrained);
}

void time(const Case& layer, int runs) {
    const at::AutoGradMode recorded(layer.isTrained);
    const torch::Tensor x =
        channelsLast({layer.count, layer.inputs, layer.side, layer.side}, layer.isTrained);
    const torch::Tensor weight = channelsLast({layer.outputs, layer.inputs, 3, 3}, layer.isTrained);
    const torch::Tensor bias = torch::randn({layer.outputs}).requires_grad_(layer.isTrained);
    const auto run = [&](auto forward) {
        const torch::Tensor y = forward();
        if (layer.isTrained)
            y.backward(torch::ones_like(y));
    };
    const auto [ours, plain] = bench::bestInTurns(
        runs, [&] { run([&] { return nn::winogradConv2dOf(x, weight, bias); }); },
        [&] { run([&] { return torch::conv2d(x, weight, bias, 1, 1); }); });
    std::printf("%-38s %2lld x %3lld to %3lld x %3lld²  Winograd %7.1f ms  LibTorch %7.1f ms  "
                "ratio %.2f%s\n",
                layer.what, static_cast<long long>(layer.count),
                static_cast<long long>(layer.inputs), static_cast<long long>(layer.outputs),
                static_cast<long long>(layer.side), ours * 1e3, plain * 1e3, plain / ours,
                nn::isWinogradWorthIt(x, weight.sizes()) ? "" : "  (not taken)");
    std::fflush(stdout);
}

} // namespace

int run(int argc, char** argv) {
    int runs = 5;
    bench::BenchOptions options("unlit_bench winograd");
    options.addNumber("--runs", runs, 1);
    if (!options.parse(argc, argv))
        return 2;
    const infer::ComputeScope scope(
        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    for (const Case& layer : kCases)
        time(layer, runs);
    return 0;
}

} // namespace unlit::bench::winograd_bench
