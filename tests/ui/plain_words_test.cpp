// Names, metadata and errors are shown as they are, whatever they look like.
#include "ui/kit/plain_numbers.h"
#include "ui/widgets/form_column.h"
#include "ui/widgets/plain_tool_tips.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QToolTip>

#include <clocale>

namespace {

const QString kLooksLikeHtml = QStringLiteral("a <b>b</b> <img src=file:///x width=900>");

QLabel* shownTip() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget->inherits("QTipLabel") && widget->isVisible())
            return qobject_cast<QLabel*>(widget);
    return nullptr;
}

} // namespace

TEST(PlainWords, LabelsShowTextsAsTheyAre) {
    const std::unique_ptr<QLabel> label(unlit::ui::makeLabel(kLooksLikeHtml, "label"));
    EXPECT_EQ(label->textFormat(), Qt::PlainText);
    EXPECT_LT(label->sizeHint().width(), 800);
}

TEST(PlainWords, SoDoToolTips) {
    unlit::ui::keepToolTipsPlain(*qApp);
    for (const QString& text : {kLooksLikeHtml, kLooksLikeHtml + QStringLiteral(" again")}) {
        QToolTip::showText({10, 10}, text);
        QLabel* tip = shownTip();
        ASSERT_NE(tip, nullptr);
        EXPECT_EQ(tip->text(), text);
        EXPECT_EQ(tip->textFormat(), Qt::PlainText);
    }
    QToolTip::hideText();
}

TEST(PlainWords, NumbersOfFilesFollowNoDesktop) {
    ASSERT_NE(std::setlocale(LC_NUMERIC, "C.UTF-8"), nullptr); // as Qt takes that of the desktop
    unlit::ui::keepNumbersPlain();
    EXPECT_STREQ(std::setlocale(LC_NUMERIC, nullptr), "C");
}
