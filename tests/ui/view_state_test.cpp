#include "ui/viewer/view_state.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

TEST(ViewState, StepsOfOffsetAndGammaComeBackToWhereTheyBegan) {
    ViewState state;
    for (int i = 0; i < 7; ++i)
        state.setOffset(state.tone().light.offset + ViewState::kOffsetStep);
    for (int i = 0; i < 7; ++i)
        state.setOffset(state.tone().light.offset - ViewState::kOffsetStep);
    EXPECT_EQ(state.tone().light.offset, 0.0);
}

TEST(ViewState, LightHasBounds) {
    ViewState state;
    state.setExposure(1e9);
    EXPECT_EQ(state.tone().light.exposureEv, ViewState::kMostExposure);
    state.setGamma(-4);
    EXPECT_EQ(state.tone().light.gamma, ViewState::kLeastGamma);
}

TEST(ViewState, LimitsOfPaintThatAreNoneChangeNothing) {
    ViewState state;
    state.setPaintLimits({0.03, 0.8});
    const QSignalSpy tone(&state, &ViewState::toneChanged);
    for (const PaintLimits& wrong :
         {PaintLimits{0.8, 0.8}, PaintLimits{-0.1, 0.8}, PaintLimits{0.1, 11}})
        state.setPaintLimits(wrong);
    EXPECT_EQ(tone.count(), 0);
    EXPECT_EQ(state.tone().paintLimits, (PaintLimits{0.03, 0.8}));
}

TEST(ViewState, ResetBringsBackLightAndNothingElse) {
    ViewState state;
    state.setExposure(2);
    state.setOffset(0.3);
    state.setGamma(1.5);
    state.setChannel(ChannelView::Green);
    state.resetLight();
    EXPECT_EQ(state.tone().light, LightAdjustment());
    EXPECT_EQ(state.tone().channel, ChannelView::Green);
}

TEST(ViewState, NormalisingBringsLowToBlackAndHighToWhite) {
    ViewState state;
    state.normalize(0.25, 0.75);
    EXPECT_NEAR(state.tone().light.apply(0.25), 0, 1e-12);
    EXPECT_NEAR(state.tone().light.apply(0.75), 1, 1e-12);
    const ToneSettings before = state.tone();
    state.normalize(0.5, 0.5);
    EXPECT_EQ(state.tone(), before);
}

TEST(ViewState, TellsOnceAndOnlyOfWhatHasChanged) {
    ViewState state;
    const QSignalSpy tone(&state, &ViewState::toneChanged);
    const QSignalSpy compare(&state, &ViewState::compareChanged);
    const QSignalSpy wipe(&state, &ViewState::wipeChanged);
    state.setExposure(1);
    state.setExposure(1);
    EXPECT_EQ(tone.count(), 1);
    state.setWipe({0.3, 20});
    state.setWipe({0.3, 20});
    EXPECT_EQ(wipe.count(), 1);
    EXPECT_EQ(compare.count(), 0);
}

TEST(ViewState, FlippingFirstGoesToTheModeThenTurns) {
    ViewState state;
    state.flip();
    EXPECT_EQ(state.mode(), CompareMode::Flip);
    EXPECT_FALSE(state.isFlipped());
    state.flip();
    EXPECT_TRUE(state.isFlipped());
}

TEST(ViewState, ChannelsAndFalseColoursGoAround) {
    ViewState state;
    state.stepChannel(-1);
    EXPECT_EQ(state.tone().channel, ChannelView::Luminance);
    state.stepChannel(1);
    EXPECT_EQ(state.tone().channel, ChannelView::Color);
    state.stepFalseColor(-1);
    EXPECT_EQ(state.tone().falseColor, ColorMapKind::CoolWarm);
    state.stepFalseColor(1);
    EXPECT_FALSE(state.tone().falseColor.has_value());
    state.stepDifference(2);
    EXPECT_EQ(state.difference(), DifferenceKind::Signed);
}

} // namespace

} // namespace unlit::ui
