// Sources of pixels: pyramids and what is derived from two of them; tiles.
#include "core/image/color/color.h"
#include "ui/viewer/derived_sources.h"
#include "ui/viewer/light_decoder.h"
#include "ui/viewer/tile_cache.h"
#include "ui/viewer/tile_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::ui {

namespace {

std::shared_ptr<Image> makePicture(int width, int height, ColorSpace space,
                                   std::vector<std::string> channels = {"R", "G", "B"}) {
    return std::make_shared<Image>(makeImage(width, height, std::move(channels), space));
}

std::shared_ptr<TilePyramid> built(const std::shared_ptr<Image>& image) {
    auto pyramid = std::make_shared<TilePyramid>(image);
    EXPECT_TRUE(pyramid->build({}));
    return pyramid;
}

float redAt(const PixelSource& source, int level, int x, int y) {
    std::array<float, 3> color{};
    const std::span<float> all(color);
    source.readColor(level, y, x, {all.subspan(0, 1), all.subspan(1, 1), all.subspan(2, 1)});
    return color[0];
}

TEST(TilePyramid, EachLevelHasHalfTheSidesRoundedUp) {
    const TilePyramid pyramid(makePicture(601, 300, ColorSpace::Raw, {"Y"}));
    ASSERT_EQ(pyramid.levelCount(), 4);
    EXPECT_EQ(pyramid.levelSize(1), QSize(301, 150));
    EXPECT_EQ(pyramid.levelSize(3), QSize(76, 38));
}

TEST(TilePyramid, AFactorLeavesPixelsWithoutLightAlone) {
    const auto image = makePicture(300, 4, ColorSpace::Linear);
    std::ranges::fill(image->samples, 0.25F);
    auto marks = std::make_shared<std::vector<unsigned char>>(image->planeSize(), 0);
    for (std::size_t i = 0; i < marks->size(); ++i)
        (*marks)[i] = i % 300 < 150 ? 1 : 0;
    const auto pyramid = built(image);
    const auto scaled =
        scaledBy(pyramid, 2, std::make_shared<const LightlessMask>(marks, QSize(300, 4)));
    for (const int level : {0, 1}) {
        EXPECT_EQ(redAt(*scaled, level, 10, 1), 0.25F);
        EXPECT_EQ(redAt(*scaled, level, 149 >> level, 1), 0.25F);
        EXPECT_EQ(redAt(*scaled, level, 150 >> level, 1), 0.5F);
    }
    EXPECT_EQ(redAt(*scaledBy(pyramid, 2), 0, 10, 1), 0.5F);
    EXPECT_EQ(scaledBy(pyramid, 1), pyramid);
}

TEST(TilePyramid, LevelsAreMeansOfTwoByTwo) {
    const auto image = makePicture(258, 4, ColorSpace::Linear);
    image->plane(0)[0] = 1;
    image->plane(0)[1] = 2;
    image->plane(0)[258] = 3;
    image->plane(0)[259] = 6;
    const auto pyramid = built(image);
    EXPECT_EQ(redAt(*pyramid, 1, 0, 0), 3.0F);
    EXPECT_EQ(redAt(*pyramid, 2, 0, 0), 0.75F);
}

TEST(TilePyramid, OddSidesRepeatTheirLastPixels) {
    const auto image = makePicture(131, 3, ColorSpace::Linear);
    image->plane(0)[130] = 1;           // last column of row 0
    image->plane(0)[2 * 131 + 130] = 5; // last row's corner
    const auto pyramid = built(image);
    EXPECT_EQ(redAt(*pyramid, 1, 65, 0), 0.5F);
    EXPECT_EQ(redAt(*pyramid, 1, 65, 1), 5.0F);
}

TEST(TilePyramid, DisplayEncodedImagesAreAveragedInLinearLight) {
    const auto image = makePicture(256, 2, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image->samples.size(); i += 2)
        image->samples[i] = 1.0F; // white and black columns
    const auto pyramid = built(image);
    EXPECT_FLOAT_EQ(redAt(*pyramid, 1, 10, 0), 0.5F);
}

TEST(TilePyramid, BeforeAveragingEveryNthPixelStandsIn) {
    const auto image = makePicture(1024, 512, ColorSpace::Linear);
    for (int x = 0; x < 1024; ++x)
        image->plane(0)[8 * 1024 + static_cast<std::size_t>(x)] = static_cast<float>(x);
    const TilePyramid pyramid(image);
    EXPECT_FALSE(pyramid.isAveraged(2));
    EXPECT_EQ(redAt(pyramid, 2, 25, 2), 100.0F);
    EXPECT_TRUE(pyramid.isAveraged(0));
}

TEST(TilePyramid, StrangeNumbersComeThroughToTheSmallestLevel) {
    const auto image = makePicture(1000, 700, ColorSpace::Linear);
    image->plane(1)[345 * 1000 + 678] = std::numeric_limits<float>::quiet_NaN();
    const auto pyramid = built(image);
    const int last = pyramid->levelCount() - 1;
    std::array<float, 3> color{};
    const std::span<float> all(color);
    pyramid->readColor(last, 345 >> last, 678 >> last,
                       {all.subspan(0, 1), all.subspan(1, 1), all.subspan(2, 1)});
    EXPECT_TRUE(std::isnan(color[1]));
    EXPECT_FALSE(std::isnan(color[0]));
}

TEST(TilePyramid, AcesCgIsReadAsRec709) {
    const auto image = makePicture(1, 1, ColorSpace::AcesCg);
    image->samples = {0.18F, 0.5F, 0.1F};
    Image converted = *image;
    convertTo(converted, ColorSpace::Linear);
    const auto color = TilePyramid(image).colorAt({0, 0});
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(color[c], converted.samples[c], 1e-6);
}

TEST(TilePyramid, StoppedBuildingLeavesAUsablePyramid) {
    TilePyramid pyramid(makePicture(600, 600, ColorSpace::Linear));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(pyramid.build(stop.get_token()));
    EXPECT_FALSE(pyramid.isAveraged(1));
    EXPECT_EQ(redAt(pyramid, 1, 100, 100), 0.0F);
}

TEST(TilePyramid, SuggestsTheExposureOfTheWholeImage) {
    const auto image = makePicture(700, 400, ColorSpace::Linear);
    std::ranges::fill(image->samples, 0.1F);
    EXPECT_NEAR(TilePyramid(image).suggestedEv(), 3.0, 1e-5); // 0.1 * 2^3 = 0.8
    EXPECT_EQ(TilePyramid(makePicture(8, 8, ColorSpace::Srgb)).suggestedEv(), 0.0);
}

TEST(LightDecoder, IsTheInverseOfTheScreensCurve) {
    std::vector<float> values;
    for (float value = -1.5F; value < 3; value += 0.0007F)
        values.push_back(value);
    std::vector<float> decoded = values;
    LightDecoder::of(ColorSpace::Srgb).decode(decoded);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_NEAR(decoded[i], decodeSrgb(values[i]), 1e-6 + 1e-5 * std::abs(decoded[i]));
    std::vector<float> white = {1.0F, 0.0F, 0.5F};
    LightDecoder::of(ColorSpace::Srgb).decode(white);
    EXPECT_EQ(white[0], 1.0F) << "white must not count as above white";
    EXPECT_EQ(white[1], 0.0F);
}

TEST(DerivedSources, ShadingIsBeautyOverAlbedoInLinearLight) {
    const auto beauty = makePicture(2, 1, ColorSpace::Linear);
    const auto albedo = makePicture(2, 1, ColorSpace::Srgb);
    std::ranges::fill(beauty->samples, 0.3F);
    std::ranges::fill(albedo->samples, encodeSrgb(0.6F));
    albedo->plane(0)[1] = 0; // black: divided by the least albedo instead
    const auto shading = shadingOf(built(beauty), built(albedo));
    EXPECT_NEAR(shading->colorAt({0, 0})[1], 0.5, 1e-5);
    EXPECT_NEAR(shading->colorAt({1, 0})[0], 0.3 * 1024, 0.01);
}

TEST(DerivedSources, AnOverlayIsGreyWhereTheNumbersAreSmallAndColouredWhereTheyAreLarge) {
    const auto picture = makePicture(2, 1, ColorSpace::Linear);
    const auto numbers = makePicture(2, 1, ColorSpace::Raw);
    for (int c = 0; c < 3; ++c) {
        picture->plane(c)[0] = c == 1 ? 0.5F : 0.0F;
        picture->plane(c)[1] = 0.5F;
        numbers->plane(c)[0] = 0;
        numbers->plane(c)[1] = 0.3F; // above the top
    }
    const auto overlay = overlayOf(built(picture), built(numbers), 0.1, ColorMapKind::Inferno);
    for (const float grey : overlay->colorAt({0, 0}))
        EXPECT_NEAR(grey, 0.7152 * 0.5, 1e-5); // its luminance, Rec.709
    const QRgb brightest = mapColor(ColorMapKind::Inferno, 1.0);
    EXPECT_NEAR(overlay->colorAt({1, 0})[0], decodeSrgb(qRed(brightest) / 255.0F), 1e-5);
    EXPECT_NEAR(overlay->colorAt({1, 0})[2], decodeSrgb(qBlue(brightest) / 255.0F), 1e-5);
}

TEST(DerivedSources, ResidualIsWhatAlbedoTimesShadingLeaves) {
    const auto beauty = makePicture(2, 1, ColorSpace::Linear);
    const auto albedo = makePicture(2, 1, ColorSpace::Linear);
    for (int c = 0; c < 3; ++c) {
        albedo->plane(c)[0] = 0.4F;
        beauty->plane(c)[0] = 0.25F;
        albedo->plane(c)[1] = 0; // black cannot explain any light
        beauty->plane(c)[1] = 0.75F;
    }
    const auto residual = residualOf(built(beauty), built(albedo));
    for (const float left : residual->colorAt({0, 0}))
        EXPECT_NEAR(left, 0, 1e-6);
    for (const float left : residual->colorAt({1, 0}))
        EXPECT_FLOAT_EQ(left, 0.75F);
}

TEST(DerivedSources, DifferencesAreOfExposedLinearLight) {
    const auto first = makePicture(1, 1, ColorSpace::Linear);
    const auto second = makePicture(1, 1, ColorSpace::Linear);
    std::ranges::fill(first->samples, 0.1F);
    std::ranges::fill(second->samples, 0.5F);
    const auto at = [&](DifferenceKind kind) {
        return differenceOf(built(first), 1, built(second), 0, kind)->colorAt({0, 0})[0];
    };
    EXPECT_NEAR(at(DifferenceKind::Signed), 0.2 - 0.5, 1e-6);
    EXPECT_NEAR(at(DifferenceKind::Absolute), 0.3, 1e-6);
    EXPECT_NEAR(at(DifferenceKind::Relative), 0.3 / 0.51, 1e-6);
}

TEST(DerivedSources, PicturesOfOtherSizesCoverTheSameRectangle) {
    const auto small = makePicture(2, 2, ColorSpace::Linear);
    small->plane(0)[3] = 1; // bottom right
    const auto large = rescaled(built(small), {8, 6});
    EXPECT_EQ(large->size(), QSize(8, 6));
    EXPECT_EQ(large->colorAt({4, 3})[0], 1.0F);
    EXPECT_EQ(large->colorAt({7, 5})[0], 1.0F);
    EXPECT_EQ(large->colorAt({3, 5})[0], 0.0F);
    EXPECT_EQ(large->colorAt({7, 2})[0], 0.0F);
}

TEST(TileCache, TilesHaveAMarginOfOnePixelWhereThereIsOne) {
    const TilePyramid pyramid(makePicture(600, 300, ColorSpace::Linear));
    EXPECT_EQ(tileFrame(pyramid, {&pyramid, 0, 0, 0}), QRect(0, 0, 257, 257));
    EXPECT_EQ(tileFrame(pyramid, {&pyramid, 0, 1, 0}), QRect(255, 0, 258, 257));
    EXPECT_EQ(tileFrame(pyramid, {&pyramid, 0, 2, 1}), QRect(511, 255, 89, 45));
    EXPECT_EQ(tileCore(pyramid, {&pyramid, 0, 2, 1}), QRect(512, 256, 88, 44));
}

TEST(TileCache, EveryByteOfAnSrgbImageIsShownAsItIs) {
    const auto image = makePicture(256, 1, ColorSpace::Srgb, {"Y"});
    for (int i = 0; i < 256; ++i)
        image->samples[static_cast<std::size_t>(i)] = static_cast<float>(i) / 255.0F;
    const TilePyramid pyramid(image);
    const auto transform = std::make_shared<const ViewTransform>(ToneSettings{}, LayerTone{});
    const Tile tile = makeTile(pyramid, {&pyramid, 0, 0, 0}, transform);
    for (int i = 0; i < 256; ++i)
        ASSERT_EQ(tile.image.pixel(i, 0), qRgb(i, i, i));
}

TEST(TileCache, ShowsAlphaWhereItIsAskedFor) {
    const auto image = makePicture(2, 1, ColorSpace::Linear);
    image->mask = {0.2F, 1.0F};
    const TilePyramid pyramid(image);
    const auto transform = std::make_shared<const ViewTransform>(
        ToneSettings{.channel = ChannelView::Alpha}, LayerTone{});
    const Tile tile = makeTile(pyramid, {&pyramid, 0, 0, 0}, transform);
    EXPECT_EQ(tile.image.pixel(0, 0), qRgb(51, 51, 51));
    EXPECT_EQ(tile.image.pixel(1, 0), qRgb(255, 255, 255));
}

TEST(TileCache, ForgetsASourceAndKeepsToItsBudget) {
    const TilePyramid one(makePicture(600, 300, ColorSpace::Linear));
    const TilePyramid other(makePicture(600, 300, ColorSpace::Linear));
    const auto transform = std::make_shared<const ViewTransform>(ToneSettings{}, LayerTone{});
    TileCache cache(std::size_t{600} << 10); // two tiles of about 260 KiB
    for (const TileKey& key : {TileKey{&one, 0, 0, 0}, TileKey{&other, 0, 0, 0}})
        cache.insert(key, makeTile(*key.source, key, transform));
    EXPECT_NE(cache.find({&one, 0, 0, 0}), nullptr);
    cache.forget(&one);
    EXPECT_EQ(cache.find({&one, 0, 0, 0}), nullptr);
    EXPECT_NE(cache.find({&other, 0, 0, 0}), nullptr);
    for (const int column : {0, 1})
        cache.insert({&one, 0, column, 0}, makeTile(one, {&one, 0, column, 0}, transform));
    EXPECT_EQ(cache.find({&other, 0, 0, 0}), nullptr) << "the one least looked at goes";
}

} // namespace

} // namespace unlit::ui
