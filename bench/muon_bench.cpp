// unlit_bench muon [--steps N]: a step of Muon on the matrices of a small UNet, shared out over the
// processors, against the same arithmetic one matrix after another with all of OpenBLAS's threads;
// convolutions go before each, as in training, and do not count. Then float32 matrices made
// orthogonal, one after another, against Newton-Schulz steps as they were published.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/infer/device.h"
#include "core/nn/kernels/products.h"
#include "core/train/optim/muon.h"

#include <torch/types.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <vector>

namespace unlit::bench::muon_bench {

namespace {

/// Of the bundled model's kind: 3x3 convolutions, 13 million numbers.
std::vector<torch::Tensor> weightsOfSmallUNet() {
    std::vector<torch::Tensor> weights;
    const auto add = [&weights](int count, std::int64_t outputs, std::int64_t inputs) {
        for (int i = 0; i < count; ++i) {
            weights.push_back(torch::randn({outputs, inputs, 3, 3}).requires_grad_(true));
            weights.back().mutable_grad() = torch::randn({outputs, inputs, 3, 3});
        }
    };
    add(20, 64, 64);
    add(16, 128, 128);
    add(32, 192, 192);
    return weights;
}

/// What training does between two steps of the optimizer: keeps OpenMP's threads awake.
void convolve() {
    const torch::NoGradGuard noGrad;
    static const torch::Tensor picture = torch::randn({8, 64, 64, 64});
    static const torch::Tensor kernel = torch::randn({64, 64, 3, 3});
    for (int i = 0; i < 4; ++i)
        torch::conv2d(picture, kernel, {}, 1, 1);
}

/// Five steps, each with two products of the whole matrix.
torch::Tensor asPublished(const torch::Tensor& matrix) {
    const bool tall = matrix.size(0) > matrix.size(1);
    torch::Tensor x = (tall ? matrix.t() : matrix).contiguous();
    x = x / x.norm();
    for (int i = 0; i < 5; ++i) {
        const torch::Tensor square = x.mm(x.t());
        x = torch::addmm(x, torch::addmm(square, square, square, -4.775, 2.0315), x, 3.4445);
    }
    return tall ? x.t().contiguous() : x;
}

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int run(int argc, char** argv) {
    int steps = 7;
    bench::BenchOptions options("unlit_bench muon");
    options.addNumber("--steps", steps, 1);
    if (!options.parse(argc, argv))
        return 2;
    const infer::ComputeScope scope(
        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    std::vector<torch::Tensor> weights = weightsOfSmallUNet();
    train::Muon muon(weights, train::MuonOptions{});
    const torch::Dtype type = nn::sumsBFloat16(torch::kCPU) ? torch::kBFloat16 : torch::kFloat32;
    const auto oneAfterAnother = [&weights](const auto& make) {
        const torch::NoGradGuard noGrad;
        return bench::seconds([&] {
            for (const torch::Tensor& weight : weights)
                make(weight.grad().flatten(1));
        });
    };
    std::vector<double> shared, inTurn, onSquares, published;
    for (int i = 0; i <= steps; ++i) { // the first does not count
        convolve();
        const double withAll = bench::seconds([&] { muon.step(); });
        convolve();
        const double alone = oneAfterAnother(
            [type](const torch::Tensor& matrix) { train::orthogonalized(matrix, type); });
        const double squares = oneAfterAnother(
            [](const torch::Tensor& matrix) { train::orthogonalized(matrix, torch::kFloat32); });
        const double direct = oneAfterAnother(asPublished);
        if (i > 0) {
            shared.push_back(withAll);
            inTurn.push_back(alone);
            onSquares.push_back(squares);
            published.push_back(direct);
        }
    }
    std::printf("%zu matrices, %u processors, medians of %d: shared out, with the weights' moves, "
                "%.3f s; orthogonalized one after another %.3f s; ratio %.2f\n",
                weights.size(), std::thread::hardware_concurrency(), steps, medianOf(shared),
                medianOf(inTurn), medianOf(inTurn) / medianOf(shared));
    keepFigure("muon: step", medianOf(shared), "s");
    std::printf("float32, one after another: on squares %.3f s; as published %.3f s; ratio %.2f\n",
                medianOf(onSquares), medianOf(published),
                medianOf(published) / medianOf(onSquares));
    keepFigure("muon: squares beside as published", medianOf(published) / medianOf(onSquares), "x",
               Better::More);
    return 0;
}

} // namespace unlit::bench::muon_bench
