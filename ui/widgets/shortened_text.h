// Words on a few lines, cut where they need more.
#pragma once

#include <QCache>
#include <QFont>
#include <QString>

#include <utility>

namespace unlit::ui {

struct ShortenedText {
    QString text; ///< with … where words were left out
    int height;   ///< of its lines, in pixels
};

/// Breaking lines takes a hundred times as long as painting them, and a list asks for the same ones
/// at each paint and each layout: the answers are kept. GUI thread.
class TextShortener {
public:
    TextShortener(const QFont& font, int mostLines) : m_font(font), m_mostLines(mostLines) {}

    /// Valid until the next call.
    const ShortenedText& shorten(const QString& whole, int width);

private:
    int heightOf(const QString& text, int width) const;
    ShortenedText make(const QString& whole, int width) const;

    QFont m_font;
    int m_mostLines;
    QCache<std::pair<QString, int>, ShortenedText> m_known{1000};
};

} // namespace unlit::ui
