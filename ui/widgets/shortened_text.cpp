#include "ui/widgets/shortened_text.h"

#include <QFontMetrics>
#include <QStringList>

namespace unlit::ui {

namespace {

constexpr int kAnyHeightPx = 10'000;

} // namespace

int TextShortener::heightOf(const QString& text, int width) const {
    return QFontMetrics(m_font)
        .boundingRect(QRect(0, 0, width, kAnyHeightPx), Qt::TextWordWrap, text)
        .height();
}

ShortenedText TextShortener::make(const QString& whole, int width) const {
    const int room = m_mostLines * QFontMetrics(m_font).lineSpacing();
    if (const int height = heightOf(whole, width); height <= room)
        return {whole, height};
    const QStringList words = whole.split(u' ');
    const auto upTo = [&](qsizetype count) {
        return QString(words.mid(0, count).join(u' ') + u'…');
    };
    qsizetype fits = 1; // a single word is shown whatever its length
    qsizetype tooMany = words.size();
    while (tooMany - fits > 1) {
        const qsizetype middle = (fits + tooMany) / 2;
        (heightOf(upTo(middle), width) <= room ? fits : tooMany) = middle;
    }
    return {upTo(fits), heightOf(upTo(fits), width)};
}

const ShortenedText& TextShortener::shorten(const QString& whole, int width) {
    const std::pair<QString, int> key(whole, width);
    if (const ShortenedText* known = m_known.object(key))
        return *known;
    auto* made = new ShortenedText(make(whole, width));
    m_known.insert(key, made);
    return *made;
}

} // namespace unlit::ui
