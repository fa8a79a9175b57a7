#include "core/train/muon.h"

#include "core/base/error.h"
#include "core/nn/kernels/products.h"
#include "core/nn/kernels/shared_work.h"
#include "core/nn/torch_compat.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace unlit::train {

namespace {

constexpr int kNewtonSchulzSteps = 5;
constexpr double kSmallestNorm = 1e-7;

/// With which the steps are steepest at zero: small singular values grow by 3.4 in each.
constexpr double kLinear = 3.4445;
constexpr double kCubic = -4.775;
constexpr double kQuintic = 2.0315;

/// Columns for each row from which on steps on the square take fewer products: 2 c + 17 of r^3
/// against 10 c + 5.
constexpr double kFlat = 1.5;

/// The root mean square of AdamW's steps, in parts of the rate.
constexpr double kStepOfAdamW = 0.2;

MuonParamState& stateOf(torch::optim::Optimizer& optimizer, const torch::Tensor& weight) {
    auto& slot = optimizer.state()[nn::compat::optimizerStateKey(weight)];
    if (slot == nullptr) {
        auto state = std::make_unique<MuonParamState>();
        state->momentumBuffer = torch::zeros_like(weight, torch::MemoryFormat::Preserve);
        slot = std::move(state);
    }
    return static_cast<MuonParamState&>(*slot);
}

/// `values`, one for each number of `weight`, as [outputs, everything else]: a view where they lie
/// as the weight does. The order of columns changes nothing but the last bits, so weights whose
/// channels lie innermost are taken as they lie.
torch::Tensor matrixOf(const torch::Tensor& values, const torch::Tensor& weight) {
    const bool innermost =
        weight.dim() == 4 && weight.is_contiguous(torch::MemoryFormat::ChannelsLast);
    return (innermost ? values.permute({0, 2, 3, 1}) : values).reshape({values.size(0), -1});
}

void moveWeight(torch::Tensor& weight, MuonParamState& state, const MuonOptions& options) {
    torch::Tensor matrix = matrixOf(weight, weight);
    if (!matrix.is_alias_of(weight))
        throw Error::internal("a weight that does not lie in one piece");
    torch::Tensor momentum = matrixOf(state.momentumBuffer, weight);
    const torch::Tensor gradient = matrixOf(weight.grad(), weight);
    momentum.mul_(options.momentum).add_(gradient);
    const torch::Tensor ahead = gradient.add(momentum, options.momentum);
    const auto longer = static_cast<double>(std::max(ahead.size(0), ahead.size(1)));
    matrix.mul_(1 - options.lr * options.weightDecay);
    const torch::Dtype type =
        nn::sumsBFloat16(matrix.device()) ? torch::kBFloat16 : torch::kFloat32;
    matrix.add_(orthogonalized(ahead, type), -options.lr * kStepOfAdamW * std::sqrt(longer));
}

/// One weight of a step. Owns nothing.
struct Move {
    torch::Tensor* weight = nullptr;
    MuonParamState* state = nullptr;
    const MuonOptions* options = nullptr;
};

void makeMove(const Move& move) {
    const torch::NoGradGuard noGrad; // each thread has its own mode
    moveWeight(*move.weight, *move.state, *move.options);
}

/// On the processor the matrices, many and small, are shared out, the largest first.
void makeMoves(std::vector<Move> moves) {
    std::ranges::stable_sort(moves, std::greater(),
                             [](const Move& move) { return move.weight->numel(); });
    const bool isOnCpu =
        std::ranges::all_of(moves, [](const Move& move) { return move.weight->device().is_cpu(); });
    if (isOnCpu)
        nn::shareWork(static_cast<std::int64_t>(moves.size()),
                      [&moves](std::int64_t i) { makeMove(moves[static_cast<std::size_t>(i)]); });
    else
        std::ranges::for_each(moves, makeMove);
}

/// What a step adds to kLinear, of the square x x^T.
torch::Tensor polynomialOf(const torch::Tensor& square) {
    return torch::addmm(square, square, square, kCubic, kQuintic);
}

torch::Tensor stepByStep(torch::Tensor x) {
    for (int i = 0; i < kNewtonSchulzSteps; ++i)
        x = torch::addmm(x, polynomialOf(x.mm(x.t())), x, kLinear);
    return x;
}

/// The same steps on the square alone, [rows, rows]: each multiplies x by a polynomial of it, which
/// commutes with it, so x itself is multiplied twice in all in place of ten times. In float64:
/// small singular values squared are below what float32 tells apart, by how much depends on the
/// BLAS.
torch::Tensor bySquares(const torch::Tensor& x) {
    const torch::Tensor wide = x.to(torch::kFloat64);
    torch::Tensor square = wide.mm(wide.t());
    torch::Tensor product;
    for (int i = 0; i < kNewtonSchulzSteps; ++i) {
        torch::Tensor step = polynomialOf(square);
        step.diagonal().add_(kLinear);
        product = product.defined() ? step.mm(product) : step;
        if (i + 1 < kNewtonSchulzSteps)
            square = step.mm(square).mm(step);
    }
    return product.to(x.scalar_type()).mm(x);
}

} // namespace

torch::Tensor orthogonalized(const torch::Tensor& matrix, torch::Dtype type) {
    const bool tall = matrix.size(0) > matrix.size(1);
    torch::Tensor x = (tall ? matrix.t() : matrix).contiguous();
    x = (x / x.norm().clamp_min(kSmallestNorm)).to(type);
    const bool isFlat = static_cast<double>(x.size(1)) > kFlat * static_cast<double>(x.size(0));
    x = isFlat && type == torch::kFloat32 ? bySquares(x) : stepByStep(x);
    return (tall ? x.t() : x).to(torch::kFloat32).contiguous();
}

Muon::Muon(std::vector<torch::Tensor> weights, const MuonOptions& defaults)
    : Optimizer(std::move(weights), std::make_unique<MuonOptions>(defaults)) {}

torch::Tensor Muon::step(LossClosure closure) {
    const torch::NoGradGuard noGrad;
    torch::Tensor loss;
    if (closure != nullptr) {
        const torch::AutoGradMode withGrad(true);
        loss = closure();
    }
    std::vector<Move> moves;
    for (torch::optim::OptimizerParamGroup& group : param_groups())
        for (torch::Tensor& weight : group.params())
            if (weight.grad().defined())
                moves.push_back({&weight, &stateOf(*this, weight),
                                 static_cast<const MuonOptions*>(&group.options())});
    makeMoves(std::move(moves));
    return loss;
}

} // namespace unlit::train
