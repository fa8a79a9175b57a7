#include "core/train/optim/muon.h"

#include "core/base/error.h"
#include "core/nn/kernels/products.h"
#include "core/nn/kernels/shared_work.h"
#include "core/nn/torch_compat.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
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

/// How many numbers of weights are moved at once where that is done: 256 MiB of each kind.
constexpr std::int64_t kNumbersAtOnce = 64 << 20;

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

/// `weight` as a matrix, whose changes are the weight's own.
torch::Tensor ownMatrixOf(const torch::Tensor& weight) {
    torch::Tensor matrix = matrixOf(weight, weight);
    if (!matrix.is_alias_of(weight))
        throw Error::internal("a weight that does not lie in one piece");
    return matrix;
}

torch::Dtype typeOfProducts(const torch::Device& device) {
    return nn::sumsBFloat16(device) ? torch::kBFloat16 : torch::kFloat32;
}

/// How far a weight of this shape is moved along its orthogonal matrix.
double lengthOfStep(const torch::Tensor& matrix, const MuonOptions& options) {
    const auto longer = static_cast<double>(std::max(matrix.size(0), matrix.size(1)));
    return options.lr * kStepOfAdamW * std::sqrt(longer);
}

void moveWeight(torch::Tensor& weight, MuonParamState& state, const MuonOptions& options) {
    torch::Tensor matrix = ownMatrixOf(weight);
    torch::Tensor momentum = matrixOf(state.momentumBuffer, weight);
    const torch::Tensor gradient = matrixOf(weight.grad(), weight);
    momentum.mul_(options.momentum).add_(gradient);
    const torch::Tensor ahead = gradient.add(momentum, options.momentum);
    matrix.mul_(1 - options.lr * options.weightDecay);
    matrix.add_(orthogonalized(ahead, typeOfProducts(matrix.device())),
                -lengthOfStep(matrix, options));
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

/// The same sums for weights of one shape and one set of options, all in each launch.
void makeMovesTogether(const std::vector<Move>& moves) {
    const MuonOptions& options = *moves.front().options;
    std::vector<torch::Tensor> matrices, momenta, gradients;
    for (const Move& move : moves) {
        matrices.push_back(ownMatrixOf(*move.weight));
        momenta.push_back(matrixOf(move.state->momentumBuffer, *move.weight));
        gradients.push_back(matrixOf(move.weight->grad(), *move.weight));
    }
    at::_foreach_mul_(momenta, options.momentum);
    at::_foreach_add_(momenta, gradients);
    const torch::Tensor ahead =
        torch::stack(at::_foreach_add(gradients, momenta, options.momentum));
    const torch::Tensor made = orthogonalized(ahead, typeOfProducts(ahead.device()));
    at::_foreach_mul_(matrices, 1 - options.lr * options.weightDecay);
    at::_foreach_add_(matrices, made.unbind(), -lengthOfStep(matrices.front(), options));
}

/// On the processor the matrices, many and small, are shared out, the largest first.
void shareMoves(std::vector<Move> moves) {
    std::ranges::stable_sort(moves, std::greater(),
                             [](const Move& move) { return move.weight->numel(); });
    nn::shareWork(static_cast<std::int64_t>(moves.size()),
                  [&moves](std::int64_t i) { makeMove(moves[static_cast<std::size_t>(i)]); });
}

/// On a GPU a product of such matrices takes less time than its launch: those of one shape are
/// moved together.
void makeMovesByShape(const std::vector<Move>& moves) {
    using Kind = std::tuple<std::int64_t, std::int64_t, const MuonOptions*>;
    std::map<Kind, std::size_t> kinds;
    std::vector<std::vector<Move>> groups; // in the order of the weights
    for (const Move& move : moves) {
        const std::int64_t rows = move.weight->size(0);
        const std::int64_t numbers = std::max<std::int64_t>(1, move.weight->numel());
        const Kind kind{rows, numbers / std::max<std::int64_t>(1, rows), move.options};
        const auto [known, isNew] = kinds.try_emplace(kind, groups.size());
        const auto full =
            static_cast<std::size_t>(std::max<std::int64_t>(1, kNumbersAtOnce / numbers));
        if (!isNew && groups[known->second].size() >= full)
            known->second = groups.size();
        if (known->second == groups.size())
            groups.emplace_back();
        groups[known->second].push_back(move);
    }
    std::ranges::for_each(groups, makeMovesTogether);
}

void makeMoves(std::vector<Move> moves) {
    const bool isOnCpu =
        std::ranges::all_of(moves, [](const Move& move) { return move.weight->device().is_cpu(); });
    if (isOnCpu)
        shareMoves(std::move(moves));
    else
        makeMovesByShape(moves);
}

/// beta x + alpha a b: of matrices, or of as many of each.
torch::Tensor sumWithProduct(const torch::Tensor& x, double beta, const torch::Tensor& a,
                             const torch::Tensor& b, double alpha) {
    return x.dim() == 2 ? torch::addmm(x, a, b, beta, alpha) : torch::baddbmm(x, a, b, beta, alpha);
}

/// What a step adds to kLinear, of the square x x^T.
torch::Tensor polynomialOf(const torch::Tensor& square) {
    return sumWithProduct(square, kCubic, square, square, kQuintic);
}

torch::Tensor stepByStep(torch::Tensor x) {
    for (int i = 0; i < kNewtonSchulzSteps; ++i)
        x = sumWithProduct(x, kLinear, polynomialOf(x.matmul(x.mT())), x, 1);
    return x;
}

/// The same steps on the square alone, [rows, rows]: each multiplies x by a polynomial of it, which
/// commutes with it, so x itself is multiplied twice in all in place of ten times. In float64:
/// small singular values squared are below what float32 tells apart, by how much depends on the
/// BLAS.
torch::Tensor bySquares(const torch::Tensor& x) {
    const torch::Tensor wide = x.to(torch::kFloat64);
    torch::Tensor square = wide.matmul(wide.mT());
    torch::Tensor product;
    for (int i = 0; i < kNewtonSchulzSteps; ++i) {
        torch::Tensor step = polynomialOf(square);
        step.diagonal(0, -2, -1).add_(kLinear);
        product = product.defined() ? step.matmul(product) : step;
        if (i + 1 < kNewtonSchulzSteps)
            square = step.matmul(square).matmul(step);
    }
    return product.to(x.scalar_type()).matmul(x);
}

} // namespace

torch::Tensor orthogonalized(const torch::Tensor& matrix, torch::Dtype type) {
    const bool tall = matrix.size(-2) > matrix.size(-1);
    torch::Tensor x = (tall ? matrix.mT() : matrix).contiguous();
    x = (x / x.norm(2, {-2, -1}, /*keepdim=*/true).clamp_min(kSmallestNorm)).to(type);
    const bool isFlat = static_cast<double>(x.size(-1)) > kFlat * static_cast<double>(x.size(-2));
    x = isFlat && type == torch::kFloat32 ? bySquares(x) : stepByStep(x);
    return (tall ? x.mT() : x).to(torch::kFloat32).contiguous();
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
