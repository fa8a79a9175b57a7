// Attention against its definition in double precision, fused, in chunks and whole.
#include "core/nn/kernels/fused_attention.h"
#include "core/nn/layers/attention_kernel.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/autograd.h>
#include <torch/utils.h>

#include <cmath>
#include <limits>

namespace unlit::nn {

namespace {

struct Shape {
    int64_t batch, queries, keys, heads, headWidth;
};

const std::vector<Shape> kShapes = {{1, 1, 1, 1, 1},      {2, 5, 3, 2, 8},    {1, 96, 512, 1, 16},
                                    {1, 97, 513, 2, 40},  {1, 200, 2, 5, 64}, {2, 33, 1030, 3, 80},
                                    {1, 70, 130, 1, 512}, {1, 6, 64, 2, 160}};

struct Inputs {
    torch::Tensor q, k, v;

    explicit Inputs(const Shape& s, double size = 1)
        : q(torch::randn({s.batch, s.queries, s.heads * s.headWidth}, seeded(1)) * size),
          k(torch::randn({s.batch, s.keys, s.heads * s.headWidth}, seeded(2)) * size),
          v(torch::randn({s.batch, s.keys, s.heads * s.headWidth}, seeded(3))) {}
};

/// One row of scores at a time, as the formula reads.
torch::Tensor byDefinition(const Inputs& in, int64_t heads, bool causal = false) {
    const auto head = [heads](const torch::Tensor& x, int64_t n, int64_t a) {
        const int64_t width = x.size(2) / heads;
        return x[n].slice(1, a * width, (a + 1) * width).to(torch::kFloat64);
    };
    torch::Tensor out = torch::empty_like(in.q, torch::kFloat64);
    for (int64_t n = 0; n < in.q.size(0); ++n)
        for (int64_t a = 0; a < heads; ++a) {
            const torch::Tensor q = head(in.q, n, a), k = head(in.k, n, a), v = head(in.v, n, a);
            for (int64_t row = 0; row < q.size(0); ++row) {
                const int64_t seen = causal ? row + 1 : k.size(0);
                const torch::Tensor scores =
                    torch::mv(k.slice(0, 0, seen), q[row]) / std::sqrt(double(q.size(1)));
                out[n][row].slice(0, a * q.size(1), (a + 1) * q.size(1)) =
                    torch::mv(v.slice(0, 0, seen).t(), torch::softmax(scores, 0));
            }
        }
    return out;
}

} // namespace

TEST(Attention, is_what_its_formula_says) {
    torch::NoGradGuard noGrad;
    for (const Shape& shape : kShapes) {
        const Inputs in(shape);
        const torch::Tensor expected = byDefinition(in, shape.heads);
        EXPECT_LT(largestError(attention(in.q, in.k, in.v, shape.heads), expected), 5e-6);
        EXPECT_LT(largestError(chunkedAttention(in.q, in.k, in.v, shape.heads), expected), 5e-6);
    }
}

TEST(Attention, is_what_its_formula_says_by_the_loops_of_every_instruction_set) {
    for (const AttentionLoops& loops : attentionLoops())
        for (const Shape& shape : kShapes) {
            const Inputs in(shape);
            torch::Tensor out = torch::empty_like(in.q);
            FusedAttentionTask task;
            task.query = in.q.data_ptr();
            task.key = in.k.data_ptr();
            task.value = in.v.data_ptr();
            task.output = out.data_ptr();
            task.batch = shape.batch;
            task.queryTokens = shape.queries;
            task.keyTokens = shape.keys;
            task.heads = shape.heads;
            task.headWidth = shape.headWidth;
            task.scale = 1.0F / std::sqrt(static_cast<float>(shape.headWidth));
            runFusedAttention(task, loops);
            EXPECT_LT(largestError(out, byDefinition(in, shape.heads)), 5e-6) << loops.name;
        }
}

TEST(Attention, chunks_equal_the_whole) {
    const Inputs in({2, 50, 40, 3, 8});
    AttentionKernelOptions tight;
    tight.scoreBytes = 2 * 3 * 40 * 4 * 7; // seven rows
    AttentionKernelOptions none;
    none.scoreBytes = 1; // one row at least
    const torch::Tensor whole = chunkedAttention(in.q, in.k, in.v, 3);
    EXPECT_LT((chunkedAttention(in.q, in.k, in.v, 3, tight) - whole).abs().max().item<float>(),
              1e-6);
    EXPECT_LT((chunkedAttention(in.q, in.k, in.v, 3, none) - whole).abs().max().item<float>(),
              1e-6);
}

TEST(Attention, causal_tokens_see_only_the_past_in_every_chunk) {
    const Inputs in({1, 20, 20, 2, 8});
    AttentionKernelOptions options;
    options.causal = true;
    const torch::Tensor expected = byDefinition(in, 2, true);
    EXPECT_LT(largestError(attention(in.q, in.k, in.v, 2, options), expected), 5e-6);
    options.scoreBytes = 2 * 20 * 4 * 6;
    EXPECT_LT(largestError(attention(in.q, in.k, in.v, 2, options), expected), 5e-6);
}

TEST(Attention, large_scores_neither_overflow_nor_lose_the_winner) {
    torch::NoGradGuard noGrad;
    const Shape shape{1, 40, 700, 2, 16};
    const Inputs in(shape, 30); // scores to some thousands
    const torch::Tensor out = attention(in.q, in.k, in.v, shape.heads);
    EXPECT_TRUE(out.isfinite().all().item<bool>());
    EXPECT_LT(largestError(out, byDefinition(in, shape.heads)), 2e-3);
}

TEST(Attention, not_a_number_stays_visible) {
    torch::NoGradGuard noGrad;
    const Inputs in({1, 10, 30, 1, 16});
    in.v[0][3][2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(attention(in.q, in.k, in.v, 1).isnan().any().item<bool>());
    const Inputs keys({1, 10, 30, 1, 16});
    keys.k[0][3][2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(attention(keys.q, keys.k, keys.v, 1).isnan().any().item<bool>());
}

TEST(Attention, bfloat16_differs_by_its_own_rounding_only) {
    torch::NoGradGuard noGrad;
    for (const Shape& shape : kShapes) {
        Inputs in(shape);
        in.q = in.q.to(torch::kBFloat16);
        in.k = in.k.to(torch::kBFloat16);
        in.v = in.v.to(torch::kBFloat16);
        const torch::Tensor out = attention(in.q, in.k, in.v, shape.heads);
        EXPECT_EQ(out.scalar_type(), torch::kBFloat16);
        const torch::Tensor expected = byDefinition(in, shape.heads);
        // half a unit in the last of 8 bits
        EXPECT_LT(((out.to(torch::kFloat64) - expected).abs() / (expected.abs() + 1e-4))
                      .max()
                      .item<double>(),
                  4.1e-3);
    }
}

TEST(Attention, gradients_flow_through_chunks) {
    Inputs in({1, 12, 9, 2, 4});
    for (torch::Tensor* x : {&in.q, &in.k, &in.v})
        x->set_requires_grad(true);
    AttentionKernelOptions tight;
    tight.scoreBytes = 1;
    const auto gradients = [&](const AttentionKernelOptions& options) {
        return torch::autograd::grad({attention(in.q, in.k, in.v, 2, options).square().sum()},
                                     {in.q, in.k, in.v});
    };
    const auto whole = gradients({}), chunked = gradients(tight);
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_GT(whole[i].abs().max().item<float>(), 1e-4);
        EXPECT_TRUE(torch::allclose(whole[i], chunked[i], 1e-4, 1e-6));
    }
}

} // namespace unlit::nn
