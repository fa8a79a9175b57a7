// Colours of YAML text: keys, numbers, texts, comments.
#pragma once

#include "ui/theme/theme_tokens.h"

#include <QSyntaxHighlighter>

namespace unlit::ui {

class YamlHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit YamlHighlighter(QTextDocument* document);
    void setTokens(const ThemeTokens& tokens);

protected:
    void highlightBlock(const QString& text) override;

private:
    qsizetype paintKey(const QString& text, qsizetype at);
    void paintValue(const QString& text, qsizetype at);
    qsizetype paintQuoted(const QString& text, qsizetype at);
    qsizetype paintWord(const QString& text, qsizetype at);

    QTextCharFormat m_key, m_number, m_text, m_word, m_comment, m_sign;
};

} // namespace unlit::ui
