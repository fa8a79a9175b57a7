// How the text of a recipe looks: the gutter with its numbers, the current line, what is wrong.
#include "ui/kit/text.h"
#include "ui/recipe/yaml_editor.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kGutterGapPx = 10;
constexpr int kMarkPx = 6;
constexpr int kCurrentLineAlpha = 18;

} // namespace

class YamlEditor::Gutter : public QWidget {
public:
    explicit Gutter(YamlEditor* editor) : QWidget(editor), m_editor(*editor) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_editor.paintGutter(event); }

private:
    YamlEditor& m_editor;
};

YamlEditor::YamlEditor(RecipeDocument& recipe, QWidget* parent)
    : QPlainTextEdit(parent), m_recipe(recipe), m_highlighter(document()),
      m_gutter(new Gutter(this)), m_completion(new YamlCompletion(*this)) {
    setObjectName(QStringLiteral("yaml"));
    setAccessibleName(tr("Recipe as YAML"));
    setFont(valueFont());
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setUndoRedoEnabled(false); // the recipe has one history
    setFrameShape(QFrame::NoFrame);
    m_highlighter.setTokens(themeTokens(palette()));
    connect(document(), &QTextDocument::contentsChange, this, &YamlEditor::takeEdit);
    connect(&recipe, &RecipeDocument::spliced, this, &YamlEditor::showSplice);
    connect(&recipe, &RecipeDocument::opened, this, &YamlEditor::showAll);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEditor::placeGutter);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &YamlEditor::underline);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    showAll();
    placeGutter();
}

int YamlEditor::gutterWidth() const {
    const auto digits = static_cast<int>(QString::number(std::max(100, blockCount())).size());
    return kMarkPx + kGutterGapPx + digits * fontMetrics().horizontalAdvance(u'0') + kGutterGapPx;
}

void YamlEditor::placeGutter() {
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inner = contentsRect();
    m_gutter->setGeometry(inner.left(), inner.top(), gutterWidth(), inner.height());
}

void YamlEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void YamlEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_highlighter.setTokens(themeTokens(palette()));
        underline();
        placeGutter();
    }
}

void YamlEditor::paintGutter(QPaintEvent* event) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), tokens.panel);
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    QTextBlock block = firstVisibleBlock();
    double top = blockBoundingGeometry(block).translated(contentOffset()).top();
    const int lineHeight = fontMetrics().height();
    for (; block.isValid() && top <= event->rect().bottom(); block = block.next()) {
        const double height = blockBoundingRect(block).height();
        const int line = block.blockNumber() + 1;
        const bool isCurrent = block == textCursor().block();
        painter.setPen(isCurrent ? tokens.text : tokens.disabled);
        painter.drawText(QRectF(0, top, m_gutter->width() - kGutterGapPx, lineHeight),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        if (const auto found = findingsAt(line); !found.empty()) {
            const bool isBad = std::ranges::any_of(found, [](const Diagnostic* finding) {
                return finding->severity == Diagnostic::Severity::Error;
            });
            painter.setPen(Qt::NoPen);
            painter.setBrush(isBad ? tokens.bad : tokens.accent);
            painter.drawEllipse(QPointF(kMarkPx + 2, top + lineHeight / 2.0), kMarkPx / 2.0,
                                kMarkPx / 2.0);
        }
        top += height;
    }
}

void YamlEditor::underline() {
    const ThemeTokens& tokens = themeTokens(palette());
    QList<QTextEdit::ExtraSelection> selections;
    QTextEdit::ExtraSelection current;
    QColor tint = tokens.text;
    tint.setAlpha(kCurrentLineAlpha);
    current.format.setBackground(tint);
    current.format.setProperty(QTextFormat::FullWidthSelection, true);
    current.cursor = textCursor();
    current.cursor.clearSelection();
    selections += current;
    for (const Diagnostic& finding : m_findings) {
        const QTextBlock block = document()->findBlockByNumber(finding.mark.line - 1);
        if (!block.isValid())
            continue;
        QTextEdit::ExtraSelection wave;
        wave.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wave.format.setUnderlineColor(
            finding.severity == Diagnostic::Severity::Error ? tokens.bad : tokens.accent);
        const QString text = block.text();
        int from = columnOf(block.blockNumber(), finding.mark.column - 1);
        if (from >= text.size()) // behind the line: all of it, from its first sign on
            from = 0;
        while (from < text.size() && text[from].isSpace())
            ++from;
        wave.cursor = QTextCursor(block);
        wave.cursor.setPosition(block.position() + from);
        wave.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        selections += wave;
    }
    setExtraSelections(selections);
    m_gutter->update();
}

void YamlEditor::showToolTip(QHelpEvent* event) {
    const QPoint place = viewport()->mapFrom(this, event->pos());
    const QTextCursor cursor = cursorForPosition(place);
    QStringList words;
    for (const Diagnostic* finding : findingsAt(cursor.blockNumber() + 1)) {
        words += sentence(finding->message);
        if (!finding->hint.empty())
            words += sentence(finding->hint);
    }
    if (const QString help = m_completion->help(cursor.blockNumber()); !help.isEmpty())
        words += help;
    if (words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPos(), words.join(u'\n'), this);
}

} // namespace unlit::ui
