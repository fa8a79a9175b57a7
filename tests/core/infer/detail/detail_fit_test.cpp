#include "core/infer/detail/detail_fit.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::infer {

namespace {

torch::Tensor noise(std::int64_t seed, torch::IntArrayRef shape) {
    torch::manual_seed(static_cast<std::uint64_t>(seed));
    return torch::rand(shape);
}

/// Twelve numbers of one window, by ridge regression in double precision.
torch::Tensor windowFit(const torch::Tensor& guide, const torch::Tensor& value,
                        const torch::Tensor& weight, std::int64_t y, std::int64_t x, int radius,
                        double ridge) {
    const auto cut = [&](const torch::Tensor& planes) {
        const std::int64_t top = std::max<std::int64_t>(0, y - radius);
        const std::int64_t left = std::max<std::int64_t>(0, x - radius);
        return planes.slice(-2, top, y + radius + 1)
            .slice(-1, left, x + radius + 1)
            .to(torch::kFloat64);
    };
    const torch::Tensor g = (cut(guide) - kGuideCentre).reshape({3, -1});
    const torch::Tensor v = cut(value).reshape({3, -1});
    const torch::Tensor w = cut(weight).reshape({1, -1});
    if (w.sum().item<double>() == 0)
        return {};
    const torch::Tensor share = w / w.sum();
    const torch::Tensor gm = (share * g).sum(1, true);
    const torch::Tensor vm = (share * v).sum(1, true);
    const torch::Tensor cov =
        torch::matmul(share * (g - gm), (g - gm).t()) + ridge * torch::eye(3, torch::kFloat64);
    const torch::Tensor cross = torch::matmul(share * (v - vm), (g - gm).t());
    const torch::Tensor a = torch::matmul(cross, torch::inverse(cov));
    return torch::cat({a, vm - torch::matmul(a, gm)}, 1); // [3, 4]: as a node
}

/// The mean of the fits around a node.
torch::Tensor nodeOf(const torch::Tensor& guide, const torch::Tensor& value,
                     const torch::Tensor& weight, std::int64_t y, std::int64_t x, int radius,
                     double ridge) {
    torch::Tensor sum = torch::zeros({3, 4}, torch::kFloat64);
    int count = 0;
    for (std::int64_t ny = std::max<std::int64_t>(0, y - radius);
         ny <= std::min(guide.size(1) - 1, y + radius); ++ny)
        for (std::int64_t nx = std::max<std::int64_t>(0, x - radius);
             nx <= std::min(guide.size(2) - 1, x + radius); ++nx)
            if (const torch::Tensor fit = windowFit(guide, value, weight, ny, nx, radius, ridge);
                fit.defined()) {
                sum += fit;
                ++count;
            }
    return sum / count;
}

torch::Tensor nodeTensor(const DetailField& field, std::int64_t y, std::int64_t x) {
    const float* node = field.row(y) + x * DetailField::kNumbers;
    return torch::tensor(std::vector<float>(node, node + DetailField::kNumbers)).reshape({3, 4});
}

} // namespace

TEST(DetailFit, is_the_mean_of_ridge_regressions_of_all_windows_around_a_node) {
    const torch::Tensor guide = noise(1, {3, 19, 23});
    const torch::Tensor value = noise(2, {3, 19, 23}) * 0.3 + guide.flip(0) * 0.5;
    const torch::Tensor weight = (noise(3, {19, 23}) > 0.3).to(torch::kFloat32).contiguous();
    const DetailWindow window{.radius = 3, .ridge = 0.01F, .spacing = 4};
    const DetailField field = fitDetail(guide, value.contiguous(), weight, window);
    ASSERT_EQ(field.height, 5);
    ASSERT_EQ(field.width, 6);
    for (std::int64_t y = 0; y < field.height; ++y)
        for (std::int64_t x = 0; x < field.width; ++x)
            EXPECT_LT((nodeTensor(field, y, x) -
                       nodeOf(guide, value, weight, 4 * y, 4 * x, 3, 0.01).to(torch::kFloat32))
                          .abs()
                          .max()
                          .item<float>(),
                      2e-4F)
                << y << ", " << x;
}

TEST(DetailFit, finds_a_linear_function_again_over_bands_of_rows) {
    const torch::Tensor guide = noise(4, {3, 300, 40});
    const torch::Tensor matrix =
        torch::tensor({{0.5F, -0.2F, 0.1F}, {0.0F, 0.3F, 0.2F}, {-0.4F, 0.1F, 0.6F}});
    const torch::Tensor value =
        (torch::matmul(matrix, (guide - kGuideCentre).reshape({3, -1})) + 0.25F)
            .reshape({3, 300, 40})
            .contiguous();
    const DetailField field =
        fitDetail(guide, value, torch::Tensor(), {.radius = 6, .ridge = 1e-6F, .spacing = 5});
    const torch::Tensor expected = torch::cat({matrix, torch::full({3, 1}, 0.25F)}, 1);
    for (std::int64_t y = 0; y < field.height; ++y)
        EXPECT_LT((nodeTensor(field, y, y % field.width) - expected).abs().max().item<float>(),
                  1e-3F)
            << y;
}

TEST(DetailFit, is_the_same_for_any_number_of_threads) {
    const torch::Tensor guide = noise(5, {3, 411, 37});
    const torch::Tensor value = noise(6, {3, 411, 37});
    const int before = torch::get_num_threads();
    torch::set_num_threads(1);
    const DetailField one = fitDetail(guide, value, torch::Tensor(), {});
    torch::set_num_threads(3);
    const DetailField three = fitDetail(guide, value, torch::Tensor(), {});
    torch::set_num_threads(before);
    EXPECT_EQ(one.nodes, three.nodes);
}

TEST(DetailFit, what_has_no_weight_has_no_part) {
    const torch::Tensor guide = noise(7, {3, 30, 60});
    const torch::Tensor value = noise(8, {3, 30, 60});
    torch::Tensor spoilt = value.clone();
    torch::Tensor weight = torch::ones({30, 60});
    spoilt.narrow(2, 30, 30).fill_(100);
    weight.narrow(1, 30, 30).fill_(0);
    const DetailWindow window{.radius = 4, .ridge = 1e-3F, .spacing = 1};
    const DetailField found = fitDetail(guide, spoilt, weight, window, 0.75F);
    const DetailField wanted = fitDetail(guide.narrow(2, 0, 30).contiguous(),
                                         value.narrow(2, 0, 30).contiguous(), {}, window);
    // Left of the border as if there were nothing beyond it; far beyond it nothing is known.
    EXPECT_LT((nodeTensor(found, 15, 20) - nodeTensor(wanted, 15, 20)).abs().max().item<float>(),
              1e-4F);
    const torch::Tensor unknown = nodeTensor(found, 15, 55);
    EXPECT_EQ(unknown.narrow(1, 0, 3).abs().max().item<float>(), 0);
    EXPECT_EQ(unknown.narrow(1, 3, 1).min().item<float>(), 0.75F);
}

} // namespace unlit::infer
