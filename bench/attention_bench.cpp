// unlit_bench attention [--runs N]: attention whose scores stay in the cache, by the loops of every
// instruction set that this processor has, against products and softmax of LibTorch: of Stable
// Diffusion at 512² and 768², and of its VAE.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/nn/kernels/fused_attention.h"
#include "core/nn/layers/attention_kernel.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>

namespace unlit::bench::attention_bench {

namespace {

struct Case {
    const char* what;
    std::int64_t queries, keys, heads, headWidth;
};

constexpr Case kCases[] = {
    {"UNet, first level, 512²", 4096, 4096, 5, 64},
    {"UNet, second level, 512²", 1024, 1024, 10, 64},
    {"UNet, text, 512²", 4096, 77, 5, 64},
    {"UNet, first level, 768²", 9216, 9216, 5, 64},
    {"UNet of 1.5, third level", 256, 256, 8, 160},
    {"VAE, 512²", 4096, 4096, 1, 512},
};

nn::FusedAttentionTask taskOf(const Case& layer, const torch::Tensor& q, const torch::Tensor& k,
                              const torch::Tensor& v, torch::Tensor& out) {
    nn::FusedAttentionTask task;
    task.query = q.data_ptr();
    task.key = k.data_ptr();
    task.value = v.data_ptr();
    task.output = out.data_ptr();
    task.batch = 1;
    task.queryTokens = layer.queries;
    task.keyTokens = layer.keys;
    task.heads = layer.heads;
    task.headWidth = layer.headWidth;
    task.scale = 1.0F / std::sqrt(static_cast<float>(layer.headWidth));
    return task;
}

void time(const Case& layer, const nn::AttentionLoops& loops, int runs) {
    const torch::NoGradGuard noGrad;
    const auto random = [&](std::int64_t tokens) {
        return torch::randn({1, tokens, layer.heads * layer.headWidth});
    };
    const torch::Tensor q = random(layer.queries);
    const torch::Tensor k = random(layer.keys);
    const torch::Tensor v = random(layer.keys);
    torch::Tensor out = torch::empty_like(q);
    const nn::FusedAttentionTask task = taskOf(layer, q, k, v, out);
    const auto [ours, plain] = bench::bestInTurns(
        runs, [&] { nn::runFusedAttention(task, loops); },
        [&] { nn::chunkedAttention(q, k, v, layer.heads); });
    const double products = 4e-9 * static_cast<double>(layer.queries * layer.keys) *
                            static_cast<double>(layer.heads * layer.headWidth);
    std::printf("%-26s %-8s %8.1f ms  %5.0f GFLOP/s  LibTorch %8.1f ms  ratio %.2f\n", layer.what,
                loops.name, ours * 1e3, products / ours, plain * 1e3, plain / ours);
    std::fflush(stdout);
    bench::keepFigure(std::string("attention: ") + layer.what + ", " + loops.name, ours * 1e3,
                      "ms");
}

} // namespace

int run(int argc, char** argv) {
    int runs = 5;
    bench::BenchOptions options("unlit_bench attention");
    options.addNumber("--runs", runs, 1);
    if (!options.parse(argc, argv))
        return 2;
    if (!nn::hasFusedAttention()) {
        std::fprintf(stderr, "this processor has neither AVX2 nor AVX-512: LibTorch does it\n");
        return 1;
    }
    const infer::ComputeScope scope(
        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    for (const nn::AttentionLoops& loops : nn::attentionLoops())
        for (const Case& layer : kCases)
            time(layer, loops, runs);
    return 0;
}

} // namespace unlit::bench::attention_bench
