// Previews of what the network sees: made in the background, the newest order only.
#include "ui/pages/infer/network_preview.h"

#include "tests/support/wait_for.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

using namespace unlit;
using namespace unlit::ui;
using test::waitFor;

namespace {

/// A plain picture of linear light.
PreviewOrder orderOf(float light, double exposureEv = 0) {
    Image small = makeImage(8, 4, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(small.samples, light);
    return {std::make_shared<const Image>(std::move(small)), ColorSpace::Linear, ColorSpace::Srgb,
            exposureEv, QSize(80, 80)};
}

int grey(const NetworkPreview& preview) {
    return preview.picture.pixelColor(1, 1).red();
}

class PreviewMakerTest : public testing::Test {
protected:
    PreviewMakerTest() { listenTo(*maker); }

    void listenTo(PreviewMaker& spoken) {
        QObject::connect(&spoken, &PreviewMaker::made, &spoken,
                         [this](const NetworkPreview& made) { answers.push_back(grey(made)); });
    }

    /// The answer has been made and waits to be delivered: the thread has let the picture go, which
    /// only `order` and the maker still hold.
    static bool untilMade(const PreviewOrder& order) {
        for (int i = 0; i < 120'000 && order.small.use_count() > 2; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return order.small.use_count() == 2;
    }

    std::unique_ptr<PreviewMaker> maker = std::make_unique<PreviewMaker>();
    std::vector<int> answers;
};

} // namespace

TEST(NetworkPreview, is_exposed_clipped_encoded_and_fitted_into_the_box) {
    const NetworkPreview half = makePreview(orderOf(0.25F, 1));
    EXPECT_EQ(half.picture.size(), QSize(80, 40));
    EXPECT_NEAR(grey(half), 188, 1); // 0.5 in sRGB (IEC 61966-2-1)
    EXPECT_EQ(half.atWhite, 0);
    const NetworkPreview white = makePreview(orderOf(0.25F, 3));
    EXPECT_EQ(grey(white), 255);
    EXPECT_EQ(white.atWhite, 1);
}

TEST(NetworkPreview, the_space_that_was_chosen_stands_in_for_the_pictures_own) {
    PreviewOrder order = orderOf(0.5F);
    order.space = ColorSpace::Srgb;
    EXPECT_NEAR(grey(makePreview(order)), 128, 1);
}

TEST_F(PreviewMakerTest, an_order_is_answered_once) {
    const PreviewOrder order = orderOf(0.25F);
    maker->ask(order);
    EXPECT_FALSE(maker->isSettled());
    maker->ask(order);
    ASSERT_TRUE(waitFor([&] { return maker->isSettled(); }));
    maker->ask(order);
    EXPECT_TRUE(maker->isSettled());
    EXPECT_EQ(answers.size(), 1U);
}

TEST_F(PreviewMakerTest, an_answer_that_a_newer_order_has_overtaken_is_dropped) {
    const PreviewOrder older = orderOf(0);
    maker->ask(older);
    ASSERT_TRUE(untilMade(older));
    maker->ask(orderOf(1));
    ASSERT_TRUE(waitFor([&] { return maker->isSettled(); }));
    EXPECT_EQ(answers, std::vector{255});
}

TEST_F(PreviewMakerTest, what_is_forgotten_is_not_answered) {
    const PreviewOrder order = orderOf(0);
    maker->ask(order);
    ASSERT_TRUE(untilMade(order));
    maker->forget();
    EXPECT_TRUE(maker->isSettled());
    EXPECT_EQ(order.small.use_count(), 1);
    QCoreApplication::processEvents();
    EXPECT_TRUE(answers.empty());
}

TEST_F(PreviewMakerTest, may_be_destroyed_while_one_is_made_or_on_its_way) {
    const PreviewOrder made = orderOf(0);
    maker->ask(made);
    ASSERT_TRUE(untilMade(made));
    maker.reset();
    QCoreApplication::processEvents();
    maker = std::make_unique<PreviewMaker>();
    listenTo(*maker);
    const PreviewOrder begun = orderOf(1);
    maker->ask(begun);
    maker.reset();
    EXPECT_EQ(begun.small.use_count(), 1); // joined: nobody holds the picture any more
    QCoreApplication::processEvents();
    EXPECT_TRUE(answers.empty());
}
