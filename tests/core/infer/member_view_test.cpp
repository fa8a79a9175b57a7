// What the members of a model of one deterministic step see.
#include "core/infer/ensemble/member_view.h"

#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace unlit::infer {

namespace {

using test::predict;
using test::testPicture;

Image flipped(Image image, bool isUpsideDown) {
    const Image before = image;
    for (int channel = 0; channel < image.channelCount(); ++channel)
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                image.plane(channel)[static_cast<std::size_t>(y * image.width + x)] =
                    before.plane(channel)[static_cast<std::size_t>(
                        (isUpsideDown ? image.height - 1 - y : y) * image.width +
                        (isUpsideDown ? x : image.width - 1 - x))];
    return image;
}

Image exchanged(const Image& image) {
    Image turned = image;
    std::swap(turned.width, turned.height);
    for (int channel = 0; channel < image.channelCount(); ++channel)
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                turned.plane(channel)[static_cast<std::size_t>(x * turned.width + y)] =
                    image.plane(channel)[static_cast<std::size_t>(y * image.width + x)];
    return turned;
}

/// How a member sees it, by hand.
struct Seen {
    bool isMirrored;
    bool isUpsideDown;
    bool isExchanged; ///< rows and columns, after the others
    bool isLarger = false;
};

constexpr std::array<Seen, 12> kSeen{{
    {false, false, false},
    {true, false, false},
    {false, true, false},
    {true, true, false},
    {false, false, true},
    {true, false, true},
    {false, true, true},
    {true, true, true},
    {false, false, false, true}, // turned by 0, 180, 90, 270 degrees
    {true, true, false, true},
    {true, false, true, true},
    {false, true, true, true},
}};

Image mirrored(Image picture, const Seen& how) {
    if (how.isMirrored)
        picture = flipped(std::move(picture), false);
    return how.isUpsideDown ? flipped(std::move(picture), true) : picture;
}

Image seen(const Image& picture, const Seen& how) {
    const Image image = mirrored(picture, how);
    return how.isExchanged ? exchanged(image) : image;
}

Image takenBack(const Image& picture, const Seen& how) {
    return mirrored(how.isExchanged ? exchanged(picture) : picture, how);
}

double largestDifference(const std::vector<float>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// Takes one of the four parts of what is bilinear out of a block of `side` by `side` values.
void takeOut(std::vector<double>& block, int side, bool isAlong, bool isDown) {
    const auto baseAt = [&](std::size_t at) {
        const double middle = (side - 1) / 2.0;
        const double u = static_cast<double>(at % static_cast<std::size_t>(side)) - middle;
        const double v = static_cast<double>(at / static_cast<std::size_t>(side)) - middle;
        return (isAlong ? u : 1) * (isDown ? v : 1);
    };
    double product = 0;
    double squares = 0;
    for (std::size_t at = 0; at < block.size(); ++at) {
        product += block[at] * baseAt(at);
        squares += baseAt(at) * baseAt(at);
    }
    for (std::size_t at = 0; at < block.size(); ++at)
        block[at] -= product / squares * baseAt(at);
}

class MemberViewTest : public testing::Test {
protected:
    MemberViewTest() {
        model->folder.unlit.beginsWithZeros = true;
        options.processingRes = 0;
        options.reduction = Reduction::Mean;
        options.detail = DetailMode::Off; // the members' own answers
    }

    /// One prediction of the picture as a member sees it, laid back by hand.
    Image alone(const Image& picture, const Seen& how) {
        InferOptions one = options;
        one.processingRes = how.isLarger ? std::max(picture.width, picture.height) * 3 / 2 : 0;
        return takenBack(predict(model, one, seen(picture, how)).targets[0].image, how);
    }

    std::shared_ptr<LoadedModel> model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
};

} // namespace

TEST_F(MemberViewTest, one_step_whatever_the_seed_and_twelve_members_at_most) {
    options.steps = 2;
    options.ensemble = 14;
    options.reduction = Reduction::Median;
    const Prediction first = predict(model, options);
    options.seed = 7;
    EXPECT_EQ(first.targets[0].image.samples, predict(model, options).targets[0].image.samples);
    EXPECT_EQ(first.used.steps, 1);
    EXPECT_EQ(first.used.ensemble, 12);
    EXPECT_EQ(first.used.memberWork, 8 + 4 * 2.25);
    ASSERT_TRUE(first.targets[0].uncertainty);
    EXPECT_GT(std::ranges::max(first.targets[0].uncertainty->samples), 0.0F);
}

TEST_F(MemberViewTest, four_see_it_mirrored_four_turned_and_four_half_as_large_again) {
    const Image picture = testPicture(48, 32);
    std::vector<double> sum(picture.samples.size());
    std::vector<Image> members;
    for (std::size_t view = 0; view < kSeen.size(); ++view) {
        members.push_back(alone(picture, kSeen[view]));
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += members.back().samples[i];
        std::vector<double> mean = sum;
        for (double& value : mean)
            value /= static_cast<double>(view + 1);
        InferOptions ensemble = options;
        ensemble.ensemble = static_cast<int>(view) + 1;
        for (const int batch : {1, 3}) {
            ensemble.batchSize = batch;
            EXPECT_LT(
                largestDifference(predict(model, ensemble, picture).targets[0].image.samples, mean),
                2e-5)
                << view + 1 << " members, " << batch << " at a time";
        }
    }
    for (std::size_t other = 1; other < members.size(); ++other)
        EXPECT_GT(largestDifference(members[0].samples,
                                    {members[other].samples.begin(), members[other].samples.end()}),
                  1e-3)
            << other;
}

TEST_F(MemberViewTest, any_size_comes_back_as_it_was) {
    options.ensemble = 11;
    for (const auto& [width, height] : {std::pair{37, 21}, std::pair{1, 1}, std::pair{3, 70}})
        for (const ResizeConvention convention :
             {ResizeConvention::Unlit, ResizeConvention::Marigold, ResizeConvention::Diffusers}) {
            options.resizeConvention = convention;
            const Image image =
                predict(model, options, testPicture(width, height)).targets[0].image;
            EXPECT_EQ(image.width, width);
            EXPECT_EQ(image.height, height);
        }
}

TEST_F(MemberViewTest, progress_reaches_its_end_and_larger_members_take_longer) {
    options.ensemble = 9;
    std::vector<InferProgress> said;
    Pipeline(model).run(testPicture(48, 32), options,
                        [&](const InferProgress& now) { said.push_back(now); }, {});
    ASSERT_GT(said.size(), 4U);
    EXPECT_NEAR(said.back().done, said.back().total, 1e-9);
    std::vector<double> decodings;
    for (std::size_t i = 1; i < said.size(); ++i)
        if (toEnglish(said[i].stage).starts_with("decoding"))
            decodings.push_back(said[i].done - said[i - 1].done);
    ASSERT_EQ(decodings.size(), 9U);
    EXPECT_NEAR(decodings[7], decodings[0], 1e-9);
    EXPECT_NEAR(decodings[8], 2.25 * decodings[0], 1e-9);
}

TEST_F(MemberViewTest, members_of_a_tile_are_those_of_its_pixels) {
    // On the part of the first tile that it shares with no other, without what holds it to the
    // whole, which is bilinear within half a cell.
    constexpr int kTile = 64;
    constexpr int kOwn = 32;
    constexpr int kHalfCell = kTile / 16;
    const Image picture = testPicture(96, kTile);
    Image cut = makeImage(kTile, kTile, {"R", "G", "B"}, picture.space);
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x)
                cut.plane(c)[static_cast<std::size_t>(y * kTile + x)] =
                    picture.plane(c)[static_cast<std::size_t>(y * picture.width + x)];
    options.processingRes = kTile;
    options.reduction = Reduction::Mean;
    options.detail = DetailMode::Off;
    const auto meanOf = [&](const Image& shown, int members, TileMode tiles) {
        options.ensemble = members;
        options.tiles = {.mode = tiles, .size = kTile, .overlap = 0};
        return predict(model, options, shown).targets[0].image;
    };
    // What is not bilinear in blocks of what the last of so many members made.
    const auto lastOf = [&](const Image& shown, int members, TileMode tiles) {
        const Image with = meanOf(shown, members, tiles);
        const Image without = meanOf(shown, members - 1, tiles);
        std::vector<double> fine;
        for (int y = 0; y < kTile; y += kHalfCell)
            for (int x = 0; x < kOwn; x += kHalfCell) {
                std::vector<double> block;
                for (int v = 0; v < kHalfCell; ++v)
                    for (int u = 0; u < kHalfCell; ++u) {
                        const auto at = static_cast<std::size_t>((y + v) * shown.width + x + u);
                        block.push_back(members * double{with.samples[at]} -
                                        (members - 1) * double{without.samples[at]});
                    }
                for (const bool isAlong : {false, true})
                    for (const bool isDown : {false, true})
                        takeOut(block, kHalfCell, isAlong, isDown);
                fine.insert(fine.end(), block.begin(), block.end());
            }
        return fine;
    };
    const auto distance = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        double size = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
            size += b[i] * b[i];
        }
        return std::sqrt(sum / size);
    };
    for (const int members : {2, 3, 5}) { // mirrored, upside down, exchanged
        const auto ofTile = lastOf(picture, members, TileMode::On);
        const int other = members == 2 ? 4 : members - 1;
        const double own = distance(ofTile, lastOf(cut, members, TileMode::Off));
        EXPECT_LT(own, 0.1) << members;
        EXPECT_GT(distance(ofTile, lastOf(cut, other, TileMode::Off)), 3 * own) << members;
    }
}

TEST_F(MemberViewTest, tiles_are_seen_in_the_same_views) {
    // Twelve members, not one: they disagree, and their median is another picture than the first's.
    const Image picture = testPicture(96, 64);
    options.processingRes = 64;
    options.ensemble = 12;
    options.tiles = {.mode = TileMode::On, .size = 64, .overlap = 0};
    const Prediction tiled = predict(model, options, picture);
    EXPECT_TRUE(tiled.used.tiled);
    EXPECT_EQ(tiled.used.members, 12);
    ASSERT_TRUE(tiled.targets[0].uncertainty);
    EXPECT_GT(std::ranges::max(tiled.targets[0].uncertainty->samples), 0.0F);

    InferOptions one = options;
    one.ensemble = 1;
    const Prediction single = predict(model, one, picture);
    EXPECT_FALSE(single.targets[0].uncertainty);
    EXPECT_NE(single.targets[0].image.samples, tiled.targets[0].image.samples);
    // The same again: nothing depends on what ran before.
    EXPECT_EQ(predict(model, options, picture).targets[0].image.samples,
              tiled.targets[0].image.samples);
}

} // namespace unlit::infer
