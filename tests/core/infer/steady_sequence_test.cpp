// Frames of one sequence: levels, weights and means, on answers that are made by hand.
#include "core/infer/sequence/steady_sequence.h"

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::infer {

namespace {

constexpr std::int64_t kHeight = 24;
constexpr std::int64_t kWidth = 32;

DetailTarget linearPaint() {
    return {DetailRule::Paint, ColorSpace::Linear, DetailTarget::Part::Albedo};
}

/// Paint that differs from pixel to pixel, in 0.2 to 0.5.
torch::Tensor paintOfScene() {
    const torch::Tensor x = torch::arange(kWidth).to(torch::kFloat32) / kWidth;
    const torch::Tensor y = torch::arange(kHeight).to(torch::kFloat32) / kHeight;
    return (0.2 + 0.2 * x.unsqueeze(0) + 0.1 * y.unsqueeze(1))
        .unsqueeze(0)
        .repeat({3, 1, 1})
        .contiguous();
}

/// One frame of a grey picture (no colour tells frames apart) with this answer.
SequencePart partOf(const torch::Tensor& answer_3HW, float grey = 0.5F) {
    SequencePart part;
    part.answer.networkInput_13HW = torch::full({1, 3, kHeight, kWidth}, 2 * grey - 1);
    part.answer.reduced.prediction = answer_3HW.unsqueeze(0).clone();
    part.answer.geometry.network = {kHeight, kWidth};
    return part;
}

SteadySequence sequenceOf(const std::vector<SequencePart>& parts) {
    SteadySequence steady({linearPaint()}, ColorSpace::Srgb);
    for (std::size_t t = 0; t < parts.size(); ++t)
        steady.add(static_cast<std::int64_t>(t), parts[t]);
    return steady;
}

torch::Tensor answerAt(SteadySequence& steady, std::int64_t time) {
    return steady.steadied(time).reduced.prediction[0];
}

void expectNear(const torch::Tensor& a, const torch::Tensor& b, double tolerance) {
    EXPECT_LT((a - b).abs().max().item<double>(), tolerance);
}

} // namespace

TEST(SteadySequence, FramesThatAreAlikeStayAsTheyAre) {
    const torch::Tensor paint = paintOfScene();
    SteadySequence steady = sequenceOf({partOf(paint), partOf(paint), partOf(paint)});
    expectNear(answerAt(steady, 1), paint, 1e-4);
    EXPECT_NEAR(steady.factorOf(1), 1, 1e-5);
}

TEST(SteadySequence, AGainThatAlternatesIsTakenOff) {
    // Answers 1, 1.2, 1, 1.2, 1 times the paint: the level that three of five have is the common
    // one, and the others are multiplied by 1 / 1.2.
    const torch::Tensor paint = paintOfScene();
    std::vector<SequencePart> parts;
    for (int t = 0; t < 5; ++t)
        parts.push_back(partOf(t % 2 == 0 ? paint : paint * 1.2));
    SteadySequence steady = sequenceOf(parts);
    for (int t = 0; t < 5; ++t)
        expectNear(answerAt(steady, t), paint, 2e-3);
    EXPECT_NEAR(steady.factorOf(2), 1, 1e-3);
    EXPECT_NEAR(steady.factorOf(3), 1 / 1.2, 1e-3);
}

TEST(SteadySequence, TheCommonLevelIsNotThatOfOneFrame) {
    // A first frame that is half as bright is brought to the others, not they to it.
    const torch::Tensor paint = paintOfScene();
    SteadySequence steady =
        sequenceOf({partOf(paint * 0.5), partOf(paint), partOf(paint), partOf(paint)});
    expectNear(answerAt(steady, 0), paint, 5e-3);
    EXPECT_NEAR(steady.factorOf(0), 2, 0.02);
}

TEST(SteadySequence, SmallBlotsThatComeAndGoAreAveraged) {
    // One of nine frames is off by 10 % in a corner too small to move the level: of that a frame's
    // own share of the weights is left.
    const torch::Tensor paint = paintOfScene();
    std::vector<SequencePart> parts(9, partOf(paint));
    torch::Tensor blot = paint.clone();
    blot.narrow(1, 0, 6).narrow(2, 0, 6).mul_(1.1);
    parts[4] = partOf(blot);
    SteadySequence steady = sequenceOf(parts);
    const torch::Tensor off = (answerAt(steady, 4) / paint - 1).narrow(1, 0, 4).narrow(2, 0, 4);
    EXPECT_LT(off.max().item<double>(), 0.05);
    EXPECT_GT(off.max().item<double>(), 0.0);
    EXPECT_EQ(steady.factorOf(4), 1);
}

TEST(SteadySequence, WhatMovedHasNoWeight) {
    // A dark thing stands left in one frame and right in the next.
    const torch::Tensor paint = paintOfScene();
    torch::Tensor left = paint.clone();
    left.narrow(2, 2, 8).fill_(0.02);
    torch::Tensor right = paint.clone();
    right.narrow(2, 22, 8).fill_(0.02);
    SteadySequence steady = sequenceOf({partOf(left), partOf(right)});
    const torch::Tensor weight = steady.weightOf(0, 1, 0);
    EXPECT_LT(weight.narrow(1, 4, 4).max().item<double>(), 1e-3);
    EXPECT_LT(weight.narrow(1, 24, 4).max().item<double>(), 1e-3);
    EXPECT_GT(weight.narrow(1, 15, 2).min().item<double>(), 0.5);
    expectNear(answerAt(steady, 0).narrow(2, 4, 4), left.narrow(2, 4, 4), 1e-3);
    expectNear(answerAt(steady, 1).narrow(2, 4, 4), paint.narrow(2, 4, 4), 1e-3);
}

TEST(SteadySequence, TheSameTextureIsTheSameSurfaceWhateverTheAnswer) {
    // Two answers that are a factor of 1.5 apart in one half, which is too small a part of the
    // picture to be its level: ln 1.5 = 0.41 is 1.6 of `paint`, but 0.6 of `samePaint`.
    const torch::Tensor paint = paintOfScene();
    torch::Tensor brighter = paint.clone();
    brighter.narrow(2, 20, 12).mul_(1.5);
    const auto weightBetween = [&](bool hasTexture) {
        SequencePart first = partOf(paint);
        SequencePart second = partOf(brighter);
        if (hasTexture)
            for (SequencePart* part : {&first, &second}) {
                const torch::Tensor stripes = torch::arange(kWidth).remainder(2) * 0.2;
                part->answer.networkInput_13HW.add_(stripes);
            }
        SteadySequence steady = sequenceOf({first, second});
        return steady.weightOf(0, 1, 0)[12][26].item<double>();
    };
    const double kept = std::exp(-0.5 / 100); // one frame away
    const double apart = std::log((0.01 + 1.5 * 0.4) / (0.01 + 0.4));
    EXPECT_NEAR(weightBetween(false), kept * std::exp(-0.5 * std::pow(apart / 0.25, 2)), 0.03);
    EXPECT_NEAR(weightBetween(true), kept * std::exp(-0.5 * std::pow(apart / 0.7, 2)), 0.03);
}

TEST(SteadySequence, AnotherColourOfThePictureHasNoWeight) {
    const torch::Tensor paint = paintOfScene();
    SequencePart red = partOf(paint);
    red.answer.networkInput_13HW.select(1, 0).fill_(0.8); // sRGB 0.9, green and blue 0.5
    SteadySequence steady = sequenceOf({partOf(paint), red});
    EXPECT_LT(steady.weightOf(0, 1, 0).max().item<double>(), 1e-6);
}

TEST(SteadySequence, LightIsItsFramesOwn) {
    SteadySequence steady({{DetailRule::Light, ColorSpace::Linear, DetailTarget::Part::Shading}},
                          ColorSpace::Srgb);
    const torch::Tensor paint = paintOfScene();
    steady.add(0, partOf(paint));
    steady.add(1, partOf(paint * 0.9));
    EXPECT_TRUE(torch::equal(answerAt(steady, 1), paint * 0.9));
    EXPECT_EQ(steady.factorOf(1), 1);
}

TEST(SteadySequence, PixelsWithoutLightTellOthersNothing) {
    const torch::Tensor paint = paintOfScene();
    SequencePart dark = partOf(paint * 0.9);
    dark.lit_HW = torch::zeros({kHeight, kWidth});
    SteadySequence steady = sequenceOf({partOf(paint), dark});
    expectNear(answerAt(steady, 0), paint, 1e-4);
    EXPECT_EQ(steady.weightOf(0, 1, 0).max().item<double>(), 0);
}

TEST(SteadySequence, FramesOutOfReachDoNotCountAndThoseBeforeAreLetGo) {
    const torch::Tensor paint = paintOfScene();
    SteadySequence steady({linearPaint()}, ColorSpace::Srgb);
    steady.add(0, partOf(paint));
    steady.add(20, partOf(paint * 1.1));
    expectNear(answerAt(steady, 0), paint, 1e-4);
    steady.forgetBefore(20);
    EXPECT_FALSE(steady.has(0));
    EXPECT_TRUE(steady.has(20));
}

TEST(SteadySequence, LevelsOfAnEarlierRunMakeTheSame) {
    const torch::Tensor paint = paintOfScene();
    std::vector<SequencePart> parts;
    for (int t = 0; t < 30; ++t)
        parts.push_back(partOf(paint * (1 + 0.05 * (t % 3))));
    SteadySequence whole = sequenceOf(parts);
    whole.steadied(0);
    SteadySequence rest({linearPaint()}, ColorSpace::Srgb, {}, whole.levels());
    for (int t = 8; t < 30; ++t) // those within reach of the frame that is asked for
        rest.add(t, parts[static_cast<std::size_t>(t)]);
    EXPECT_TRUE(torch::equal(answerAt(rest, 20), answerAt(whole, 20)));
}

} // namespace unlit::infer
