// A line of words in a place that is too small for it.
#include "ui/widgets/cut_label.h"

#include <gtest/gtest.h>

#include <QApplication>

namespace {

using unlit::ui::CutLabel;

const QString kWords = QStringLiteral("iter 67 of 20060 · epoch 17 · 5.0 it/s · 2 h 58 min left");

QImage drawn(CutLabel& label) {
    return label.grab().toImage();
}

} // namespace

TEST(CutLabel, SaysAllOfItWhereThereIsRoom) {
    CutLabel label;
    label.setText(kWords);
    label.resize(label.fontMetrics().horizontalAdvance(kWords) + 10, 20);
    EXPECT_EQ(label.shown(), kWords);
}

TEST(CutLabel, EndsInDotsWhereThereIsNot) {
    CutLabel label;
    label.setText(kWords);
    label.resize(label.fontMetrics().horizontalAdvance(kWords) / 2, 20);
    EXPECT_TRUE(label.shown().endsWith(u'…')) << label.shown().toStdString();
    EXPECT_TRUE(kWords.startsWith(label.shown().chopped(1)));
    EXPECT_EQ(label.text(), kWords);
    EXPECT_LT(label.minimumSizeHint().height(), 100);

    CutLabel other; // what is drawn is what is shown
    other.setText(label.shown());
    other.resize(label.size());
    EXPECT_EQ(drawn(label), drawn(other));
}

TEST(CutLabel, KeepsTheColourOfItsStyleSheet) {
    CutLabel label;
    label.setText(kWords);
    label.setStyleSheet(QStringLiteral("color: #ff0000;"));
    label.resize(label.fontMetrics().horizontalAdvance(kWords) / 2, 20);
    CutLabel other;
    other.setText(label.shown());
    other.setStyleSheet(label.styleSheet());
    other.resize(label.size());
    EXPECT_EQ(drawn(label), drawn(other));
}

TEST(CutLabel, CutsAPathInItsMiddle) {
    CutLabel label;
    label.setText(kWords);
    label.setCut(Qt::ElideMiddle);
    label.resize(label.fontMetrics().horizontalAdvance(kWords) / 2, 20);
    EXPECT_TRUE(label.shown().startsWith(kWords.left(5))) << label.shown().toStdString();
    EXPECT_TRUE(label.shown().endsWith(kWords.right(5))) << label.shown().toStdString();
}

TEST(CutLabel, WrapsWordsAndCutsOneThatIsLongerThanALine) {
    CutLabel label;
    const QString longWord = QStringLiteral("Gradientengrenze");
    label.setWordWrap(true);
    label.setText(QStringLiteral("die ") + longWord);
    label.resize(label.fontMetrics().horizontalAdvance(longWord) - 4, 60);
    const QStringList words = label.shown().split(u' ');
    ASSERT_EQ(words.size(), 2);
    EXPECT_EQ(words[0], QStringLiteral("die"));
    EXPECT_TRUE(words[1].endsWith(u'…')) << words[1].toStdString();
    EXPECT_LE(label.fontMetrics().horizontalAdvance(words[1]), label.width());

    CutLabel other; // what is drawn is what is shown
    other.setWordWrap(true);
    other.setText(label.shown());
    other.resize(label.size());
    EXPECT_EQ(drawn(label), drawn(other));
}
