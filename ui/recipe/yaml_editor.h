// A recipe as text: line numbers, colours, errors underlined. It shows the document and changes it.
#pragma once

#include "core/base/diagnostic.h"
#include "ui/recipe/recipe_document.h"
#include "ui/recipe/yaml_completion.h"
#include "ui/recipe/yaml_highlighter.h"

#include <QPlainTextEdit>

#include <vector>

namespace unlit::ui {

class YamlEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    /// `document` outlives it.
    explicit YamlEditor(RecipeDocument& document, QWidget* parent = nullptr);

    /// Those of this file; others have no line here.
    void setFindings(std::vector<Diagnostic> findings);

    /// Lines and columns (bytes of UTF-8) count from 1; 0 = unknown.
    void goTo(int line, int column);
    /// The next place of these words behind the cursor, around the end; false where there is none.
    bool find(const QString& words, bool isBackward);

    /// Keys are offered while they are typed, and with Ctrl+Space.
    YamlCompletion& completion() { return *m_completion; }

    /// Lines with an underline, from 1.
    std::vector<int> markedLines() const;

signals:
    void undoAsked();
    void redoAsked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Gutter;

    void takeEdit(int at, int removed, int added);
    void showSplice(qsizetype at, qsizetype removed, const QString& inserted);
    void showAll();
    QString shownText(int at, int length) const;
    void paintGutter(QPaintEvent* event);
    int gutterWidth() const;
    void placeGutter();
    void underline();
    void showToolTip(QHelpEvent* event);
    void openLine();
    /// Takes back a level of the indent that the cursor stands in; false where it stands in none.
    bool closeLevel();
    int columnOf(int line, int byteColumn) const;
    std::vector<const Diagnostic*> findingsAt(int line) const;

    RecipeDocument& m_recipe;
    YamlHighlighter m_highlighter;
    QWidget* m_gutter;
    YamlCompletion* m_completion;
    std::vector<Diagnostic> m_findings;
    bool m_isApplying = false;
};

} // namespace unlit::ui
