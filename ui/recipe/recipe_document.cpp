#include "ui/recipe/recipe_document.h"

#include "ui/kit/text.h"

#include <QUndoCommand>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

/// Half of a pair that is one character: a piece must not begin or end between the two.
bool isInsideCharacter(const QString& text, qsizetype at) {
    return at > 0 && at < text.size() && text[at].isLowSurrogate();
}

struct Piece {
    qsizetype at = 0;
    QString removed;
    QString inserted;
};

/// Where two texts differ, as one piece.
Piece differenceOf(const QString& before, const QString& after) {
    const qsizetype most = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < most && before[head] == after[head])
        ++head;
    if (isInsideCharacter(before, head) || isInsideCharacter(after, head))
        --head;
    qsizetype tail = 0;
    while (tail < most - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    if (tail > 0 && isInsideCharacter(before, before.size() - tail))
        --tail;
    return {head, before.mid(head, before.size() - head - tail),
            after.mid(head, after.size() - head - tail)};
}

} // namespace

class RecipeDocument::Splice : public QUndoCommand {
public:
    Splice(RecipeDocument& document, Piece piece, const QString& what, const QString& mergeKey)
        : QUndoCommand(what), m_document(document), m_piece(std::move(piece)), m_mergeKey(mergeKey),
          m_serial(document.m_stepSerial) {}

    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    void redo() override { m_document.apply(m_piece.at, m_piece.removed.size(), m_piece.inserted); }

    void undo() override { m_document.apply(m_piece.at, m_piece.inserted.size(), m_piece.removed); }

    bool mergeWith(const QUndoCommand* command) override {
        const auto& next = static_cast<const Splice&>(*command);
        if (next.m_mergeKey != m_mergeKey || next.m_serial != m_serial)
            return false;
        const QString after = m_document.m_text;
        QString before = after;
        undo(next.m_piece, before);
        undo(m_piece, before);
        m_piece = differenceOf(before, after);
        setObsolete(m_piece.removed.isEmpty() && m_piece.inserted.isEmpty());
        return true;
    }

private:
    static void undo(const Piece& piece, QString& text) {
        text.replace(piece.at, piece.inserted.size(), piece.removed);
    }

    RecipeDocument& m_document;
    Piece m_piece;
    QString m_mergeKey;
    int m_serial;
};

RecipeDocument::RecipeDocument(QObject* parent) : QObject(parent) {
    connect(&m_history, &QUndoStack::cleanChanged, this,
            [this](bool isClean) { emit modifiedChanged(!isClean); });
}

void RecipeDocument::open(RecipeFile content, const fs::path& file, const QString& name) {
    m_history.clear();
    m_content = std::move(content);
    m_text = m_content.text;
    m_file = file;
    m_name = name;
    ++m_revision;
    emit opened();
    emit modifiedChanged(false);
}

fs::path RecipeDocument::shownAs() const {
    if (!m_file.empty())
        return m_file;
    std::error_code unknown;
    return fs::current_path(unknown) / toPath(m_name);
}

void RecipeDocument::splice(qsizetype at, qsizetype removed, const QString& inserted,
                            const QString& what, const QString& mergeKey) {
    Piece piece = differenceOf(m_text.mid(at, removed), inserted);
    if (piece.removed.isEmpty() && piece.inserted.isEmpty())
        return;
    piece.at += at;
    m_history.push(new Splice(*this, std::move(piece), what, mergeKey));
}

void RecipeDocument::setText(const QString& text, const QString& what, const QString& mergeKey) {
    splice(0, m_text.size(), text, what, mergeKey);
}

void RecipeDocument::setSaved(const fs::path& file) {
    m_content.bytes = bytes();
    m_content.text = m_text;
    m_file = file;
    m_name = toQString(file.filename());
    m_history.setClean();
    endStep();
    emit modifiedChanged(false);
}

void RecipeDocument::takeFromDisk(RecipeFile content, const QString& what) {
    endStep();
    setText(content.text, what, {});
    m_content = std::move(content);
    m_history.setClean();
    endStep();
    emit modifiedChanged(false);
}

void RecipeDocument::setGone() {
    m_history.resetClean();
}

void RecipeDocument::setBack() {
    if (bytes() == m_content.bytes)
        m_history.setClean();
}

void RecipeDocument::apply(qsizetype at, qsizetype removed, const QString& inserted) {
    m_text.replace(at, removed, inserted);
    ++m_revision;
    emit spliced(at, removed, inserted);
}

} // namespace unlit::ui
