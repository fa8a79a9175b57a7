#include "core/train/optim/muon.h"

#include "core/nn/kernels/products.h"
#include "core/train/optim/optimizer.h"

#include <gtest/gtest.h>

#include <ATen/Parallel.h>

#include <cmath>
#include <string>
#include <vector>

using namespace unlit;

namespace {

/// Columns at right angles to each other, of length 1: Sylvester's matrices. 2^n wide.
torch::Tensor hadamard(std::int64_t width) {
    torch::Tensor matrix = torch::ones({1, 1});
    const torch::Tensor two = torch::tensor({{1.0F, 1.0F}, {1.0F, -1.0F}});
    while (matrix.size(0) < width)
        matrix = torch::kron(matrix, two);
    return matrix / std::sqrt(static_cast<double>(width));
}

/// U S V^T with singular values from 1 down to `least`, evenly in the logarithm; [rows, columns].
torch::Tensor withSingularValues(std::int64_t rows, std::int64_t columns, double least) {
    const torch::Tensor values = torch::logspace(0, std::log10(least), rows);
    return hadamard(rows).mm(torch::diag(values)).mm(hadamard(columns).slice(0, 0, rows));
}

/// What was made of such a matrix, 16x64, in its own directions: of the singular values only the
/// diagonal is left.
torch::Tensor inItsDirections(const torch::Tensor& made) {
    return hadamard(16).t().mm(made).mm(hadamard(64).slice(0, 0, 16).t());
}

config::OptimizerConfig muon() {
    config::OptimizerConfig config;
    config.name = config::OptimizerKind::Muon;
    config.weightDecay = 0.0;
    return config;
}

void setGradient(torch::Tensor& weight, const torch::Tensor& gradient) {
    weight.mutable_grad() = gradient.clone(torch::MemoryFormat::Preserve);
}

} // namespace

TEST(Muon, makes_singular_values_about_one_and_keeps_their_directions) {
    for (const bool tall : {false, true}) {
        const torch::Tensor matrix = withSingularValues(16, 64, 1e-2) * 37;
        const torch::Tensor made =
            train::orthogonalized(tall ? matrix.t().contiguous() : matrix, torch::kFloat32);
        ASSERT_EQ(made.size(0), tall ? 64 : 16);
        const torch::Tensor values = inItsDirections(tall ? made.t() : made);
        const torch::Tensor diagonal = values.diag();
        EXPECT_GT(diagonal.min().item<float>(), 0.68F);
        EXPECT_LT(diagonal.max().item<float>(), 1.14F);
        EXPECT_LT((values - torch::diag(diagonal)).abs().max().item<float>(), 1e-4F);
    }
}

// Which value within the band each comes to hangs on its last bits, as one step's error is the
// next one's start; Jordan et al. (2024) ask for values from 0.5 to 1.5.
TEST(Muon, goes_the_same_way_with_products_of_bfloat16) {
    if (!nn::sumsBFloat16(torch::kCPU))
        GTEST_SKIP() << "this processor would add up in bfloat16";
    const torch::Tensor matrix = withSingularValues(16, 64, 1e-2);
    const torch::Tensor exact = train::orthogonalized(matrix, torch::kFloat32);
    const torch::Tensor rounded = train::orthogonalized(matrix, torch::kBFloat16);
    EXPECT_GT((exact * rounded).sum().item<double>(),
              0.99 * exact.norm().item<double>() * rounded.norm().item<double>());
    const torch::Tensor values = inItsDirections(rounded);
    const torch::Tensor diagonal = values.diag();
    EXPECT_GT(diagonal.min().item<float>(), 0.5F);
    EXPECT_LT(diagonal.max().item<float>(), 1.5F);
    EXPECT_LT((values - torch::diag(diagonal)).abs().max().item<float>(), 0.1F);
}

// The steps as Jordan wrote them down, in float64.
TEST(Muon, takes_the_steps_of_newton_and_schulz) {
    const struct {
        std::int64_t rows, columns;
        double least;
    } shapes[] = {{16, 16, 1e-2}, {16, 64, 1e-2}, {32, 512, 1e-4}, {64, 512, 1e-6}};

    for (const auto& [rows, columns, least] : shapes) {
        const torch::Tensor matrix = withSingularValues(rows, columns, least) * 5;
        torch::Tensor x = matrix.to(torch::kFloat64);
        x = x / x.norm();
        for (int i = 0; i < 5; ++i) {
            const torch::Tensor square = x.mm(x.t());
            x = 3.4445 * x + (-4.775 * square + 2.0315 * square.mm(square)).mm(x);
        }
        const torch::Tensor made = train::orthogonalized(matrix, torch::kFloat32);
        EXPECT_LT((made.to(torch::kFloat64) - x).norm().item<double>(),
                  5e-4 * x.norm().item<double>())
            << rows << "x" << columns;
    }
}

// A GPU takes those of one shape at once. One of a pile is scaled by its own length alone.
TEST(Muon, makes_of_a_pile_what_it_makes_of_each) {
    for (const bool tall : {false, true}) {
        std::vector<torch::Tensor> matrices = {withSingularValues(16, 64, 1e-2) * 37,
                                               withSingularValues(16, 64, 0.3) * 1e-3,
                                               torch::zeros({16, 64})};
        if (tall)
            for (torch::Tensor& matrix : matrices)
                matrix = matrix.t();
        const torch::Tensor pile = train::orthogonalized(torch::stack(matrices), torch::kFloat32);
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            const torch::Tensor alone = train::orthogonalized(matrices[i], torch::kFloat32);
            const torch::Tensor made = pile[static_cast<std::int64_t>(i)];
            EXPECT_LE((made - alone).norm().item<double>(), 5e-4 * alone.norm().item<double>())
                << i << tall;
        }
    }
}

TEST(Muon, of_nothing_makes_nothing) {
    const torch::Tensor made = train::orthogonalized(torch::zeros({3, 5}), torch::kFloat32);
    EXPECT_EQ(made.abs().max().item<float>(), 0.0F);
    const torch::Tensor square = train::orthogonalized(torch::zeros({4, 4}), torch::kFloat32);
    EXPECT_EQ(square.abs().max().item<float>(), 0.0F);
}

TEST(Muon, first_step_is_as_long_as_one_of_adamw) {
    torch::Tensor weight = torch::zeros({16, 64}, torch::requires_grad());
    train::Optimizer optimizer(muon(), {{"w", weight}});
    setGradient(weight, withSingularValues(16, 64, 0.3));
    optimizer.setLearningRate(0.5);
    optimizer.step();
    const double length = weight.detach().square().mean().sqrt().item<double>();
    EXPECT_NEAR(length, 0.5 * 0.2, 0.02);
    EXPECT_LT((weight.detach() * weight.grad()).sum().item<double>(), 0); // downhill
}

TEST(Muon, does_not_depend_on_how_a_weight_lies_in_memory) {
    const torch::Tensor gradient = withSingularValues(16, 32, 0.1).reshape({16, 8, 2, 2});
    torch::Tensor results[2];
    for (const bool innermost : {false, true}) {
        torch::Tensor weight = torch::zeros({16, 8, 2, 2});
        if (innermost)
            weight = weight.contiguous(torch::MemoryFormat::ChannelsLast);
        weight.requires_grad_(true);
        train::Optimizer optimizer(muon(), {{"w", weight}});
        optimizer.setLearningRate(1.0);
        for (int i = 0; i < 2; ++i) {
            setGradient(weight, gradient); // as it comes, however the weight lies
            optimizer.step();
        }
        results[innermost ? 1 : 0] = weight.detach().contiguous();
    }
    EXPECT_GT(results[0].abs().max().item<float>(), 0.1F);
    EXPECT_LT((results[0] - results[1]).abs().max().item<float>(), 0.02F); // bfloat16 within
}

TEST(Muon, gives_the_same_weights_on_any_number_of_threads) {
    const int before = at::get_num_threads();
    std::vector<torch::Tensor> results[2];
    for (const int threads : {1, 2}) {
        at::set_num_threads(threads);
        torch::manual_seed(7);
        std::vector<torch::Tensor> weights;
        std::vector<train::NamedParameter> named;
        for (const std::int64_t outputs : {8, 64, 32, 96}) {
            weights.push_back(torch::randn({outputs, 16, 3, 3}).requires_grad_(true));
            named.push_back({"w" + std::to_string(outputs), weights.back()});
        }
        train::Optimizer optimizer(muon(), named);
        optimizer.setLearningRate(0.1);
        for (int i = 0; i < 2; ++i) {
            for (torch::Tensor& weight : weights)
                setGradient(weight, torch::randn(weight.sizes()));
            optimizer.step();
        }
        results[threads - 1] = weights;
    }
    at::set_num_threads(before);
    for (std::size_t i = 0; i < results[0].size(); ++i)
        EXPECT_TRUE(torch::equal(results[0][i], results[1][i])) << i;
}

TEST(Muon, leaves_what_is_no_matrix_to_adamw) {
    torch::Tensor bias = torch::ones({8}, torch::requires_grad());
    torch::Tensor same = torch::ones({8}, torch::requires_grad());
    config::OptimizerConfig adamw = muon();
    adamw.name = config::OptimizerKind::AdamW;
    train::Optimizer optimizer(muon(), {{"b", bias}});
    train::Optimizer reference(adamw, {{"b", same}});
    for (int i = 1; i < 4; ++i) {
        for (auto* one : {&optimizer, &reference})
            one->setLearningRate(0.1);
        setGradient(bias, torch::arange(8, torch::kFloat32) * i);
        setGradient(same, torch::arange(8, torch::kFloat32) * i);
        optimizer.step();
        reference.step();
    }
    EXPECT_TRUE(torch::equal(bias, same));
    EXPECT_EQ(optimizer.state().count("exp_avg/b"), 1U);
}

TEST(Muon, goes_with_a_linear_problem_to_its_minimum) {
    torch::manual_seed(1);
    const torch::Tensor input = torch::randn({64, 16}) * torch::logspace(0, -1.5, 16);
    const torch::Tensor truth = torch::randn({16, 8});
    torch::Tensor weight = torch::zeros({16, 8}, torch::requires_grad());
    train::Optimizer optimizer(muon(), {{"w", weight}});
    const auto loss = [&] { return (input.mm(weight) - input.mm(truth)).square().mean(); };
    const double before = loss().item<double>();
    for (int i = 0; i < 200; ++i) {
        optimizer.clearGradients();
        loss().backward();
        optimizer.setLearningRate(0.3 * (200 - i) / 200);
        optimizer.step();
    }
    EXPECT_LT(loss().item<double>(), 1e-3 * before);
}
