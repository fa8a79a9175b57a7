#include "ui/theme/theme.h"

#include "ui/kit/text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/exposure_box.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::ui {

namespace {

/// WCAG 2.1 relative luminance and contrast.
double luminance(const QColor& color) {
    const auto channel = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

class ThemeTest : public testing::TestWithParam<ThemeKind> {};

TEST_P(ThemeTest, EveryNameInTheStyleSheetHasAColour) {
    const QString sheet = themeStyleSheet(GetParam());
    ASSERT_FALSE(sheet.isEmpty());
    const QRegularExpression name(QStringLiteral("@\\w+@"));
    EXPECT_EQ(name.match(sheet).captured().toStdString(), "");
}

TEST_P(ThemeTest, WordsCanBeReadOnWhatTheyStandOn) {
    const ThemeTokens& tokens = themeTokens(GetParam());
    for (const QColor& back : {tokens.window, tokens.rail, tokens.panel, tokens.raised}) {
        EXPECT_GE(contrast(tokens.text, back), 7.0);
        EXPECT_GE(contrast(tokens.secondary, back), 4.3);
    }
    for (const QColor& color : {tokens.accent, tokens.good, tokens.bad, tokens.info})
        EXPECT_GE(contrast(color, tokens.panel), 4.5) << color.name().toStdString();
    EXPECT_GE(contrast(tokens.accentText, tokens.accentFill), 4.5);
}

TEST_P(ThemeTest, TokensAreFoundAgainFromThePalette) {
    EXPECT_EQ(&themeTokens(themePalette(GetParam())), &themeTokens(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, testing::Values(ThemeKind::Dark, ThemeKind::Light));

TEST(Theme, SurroundOfPicturesIsNeutral) {
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light})
        EXPECT_EQ(themeTokens(kind).surround, QColor(0x4d, 0x4d, 0x4d));
}

TEST(Theme, IconsTakeTheColourTheyAreGiven) {
    const QImage icon = tintedIcon(QStringLiteral("plus"), QColor(10, 200, 30), 24, 2.0).toImage();
    EXPECT_EQ(icon.size(), QSize(48, 48));
    EXPECT_EQ(icon.pixelColor(24, 24), QColor(10, 200, 30));
}

TEST(Text, NumbersAreWrittenForPeople) {
    EXPECT_EQ(countText(865'922'244), QStringLiteral("866 M"));
    EXPECT_EQ(countText(14'020'000), QStringLiteral("14.0 M"));
    EXPECT_EQ(timeLeftText(8.2), QStringLiteral("9 s left"));
    EXPECT_EQ(timeLeftText(80), QStringLiteral("1 min 20 s left"));
    EXPECT_EQ(timeLeftText(19'740), QStringLiteral("5 h 29 min left"));
    EXPECT_EQ(sentence("no such layer"), QStringLiteral("No such layer."));
    EXPECT_EQ(sentence("/a/b.exr is empty"), QStringLiteral("/a/b.exr is empty."));
}

TEST(ExposureBox, ArrowsLeaveAutomaticFromItsValueAndWordsGoBack) {
    ExposureBox box;
    box.setAutomaticEv(0.7);
    EXPECT_FALSE(box.exposure().has_value());
    EXPECT_EQ(box.text(), QStringLiteral("Auto (+0.7 EV)"));
    QSignalSpy edited(&box, &ExposureBox::exposureEdited);
    box.stepBy(1);
    ASSERT_TRUE(box.exposure().has_value());
    EXPECT_NEAR(*box.exposure(), 1.2, 1e-9);
    EXPECT_EQ(edited.count(), 1);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("auto"));
    QTest::keyClick(&box, Qt::Key_Return);
    EXPECT_FALSE(box.exposure().has_value());
    EXPECT_EQ(edited.count(), 2);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("-1.5"));
    QTest::keyClick(&box, Qt::Key_Return);
    ASSERT_TRUE(box.exposure().has_value());
    EXPECT_NEAR(*box.exposure(), -1.5, 1e-9);
}

TEST(SegmentedControl, OnlyUsersChoicesAreTold) {
    SegmentedControl control;
    control.setItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    control.setCurrent(2);
    EXPECT_EQ(control.current(), 2);
    EXPECT_EQ(chosen.count(), 0);
    const auto buttons = control.findChildren<QAbstractButton*>();
    buttons[1]->click();
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
}

} // namespace

} // namespace unlit::ui
