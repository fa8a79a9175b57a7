// The order of an epoch: PyTorch's, plain, and mixtures by weight.
#include "core/data/loader/epoch_order.h"
#include "core/diffusion/random.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace unlit;
using namespace unlit::data;
using test::expectError;
using testing::ElementsAre;

TEST(EpochOrder, unshuffled_order_counts_up) {
    const auto generator = diffusion::makeGenerator(std::uint64_t{1});
    EXPECT_THAT(epochOrder({4, false, {}}, generator), ElementsAre(0, 1, 2, 3));
}

TEST(EpochOrder, batches_keep_or_drop_the_rest) {
    EXPECT_THAT(batchesOf({5, 6, 7}, 2, false), ElementsAre(ElementsAre(5, 6), ElementsAre(7)));
    EXPECT_THAT(batchesOf({5, 6, 7}, 2, true), ElementsAre(ElementsAre(5, 6)));
    expectError(ErrorKind::InvalidInput, {"batch of 0"}, [] { batchesOf({1}, 0, false); });
}

TEST(EpochOrder, weights_decide_how_often_a_set_is_taken) {
    const auto generator = diffusion::makeGenerator(std::uint64_t{3});
    const OrderOptions options{4000, true, {{1000, 3000}, {3, 1}}};
    const auto order = epochOrder(options, generator);
    ASSERT_EQ(order.size(), 4000U);
    const auto ofFirst =
        std::count_if(order.begin(), order.end(), [](std::int64_t i) { return i < 1000; });
    EXPECT_NEAR(static_cast<double>(ofFirst), 3000, 110); // four standard deviations of 27
}

TEST(EpochOrder, no_sample_of_a_mixture_comes_again_before_all_of_its_set) {
    const auto generator = diffusion::makeGenerator(std::uint64_t{3});
    const auto order = epochOrder({60, true, {{10, 50}, {1, 1}}}, generator);
    std::vector<std::int64_t> ofFirst;
    for (const std::int64_t i : order)
        if (i < 10)
            ofFirst.push_back(i);
    ASSERT_GE(ofFirst.size(), 20U);
    EXPECT_EQ(std::set<std::int64_t>(ofFirst.begin(), ofFirst.begin() + 10).size(), 10U);
    EXPECT_EQ(std::set<std::int64_t>(ofFirst.begin() + 10, ofFirst.begin() + 20).size(), 10U);
}

TEST(EpochOrder, sets_and_weights_must_fit) {
    const auto generator = diffusion::makeGenerator(std::uint64_t{3});
    expectError(ErrorKind::InvalidInput, {"2 weights"}, [&] {
        epochOrder({5, true, {{5}, {1, 1}}}, generator);
    });
    expectError(ErrorKind::InvalidInput, {"no weight above 0"}, [&] {
        epochOrder({5, true, {{2, 3}, {1, 0}}}, generator);
    });
    expectError(ErrorKind::InvalidInput, {"without samples"}, [&] {
        epochOrder({0, true, {}}, generator);
    });
}
