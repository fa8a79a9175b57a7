// unlit_bench doubling [--runs N]: convolutions of doubled pictures as the networks compute them
// here, and in four kinds of pixels, against LibTorch's of the doubled pictures themselves: the
// upsamplers of Stable Diffusion's VAE at 512², and those of the bundled model in a training step.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/nn/kernels/doubled_conv.h"
#include "core/nn/layers/conv_2d.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace unlit::bench::doubling_bench {

namespace {

struct Case {
    const char* what;
    std::int64_t count; ///< pictures
    std::int64_t channels;
    std::int64_t side; ///< before doubling
    bool isTrained;    ///< forth and back, else forth alone
};

constexpr Case kCases[] = {
    {"VAE of Stable Diffusion, first", 1, 512, 64, false},
    {"VAE of Stable Diffusion, second", 1, 512, 128, false},
    {"VAE of Stable Diffusion, third", 1, 256, 256, false},
    {"UNet of Stable Diffusion, last", 1, 640, 32, false},
    {"bundled UNet, last, trained", 32, 128, 16, true},
    {"bundled VAE, first, trained", 32, 64, 32, true},
    {"bundled VAE, second, trained", 32, 32, 64, true},
};

torch::Tensor doubled(const torch::Tensor& x_NCHW) {
    return torch::upsample_nearest2d(x_NCHW, {x_NCHW.size(2) * 2, x_NCHW.size(3) * 2});
}

void time(const Case& layer, int runs) {
    const at::AutoGradMode recorded(layer.isTrained);
    nn::Conv2d conv(nn::Conv2dOptions{layer.channels, layer.channels});
    nn::initialiseWeights(*conv, at::detail::createCPUGenerator(1));
    conv->weight.set_data(conv->weight.contiguous(torch::MemoryFormat::ChannelsLast));
    const torch::Tensor x = torch::randn({layer.count, layer.channels, layer.side, layer.side})
                                .contiguous(torch::MemoryFormat::ChannelsLast)
                                .requires_grad_(layer.isTrained);
    const auto run = [&](auto forward) {
        const torch::Tensor y = forward();
        if (layer.isTrained)
            y.backward(torch::ones_like(y));
    };
    const auto [network, kinds, plain] = bench::bestInTurns(
        runs, [&] { run([&] { return conv->forwardDoubled(x); }); },
        [&] {
            run([&] { return nn::doubledConv2dOf(x, nn::phasesOf(conv->weight), conv->bias); });
        },
        [&] { run([&] { return torch::conv2d(doubled(x), conv->weight, conv->bias, 1, 1); }); });
    std::printf("%-32s %2lld x %3lld x %3lld²  network %7.1f ms  in kinds %7.1f ms  doubled "
                "%7.1f ms  ratios %.2f %.2f\n",
                layer.what, static_cast<long long>(layer.count),
                static_cast<long long>(layer.channels), static_cast<long long>(layer.side),
                network * 1e3, kinds * 1e3, plain * 1e3, plain / network, plain / kinds);
    bench::keepFigure("doubling: " + std::string(layer.what) + " " + std::to_string(layer.side) +
                          ", " + std::to_string(layer.channels) + " channels",
                      plain / network, "x", bench::Better::More);
    std::fflush(stdout);
}

} // namespace

int run(int argc, char** argv) {
    int runs = 3;
    bench::BenchOptions options("unlit_bench doubling");
    options.addNumber("--runs", runs, 1);
    if (!options.parse(argc, argv))
        return 2;
    const infer::ComputeScope scope(
        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    for (const Case& layer : kCases)
        time(layer, runs);
    return 0;
}

} // namespace unlit::bench::doubling_bench
