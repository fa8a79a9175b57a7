#include "ui/recipe/recipe_outside.h"

#include "core/base/error.h"
#include "ui/kit/text.h"

#include <QFile>

#include <utility>

namespace unlit::ui {

namespace fs = std::filesystem;

RecipeOutside::RecipeOutside(RecipeDocument& document, MessageBar& message)
    : m_document(document), m_message(message) {
    connect(&document, &RecipeDocument::opened, this, [this] {
        m_isGone = false;
        m_kept.reset();
    });
    connect(&document, &RecipeDocument::modifiedChanged, this, [this](bool isModified) {
        if (isModified)
            return;
        m_kept.reset();
        takeBackQuestion();
    });
}

/// A file that cannot be read counts as the same: saving says why.
RecipeOutside::Found RecipeOutside::found() const {
    const fs::path& file = m_document.file();
    if (file.empty())
        return Found::Same;
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    if (status.type() == fs::file_type::not_found)
        return Found::Gone;
    QFile now(toQString(file));
    if (!fs::is_regular_file(status) || !now.open(QIODevice::ReadOnly))
        return Found::Same;
    const QByteArray& known = m_document.bytesOnDisk();
    const bool mayBeKnown = now.size() == known.size() || (m_kept && now.size() == m_kept->size());
    if (!mayBeKnown) // of any size
        return Found::Another;
    const QByteArray bytes = now.readAll();
    return bytes == known || bytes == m_kept ? Found::Same : Found::Another;
}

bool RecipeOutside::look() {
    switch (found()) {
    case Found::Same:
        takeBackQuestion();
        if (std::exchange(m_isGone, false))
            m_document.setBack();
        return true;
    case Found::Gone:
        if (!std::exchange(m_isGone, true))
            sayGone();
        return true;
    case Found::Another:
        m_isGone = false;
        if (!m_document.isModified())
            return load();
        sayAnother();
        return false;
    }
    return true;
}

bool RecipeOutside::load() {
    const QString name = toQString(m_document.file().filename());
    try {
        m_document.takeFromDisk(readRecipeFile(m_document.file()), tr("Text of another program"));
    } catch (const Error& error) {
        m_message.say(MessageBar::Kind::Bad,
                      tr("%1 was changed by another program.").arg(name) + u' ' +
                          sentence(error.what()),
                      error.hint().empty() ? QString() : sentence(error.hint()), {});
        return false;
    }
    m_message.say(MessageBar::Kind::Note,
                  tr("%1 was changed by another program; its text is shown.").arg(name), {}, {});
    return true;
}

MessageBar::Choice RecipeOutside::loadChoice() {
    return {tr("Load the other text"), [this] { load(); }};
}

void RecipeOutside::keep() {
    QFile now(toQString(m_document.file()));
    if (now.open(QIODevice::ReadOnly))
        m_kept = now.readAll();
}

void RecipeOutside::sayAnother() {
    m_question = m_message.say(
        MessageBar::Kind::Note,
        tr("%1 was changed by another program.").arg(toQString(m_document.file().filename())),
        tr("Your own changes are not saved: which of the two texts counts?"),
        {loadChoice(), {tr("Keep mine"), [this] { keep(); }}});
}

void RecipeOutside::sayGone() {
    m_document.setGone();
    m_question =
        m_message.say(MessageBar::Kind::Bad, tr("%1 is gone.").arg(toQString(m_document.file())),
                      tr("Its text is still here: save it to have the file again."),
                      {{tr("Save again"), [this] { emit saveAsked(); }},
                       {tr("Save as…"), [this] { emit saveElsewhereAsked(); }}});
}

void RecipeOutside::takeBackQuestion() {
    if (const int said = std::exchange(m_question, 0); said > 0)
        m_message.takeBack(said);
}

} // namespace unlit::ui
