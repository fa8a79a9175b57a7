// unlit_bench optimizer [--millions N] [--steps N]: a step of AdamW, and of the running mean of
// weights, on N million numbers in tensors of a UNet's sizes, against torch's own optimizer and
// torch's own sums on the same numbers and threads.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/train/optim/ema.h"
#include "core/train/optim/optimizer.h"
#include "core/train/optim/optimizer_kinds.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace unlit::bench::optimizer_bench {

namespace {

/// 3x3 convolutions of 640 channels, each with its bias, as in the middle of a large UNet.
std::vector<torch::Tensor> weightsOf(std::int64_t numbers) {
    std::vector<torch::Tensor> weights;
    for (std::int64_t made = 0; made < numbers;) {
        weights.push_back(torch::randn({640, 640, 3, 3}).mul_(0.02).requires_grad_(true));
        weights.push_back(torch::zeros({640}).requires_grad_(true));
        for (std::size_t i = weights.size() - 2; i < weights.size(); ++i) {
            weights[i].mutable_grad() = torch::randn(weights[i].sizes());
            made += weights[i].numel();
        }
    }
    return weights;
}

std::vector<torch::Tensor> copiesOf(const std::vector<torch::Tensor>& weights) {
    std::vector<torch::Tensor> copies;
    for (const torch::Tensor& weight : weights) {
        copies.push_back(weight.detach().clone().requires_grad_(true));
        copies.back().mutable_grad() = weight.grad();
    }
    return copies;
}

std::vector<train::NamedParameter> named(const std::vector<torch::Tensor>& weights) {
    std::vector<train::NamedParameter> parameters;
    for (const torch::Tensor& weight : weights)
        parameters.push_back({"w" + std::to_string(parameters.size()), weight});
    return parameters;
}

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void tell(const char* what, const std::vector<double>& ours, const std::vector<double>& torchs) {
    const double ratio = medianOf(torchs) / medianOf(ours);
    std::printf("%s: one pass %.3f s; torch's own %.3f s; ratio %.2f\n", what, medianOf(ours),
                medianOf(torchs), ratio);
    keepFigure(std::string("optimizer: ") + what + " beside torch's own", ratio, "x", Better::More);
}

} // namespace

int run(int argc, char** argv) {
    int millions = 60;
    int steps = 7;
    bench::BenchOptions options("unlit_bench optimizer");
    options.addNumber("--millions", millions, 1);
    options.addNumber("--steps", steps, 1);
    if (!options.parse(argc, argv))
        return 2;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const infer::ComputeScope scope(threads);
    const std::vector<torch::Tensor> weights = weightsOf(std::int64_t{millions} * 1'000'000);
    const std::vector<torch::Tensor> copies = copiesOf(weights);
    config::OptimizerConfig config;
    config.name = config::OptimizerKind::AdamW;
    train::Optimizer ours(config, named(weights));
    const auto torchs = train::makeOptimizer(config.name, config, copies);
    ours.setLearningRate(1e-4);
    for (auto& group : torchs->param_groups())
        group.options().set_lr(1e-4);
    train::Ema ema({}, named(weights));
    std::vector<torch::Tensor> means;
    for (const torch::Tensor& weight : copies)
        means.push_back(weight.detach().clone());
    const auto moveMeans = [&] {
        const torch::NoGradGuard noGrad;
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i].sub_((means[i] - copies[i]).mul_(1e-3));
    };
    std::vector<double> step, torchStep, mean, torchMean;
    for (int i = 0; i <= steps; ++i) {
        const double a = bench::seconds([&] { ours.step(); });
        const double b = bench::seconds([&] { torchs->step(); });
        const double c = bench::seconds([&] { ema.update(i + 10); });
        const double d = bench::seconds(moveMeans);
        if (i == 0)
            continue; // the first makes the moments
        step.push_back(a);
        torchStep.push_back(b);
        mean.push_back(c);
        torchMean.push_back(d);
    }
    std::printf("%d million numbers, %d threads, medians of %d\n", millions, threads, steps);
    tell("AdamW", step, torchStep);
    tell("running mean", mean, torchMean);
    return 0;
}

} // namespace unlit::bench::optimizer_bench
