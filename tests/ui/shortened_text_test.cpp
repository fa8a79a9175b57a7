// Sentences of errors in rows of a list.
#include "ui/theme/theme.h"
#include "ui/widgets/shortened_text.h"

#include <gtest/gtest.h>

#include <QFontMetrics>

namespace {

using unlit::ui::interfaceFont;
using unlit::ui::ShortenedText;
using unlit::ui::TextShortener;

constexpr int kWidthPx = 160;
constexpr int kMostLines = 3;

QString sentence(int words) {
    QStringList all;
    for (int i = 0; i < words; ++i)
        all += QStringLiteral("word%1").arg(i);
    return all.join(u' ');
}

int heightOf(const QString& text) {
    return QFontMetrics(interfaceFont(11))
        .boundingRect(QRect(0, 0, kWidthPx, 10'000), Qt::TextWordWrap, text)
        .height();
}

} // namespace

TEST(TextShortener, LeavesWhatFitsAsItIs) {
    TextShortener shortener(interfaceFont(11), kMostLines);
    EXPECT_EQ(shortener.shorten(sentence(3), kWidthPx).text, sentence(3));
    EXPECT_EQ(shortener.shorten(QString(), kWidthPx).text, QString());
}

TEST(TextShortener, KeepsAsManyWordsAsTheLinesHold) {
    TextShortener shortener(interfaceFont(11), kMostLines);
    const ShortenedText cut = shortener.shorten(sentence(60), kWidthPx);
    const int room = kMostLines * QFontMetrics(interfaceFont(11)).lineSpacing();
    EXPECT_LE(cut.height, room);
    EXPECT_EQ(cut.height, heightOf(cut.text));
    ASSERT_TRUE(cut.text.endsWith(u'…'));
    const auto kept = cut.text.count(u' ') + 1;
    EXPECT_EQ(cut.text, sentence(static_cast<int>(kept)) + u'…');
    EXPECT_GT(heightOf(sentence(static_cast<int>(kept) + 1) + u'…'), room) << "one more had room";
}

TEST(TextShortener, ShowsASingleWordWhateverItsLength) {
    TextShortener shortener(interfaceFont(11), 1);
    const QString first(200, u'm');
    const QString text =
        shortener.shorten(first + QStringLiteral("\u00a0") + sentence(40), 90).text;
    EXPECT_TRUE(text.startsWith(first));
}

TEST(TextShortener, AnswersForEachWidth) {
    TextShortener shortener(interfaceFont(11), kMostLines);
    const QString narrow = shortener.shorten(sentence(60), kWidthPx).text;
    const QString wide = shortener.shorten(sentence(60), 2 * kWidthPx).text;
    EXPECT_GT(wide.size(), narrow.size());
    EXPECT_EQ(shortener.shorten(sentence(60), kWidthPx).text, narrow);
}
