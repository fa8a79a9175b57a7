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
torch::Tensor windowFit(const torch::Tensor& guide, const torch::Tensor& value, std::int64_t y,
                        std::int64_t x, int radius, double ridge) {
    const auto cut = [&](const torch::Tensor& planes) {
        const std::int64_t top = std::max<std::int64_t>(0, y - radius);
        const std::int64_t left = std::max<std::int64_t>(0, x - radius);
        return planes.slice(-2, top, y + radius + 1)
            .slice(-1, left, x + radius + 1)
            .to(torch::kFloat64);
    };
    const torch::Tensor g = (cut(guide) - kGuideCentre).reshape({3, -1});
    const torch::Tensor v = cut(value).reshape({3, -1});
    const auto count = static_cast<double>(g.size(1));
    const torch::Tensor gm = g.mean(1, true);
    const torch::Tensor vm = v.mean(1, true);
    const torch::Tensor cov =
        torch::matmul(g - gm, (g - gm).t()) / count + ridge * torch::eye(3, torch::kFloat64);
    const torch::Tensor cross = torch::matmul(v - vm, (g - gm).t()) / count;
    const torch::Tensor a = torch::matmul(cross, torch::inverse(cov));
    return torch::cat({a, vm - torch::matmul(a, gm)}, 1); // [3, 4]: as a node
}

/// The mean of the fits around a node.
torch::Tensor nodeOf(const torch::Tensor& guide, const torch::Tensor& value, std::int64_t y,
                     std::int64_t x, int radius, double ridge) {
    torch::Tensor sum = torch::zeros({3, 4}, torch::kFloat64);
    int count = 0;
    for (std::int64_t ny = std::max<std::int64_t>(0, y - radius);
         ny <= std::min(guide.size(1) - 1, y + radius); ++ny)
        for (std::int64_t nx = std::max<std::int64_t>(0, x - radius);
             nx <= std::min(guide.size(2) - 1, x + radius); ++nx) {
            sum += windowFit(guide, value, ny, nx, radius, ridge);
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
    const DetailWindow window{.radius = 3, .ridge = 0.01F, .spacing = 4};
    const DetailField field = fitDetail(guide, value.contiguous(), window);
    ASSERT_EQ(field.height, 5);
    ASSERT_EQ(field.width, 6);
    for (std::int64_t y = 0; y < field.height; ++y)
        for (std::int64_t x = 0; x < field.width; ++x)
            EXPECT_LT((nodeTensor(field, y, x) -
                       nodeOf(guide, value, 4 * y, 4 * x, 3, 0.01).to(torch::kFloat32))
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
    const DetailField field = fitDetail(guide, value, {.radius = 6, .ridge = 1e-6F, .spacing = 5});
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
    const DetailField one = fitDetail(guide, value, {});
    torch::set_num_threads(3);
    const DetailField three = fitDetail(guide, value, {});
    torch::set_num_threads(before);
    EXPECT_EQ(one.nodes, three.nodes);
}

} // namespace unlit::infer
