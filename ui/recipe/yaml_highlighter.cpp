#include "ui/recipe/yaml_highlighter.h"

#include <QRegularExpression>
#include <QTextDocument>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kNoText = -1; ///< state of a line that no block of text goes on from

qsizetype indentOf(const QString& text) {
    qsizetype at = 0;
    while (at < text.size() && text[at] == u' ')
        ++at;
    return at;
}

bool beginsComment(const QString& text, qsizetype at) {
    return text[at] == u'#' && (at == 0 || text[at - 1].isSpace());
}

bool isSign(QChar c) {
    return QStringLiteral("[]{},").contains(c);
}

} // namespace

YamlHighlighter::YamlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void YamlHighlighter::setTokens(const ThemeTokens& tokens) {
    m_key.setForeground(tokens.info);
    m_number.setForeground(tokens.accent);
    m_text.setForeground(tokens.good);
    m_word.setForeground(tokens.text);
    m_comment.setForeground(tokens.secondary);
    m_comment.setFontItalic(true);
    m_sign.setForeground(tokens.secondary);
    rehighlight();
}

void YamlHighlighter::highlightBlock(const QString& text) {
    const qsizetype indent = indentOf(text);
    // State n >= 0: a block of text that belongs to a key at column n.
    const int before = previousBlockState();
    if (before >= 0 && (indent > before || text.trimmed().isEmpty())) {
        setFormat(0, static_cast<int>(text.size()), m_text);
        return setCurrentBlockState(before);
    }
    setCurrentBlockState(kNoText);
    qsizetype at = indent;
    while (at + 1 < text.size() && text[at] == u'-' && text[at + 1] == u' ') {
        setFormat(static_cast<int>(at), 1, m_sign);
        at += 2;
        while (at < text.size() && text[at] == u' ')
            ++at;
    }
    paintValue(text, paintKey(text, at));
    static const QRegularExpression kOpensText(QStringLiteral(":\\s+[|>][-+0-9]*\\s*(#.*)?$"));
    if (kOpensText.match(text).hasMatch())
        setCurrentBlockState(static_cast<int>(indent));
}

/// Behind "key:"; `at` where there is no key.
qsizetype YamlHighlighter::paintKey(const QString& text, qsizetype at) {
    if (at >= text.size() || text[at] == u'#' || isSign(text[at]))
        return at;
    for (qsizetype i = at; i < text.size(); ++i) {
        if (beginsComment(text, i))
            return at;
        if (text[i] == u':' && (i + 1 == text.size() || text[i + 1].isSpace())) {
            setFormat(static_cast<int>(at), static_cast<int>(i - at), m_key);
            setFormat(static_cast<int>(i), 1, m_sign);
            return i + 1;
        }
    }
    return at;
}

void YamlHighlighter::paintValue(const QString& text, qsizetype at) {
    while (at < text.size()) {
        const QChar c = text[at];
        if (beginsComment(text, at)) {
            setFormat(static_cast<int>(at), static_cast<int>(text.size() - at), m_comment);
            return;
        }
        if (c.isSpace()) {
            ++at;
        } else if (c == u'"' || c == u'\'') {
            at = paintQuoted(text, at);
        } else if (isSign(c)) {
            setFormat(static_cast<int>(at++), 1, m_sign);
        } else {
            at = paintWord(text, at);
        }
    }
}

qsizetype YamlHighlighter::paintQuoted(const QString& text, qsizetype at) {
    const QChar quote = text[at];
    qsizetype end = at + 1;
    while (end < text.size() && text[end] != quote)
        end += quote == u'"' && text[end] == u'\\' ? 2 : 1;
    end = std::min(end + 1, text.size());
    setFormat(static_cast<int>(at), static_cast<int>(end - at), m_text);
    return end;
}

qsizetype YamlHighlighter::paintWord(const QString& text, qsizetype at) {
    static const QRegularExpression kNumber(
        QStringLiteral("^(?:[-+]?(?:[0-9][0-9_]*\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?|true|"
                       "false|null|~|yes|no|on|off)$"),
        QRegularExpression::CaseInsensitiveOption);
    qsizetype end = at;
    while (end < text.size() && !isSign(text[end]) && !beginsComment(text, end))
        ++end;
    const QString word = text.mid(at, end - at).trimmed();
    setFormat(static_cast<int>(at), static_cast<int>(word.size()),
              kNumber.match(word).hasMatch() ? m_number : m_word);
    return std::max(end, at + 1);
}

} // namespace unlit::ui
