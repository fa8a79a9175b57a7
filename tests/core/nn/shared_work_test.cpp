// Pieces of work that torch's threads take one after another.
#include "core/nn/kernels/shared_work.h"

#include "core/nn/kernels/product_threads.h"

#include <gtest/gtest.h>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace unlit;

namespace {

class SharedWork : public testing::Test {
protected:
    void SetUp() override { at::set_num_threads(2); }

    void TearDown() override { at::set_num_threads(m_before); }

private:
    int m_before = at::get_num_threads();
};

} // namespace

TEST_F(SharedWork, each_piece_is_done_once) {
    for (const int count : {0, 1, 2, 1000}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
        nn::shareWork(count, [&done](std::int64_t i) { ++done[static_cast<std::size_t>(i)]; });
        for (const std::atomic<int>& times : done)
            EXPECT_EQ(times, 1);
    }
}

TEST_F(SharedWork, two_threads_are_at_it) {
    std::atomic<int> atOnce = 0, most = 0;
    nn::shareWork(2, [&](std::int64_t) {
        ++atOnce;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (atOnce < 2 && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        most = std::max(most.load(), atOnce.load());
    });
    EXPECT_EQ(most, 2);
}

TEST_F(SharedWork, products_are_the_same_to_the_last_bit_on_any_number_of_threads) {
    torch::manual_seed(3);
    const torch::Tensor matrices = torch::randn({8, 192, 700});
    torch::Tensor results[2];
    for (const int threads : {1, 2}) {
        at::set_num_threads(threads);
        torch::Tensor& result = results[threads - 1] = torch::empty({8, 192, 192});
        nn::shareWork(8, [&](std::int64_t i) {
            const torch::NoGradGuard noGrad;
            result[i].copy_(matrices[i].mm(matrices[i].t()));
        });
    }
    EXPECT_TRUE(torch::equal(results[0], results[1]));
    EXPECT_TRUE(torch::allclose(results[0], matrices.bmm(matrices.transpose(1, 2)), 1e-4, 1e-2));
}

TEST_F(SharedWork, products_are_alone_inside_and_as_before_behind) {
    const int before = nn::productThreads();
    if (before < 2)
        GTEST_SKIP() << "torch does not multiply with OpenBLAS, or on one processor";
    std::atomic<int> inside = 0;
    nn::shareWork(
        4, [&inside](std::int64_t) { inside = std::max(inside.load(), nn::productThreads()); });
    EXPECT_EQ(inside, 1);
    EXPECT_EQ(nn::productThreads(), before);
}

TEST_F(SharedWork, an_exception_comes_out_and_products_are_as_before) {
    const int before = nn::productThreads();
    EXPECT_THROW(nn::shareWork(4,
                               [](std::int64_t i) {
                                   if (i == 2)
                                       throw std::runtime_error("of a piece");
                               }),
                 std::runtime_error);
    EXPECT_EQ(nn::productThreads(), before);
}
