#include "ui/recipe/yaml_completion.h"

#include "core/config/schema/schema.h"
#include "core/config/schema/setting_at_line.h"
#include "ui/kit/text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

namespace unlit::ui {

namespace {

constexpr int kLettersUntilOffered = 2;

bool isOfKey(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

/// Where the word begins that ends at the cursor, in its line.
int wordBegin(const QString& line, int column) {
    int begin = column;
    while (begin > 0 && isOfKey(line[begin - 1]))
        --begin;
    return begin;
}

} // namespace

YamlCompletion::YamlCompletion(QPlainTextEdit& editor)
    : QObject(&editor), m_editor(editor), m_root(config::schemaOf(m_defaults)),
      m_completer(new QCompleter(this)), m_keys(new QStringListModel(this)) {
    m_completer->setWidget(&editor);
    m_completer->setModel(m_keys);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
            &YamlCompletion::take);
}

void YamlCompletion::offer(bool isAsked) {
    const QTextCursor cursor = m_editor.textCursor();
    const QString line = cursor.block().text();
    const int column = cursor.positionInBlock();
    const QString typed = line.mid(wordBegin(line, column), column - wordBegin(line, column));
    if (cursor.hasSelection() || (!isAsked && typed.size() < kLettersUntilOffered))
        return hide();
    QStringList keys;
    m_sections.clear();
    for (const config::PossibleKey& possible :
         config::possibleKeysAtLine(m_root, m_editor.toPlainText().toStdString(),
                                    static_cast<std::size_t>(cursor.blockNumber()))) {
        keys += toQString(possible.key);
        if (possible.isSection)
            m_sections += keys.last();
    }
    m_keys->setStringList(keys);
    m_completer->setCompletionPrefix(typed);
    const bool isWhole =
        m_completer->completionCount() == 1 && m_completer->currentCompletion() == typed;
    if (m_completer->completionCount() == 0 || isWhole)
        return hide();
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = m_editor.cursorRect();
    place.translate(m_editor.viewport()->pos());
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                   m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void YamlCompletion::hide() {
    if (isShown())
        m_completer->popup()->hide();
}

bool YamlCompletion::isShown() const {
    return m_completer->popup()->isVisible();
}

QStringList YamlCompletion::offered() const {
    QStringList keys;
    for (int i = 0; isShown() && i < m_completer->completionModel()->rowCount(); ++i)
        keys += m_completer->completionModel()->index(i, 0).data().toString();
    return keys;
}

void YamlCompletion::take(const QString& key) {
    QTextCursor cursor = m_editor.textCursor();
    const QString line = cursor.block().text();
    int end = cursor.positionInBlock();
    const int begin = wordBegin(line, end);
    while (end < line.size() && isOfKey(line[end]))
        ++end;
    cursor.setPosition(cursor.block().position() + begin);
    cursor.setPosition(cursor.block().position() + end, QTextCursor::KeepAnchor);
    cursor.insertText(key +
                      (m_sections.contains(key) ? QStringLiteral(":") : QStringLiteral(": ")));
    m_editor.setTextCursor(cursor);
}

QString YamlCompletion::help(int line) const {
    const auto lines = config::helpAtLine(m_root, m_editor.toPlainText().toStdString(),
                                          static_cast<std::size_t>(line));
    QStringList words;
    if (lines)
        for (const std::string& text : *lines)
            words += toQString(text);
    return words.join(u'\n');
}

} // namespace unlit::ui
