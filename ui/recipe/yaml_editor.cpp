#include "ui/recipe/yaml_editor.h"

#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTextBlock>

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

constexpr int kTabSpaces = 2;

} // namespace

void YamlEditor::setFindings(std::vector<Diagnostic> findings) {
    m_findings = std::move(findings);
    std::erase_if(m_findings, [this](const Diagnostic& finding) {
        return finding.mark.line < 1 || finding.mark.file != m_recipe.shownAs();
    });
    underline();
    m_gutter->update();
}

/// The text of the widget, without what Qt makes of spaces and lines inside it.
QString YamlEditor::shownText(int at, int length) const {
    QString text;
    text.reserve(length);
    for (int i = at; i < at + length; ++i) {
        const QChar c = document()->characterAt(i);
        text += c == QChar::ParagraphSeparator || c == QChar::LineSeparator ? QChar(u'\n') : c;
    }
    return text;
}

/// Qt counts the end of the last paragraph now and then; the text does not have it.
void YamlEditor::takeEdit(int at, int removed, int added) {
    if (m_isApplying)
        return;
    const QScopedValueRollback applying(m_isApplying, true);
    const int length = document()->characterCount() - 1;
    const qsizetype before = m_recipe.text().size();
    added = std::min(added, length - at);
    removed = static_cast<int>(std::min<qsizetype>(removed, before - at));
    const bool fits = added >= 0 && removed >= 0 && before - removed + added == length;
    const QString inserted = fits ? shownText(at, added) : shownText(0, length);
    const bool isTyping = fits && added <= 1 && removed <= 1 && inserted != QStringLiteral("\n");
    const QString mergeKey = isTyping ? QStringLiteral("typing") : QString();
    if (fits)
        m_recipe.splice(at, removed, inserted, tr("Typing"), mergeKey);
    else
        m_recipe.setText(inserted, tr("Typing"), mergeKey);
}

void YamlEditor::showSplice(qsizetype at, qsizetype removed, const QString& inserted) {
    if (m_isApplying)
        return;
    const QScopedValueRollback applying(m_isApplying, true);
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(at));
    cursor.setPosition(static_cast<int>(at + removed), QTextCursor::KeepAnchor);
    cursor.insertText(inserted);
    if (hasFocus()) { // undo and redo: what has changed comes into view
        cursor.setPosition(static_cast<int>(at + inserted.size()));
        setTextCursor(cursor);
        ensureCursorVisible();
    }
}

void YamlEditor::showAll() {
    const QScopedValueRollback applying(m_isApplying, true);
    m_findings.clear();
    setPlainText(m_recipe.text());
    moveCursor(QTextCursor::Start);
    underline();
}

bool YamlEditor::find(const QString& words, bool isBackward) {
    const auto flags = isBackward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (QPlainTextEdit::find(words, flags))
        return true;
    const QTextCursor here = textCursor();
    moveCursor(isBackward ? QTextCursor::End : QTextCursor::Start);
    if (QPlainTextEdit::find(words, flags))
        return true;
    setTextCursor(here);
    return false;
}

/// From bytes of UTF-8 to the widget's units, both from 0.
int YamlEditor::columnOf(int line, int byteColumn) const {
    const QByteArray bytes = document()->findBlockByNumber(line).text().toUtf8();
    return static_cast<int>(
        QString::fromUtf8(bytes.first(std::clamp<qsizetype>(byteColumn, 0, bytes.size()))).size());
}

void YamlEditor::goTo(int line, int column) {
    const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + columnOf(block.blockNumber(), column - 1));
    setTextCursor(cursor);
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

std::vector<const Diagnostic*> YamlEditor::findingsAt(int line) const {
    std::vector<const Diagnostic*> found;
    for (const Diagnostic& finding : m_findings)
        if (finding.mark.line == line)
            found.push_back(&finding);
    return found;
}

std::vector<int> YamlEditor::markedLines() const {
    std::vector<int> lines;
    for (const Diagnostic& finding : m_findings)
        lines.push_back(finding.mark.line);
    return lines;
}

bool YamlEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore(); // the recipe has one history, and the panel's keys for it
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        showToolTip(static_cast<QHelpEvent*>(event));
        return true;
    }
    return QPlainTextEdit::event(event);
}

void YamlEditor::openLine() {
    const QString line = textCursor().block().text().left(textCursor().positionInBlock());
    qsizetype indent = 0;
    while (indent < line.size() && line[indent] == u' ')
        ++indent;
    if (line.trimmed().endsWith(u':'))
        indent += kTabSpaces;
    textCursor().insertText(u'\n' + QString(indent, u' '));
    ensureCursorVisible();
}

bool YamlEditor::closeLevel() {
    QTextCursor cursor = textCursor();
    const int column = cursor.positionInBlock();
    if (cursor.hasSelection() || column == 0 ||
        !QStringView(cursor.block().text()).left(column).trimmed().isEmpty())
        return false;
    const int tooMany = (column - 1) % kTabSpaces + 1;
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, tooMany);
    cursor.removeSelectedText();
    return true;
}

void YamlEditor::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo))
        return emit undoAsked();
    if (event->matches(QKeySequence::Redo))
        return emit redoAsked();
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    constexpr std::array kOfCompletion = {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Tab,
                                          Qt::Key_Escape};
    if (m_completion->isShown() && isPlain &&
        std::ranges::find(kOfCompletion, event->key()) != kOfCompletion.end())
        return event->ignore(); // what is offered takes it
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
        return m_completion->offer(true);
    if (event->key() == Qt::Key_Tab && isPlain) // YAML has no tabs
        return textCursor().insertText(
            QString(kTabSpaces - textCursor().positionInBlock() % kTabSpaces, u' '));
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && isPlain)
        return openLine();
    if (event->key() == Qt::Key_Backspace && isPlain && closeLevel())
        return;
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down || event->key() == Qt::Key_Home)
        m_recipe.endStep();
    QPlainTextEdit::keyPressEvent(event);
    const bool isTyped = !event->text().isEmpty() && event->text()[0].isPrint();
    if (isTyped || m_completion->isShown())
        m_completion->offer(false);
}

void YamlEditor::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    const auto add = [&](const QString& text, const auto& act, bool isEnabled) {
        menu.addAction(text, this, act)->setEnabled(isEnabled);
    };
    const bool hasSelection = textCursor().hasSelection();
    add(
        tr("Undo"), [this] { emit undoAsked(); }, m_recipe.history().canUndo());
    add(
        tr("Redo"), [this] { emit redoAsked(); }, m_recipe.history().canRedo());
    menu.addSeparator();
    add(
        tr("Cut"), [this] { cut(); }, hasSelection);
    add(
        tr("Copy"), [this] { copy(); }, hasSelection);
    add(
        tr("Paste"), [this] { paste(); }, canPaste());
    menu.addSeparator();
    add(
        tr("Select all"), [this] { selectAll(); }, true);
    menu.exec(event->globalPos());
}

} // namespace unlit::ui
