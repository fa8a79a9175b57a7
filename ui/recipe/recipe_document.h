// The one text of a recipe that form and YAML view both show, with one history of its changes.
#pragma once

#include "ui/recipe/recipe_file.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <string>

namespace unlit::ui {

/// GUI thread. Positions count UTF-16 units. Undo back to where it was opened or saved gives the
/// bytes of the file.
class RecipeDocument : public QObject {
    Q_OBJECT

public:
    explicit RecipeDocument(QObject* parent = nullptr);

    /// Another recipe; forgets the history. `file` is empty for one that is not on disk.
    void open(RecipeFile content, const std::filesystem::path& file, const QString& name);

    const QString& text() const { return m_text; }

    std::string utf8() const { return m_text.toStdString(); }

    /// What a save writes.
    QByteArray bytes() const { return recipeBytes(m_content, m_text); }

    const std::filesystem::path& file() const { return m_file; }

    QString name() const { return m_name; }

    /// Where its bases are looked for and how messages name it: the file, or its name in the
    /// current folder.
    std::filesystem::path shownAs() const;

    bool isModified() const { return !m_history.isClean(); }

    /// As it was read or written last.
    const QByteArray& bytesOnDisk() const { return m_content.bytes; }

    /// Grows with every change of the text.
    int revision() const { return m_revision; }

    QUndoStack& history() { return m_history; }

    /// A change of a piece, as typing makes it. `what` is the undo step's name. Changes in a row
    /// with one `mergeKey` are one step; with an empty one they never are.
    void splice(qsizetype at, qsizetype removed, const QString& inserted, const QString& what,
                const QString& mergeKey);
    /// A change of the whole, of which only the piece that differs becomes the step.
    void setText(const QString& text, const QString& what, const QString& mergeKey);

    /// The next change begins a step of its own.
    void endStep() { ++m_stepSerial; }

    /// It is on disk as `file` now.
    void setSaved(const std::filesystem::path& file);
    /// What another program wrote into its file, as one step of the history; saved as it is.
    void takeFromDisk(RecipeFile content, const QString& what);
    /// Its file is gone: the text is unsaved.
    void setGone();
    /// Its file is there again, as it was.
    void setBack();

signals:
    void opened();
    /// After any change, also undo and redo.
    void spliced(qsizetype at, qsizetype removed, const QString& inserted);
    void modifiedChanged(bool isModified);

private:
    class Splice;

    void apply(qsizetype at, qsizetype removed, const QString& inserted);

    QString m_text;
    RecipeFile m_content;
    std::filesystem::path m_file;
    QString m_name;
    QUndoStack m_history;
    int m_revision = 0;
    int m_stepSerial = 0;
};

} // namespace unlit::ui
