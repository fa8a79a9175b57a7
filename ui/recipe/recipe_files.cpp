#include "ui/recipe/recipe_files.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/recipe_edit.h"
#include "core/session/train/bundled_recipes.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr qsizetype kMostRecent = 10;
constexpr const char* kNewRecipe =
    "# A new recipe: say what to start from, and which pictures to learn from.\n"
    "model:\n"
    "  pretrained_path:\n"
    "dataset:\n"
    "  train:\n"
    "    dir:\n"
    "    filenames: filename_list.txt\n";

bool isWriteProtected(const fs::path& file) {
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    return !failed && fs::is_regular_file(status) &&
           (status.permissions() & fs::perms::owner_write) == fs::perms::none;
}

/// Those that come with the program are there for everybody: they are saved under another name.
bool isBundled(const fs::path& file) {
    const std::vector<fs::path> bundled = bundledRecipes();
    return std::ranges::any_of(bundled, [&](const fs::path& known) {
        std::error_code differs;
        return fs::equivalent(known, file, differs);
    });
}

} // namespace

RecipeFiles::RecipeFiles(RecipeDocument& document, RecipeChooser& chooser, MessageBar& message,
                         QWidget& window)
    : m_document(document), m_chooser(chooser), m_message(message), m_window(window),
      m_outside(document, message), m_askUnsaved([this] { return askUnsaved(); }) {
    connect(&chooser, &RecipeChooser::opened, this, &RecipeFiles::open);
    connect(&chooser, &RecipeChooser::browseRunAsked, this, &RecipeFiles::browseRun);
    connect(&m_outside, &RecipeOutside::saveAsked, this, &RecipeFiles::save);
    connect(&m_outside, &RecipeOutside::saveElsewhereAsked, this, &RecipeFiles::saveAs);
    connect(&document, &RecipeDocument::modifiedChanged, this, [this](bool isModified) {
        if (const int said = isModified ? 0 : std::exchange(m_unsaved, 0); said > 0)
            m_message.takeBack(said); // nothing is to be saved any more
    });
}

int RecipeFiles::sayFailure(const QString& text, const QString& hint,
                            const std::vector<MessageBar::Choice>& choices) {
    return m_message.say(MessageBar::Kind::Bad, text, hint, choices);
}

void RecipeFiles::open(const fs::path& path) {
    try {
        RecipeFile content = readRecipeFile(path);
        if (!mayClose())
            return;
        m_message.hide();
        const bool isRun = recipePath(path) != path;
        if (isRun)
            return openContent(std::move(content), {},
                               toQString((path / "").parent_path().filename()) +
                                   QStringLiteral(".yaml"));
        const fs::path file = fs::absolute(path).lexically_normal();
        openContent(std::move(content), file, toQString(file.filename()));
        remember(file);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::NotFound) {
            m_recent.removeAll(toQString(path));
            m_chooser.setRecent(m_recent);
        }
        sayFailure(sentence(error.what()),
                   error.hint().empty() ? QString() : sentence(error.hint()));
    }
}

bool RecipeFiles::take(const std::vector<fs::path>& paths) {
    if (paths.size() != 1)
        return false;
    const fs::path path = paths.front();
    const std::string suffix = toLower(path.extension().string());
    std::error_code unknown;
    if ((suffix != ".yaml" && suffix != ".yml") || fs::is_directory(path, unknown))
        return false;
    // A question about unsaved edits would hold up the program that the file comes from.
    QTimer::singleShot(0, this, [this, path] { open(path); });
    return true;
}

void RecipeFiles::openText(const QString& name, const QString& yaml) {
    RecipeFile content;
    content.text = yaml;
    content.bytes = yaml.toUtf8();
    openContent(std::move(content), {}, name);
}

void RecipeFiles::openNew() {
    if (!mayClose())
        return;
    openText(tr("untitled.yaml"), QString::fromLatin1(kNewRecipe));
    m_isNew = true;
}

void RecipeFiles::openContent(RecipeFile content, const fs::path& file, const QString& name) {
    m_isNew = false;
    m_document.open(std::move(content), file, name);
    emit changed();
}

bool RecipeFiles::mayClose() {
    if (!m_document.isModified())
        return true;
    switch (m_askUnsaved()) {
    case Unsaved::Save:
        return save();
    case Unsaved::Discard:
        return true;
    case Unsaved::Stay:
        return false;
    }
    return false;
}

RecipeFiles::Unsaved RecipeFiles::askUnsaved() {
    QMessageBox question(QMessageBox::Question, tr("Unsaved recipe"), {},
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    question.setTextFormat(Qt::PlainText); // a recipe may have any name
    question.setText(tr("%1 has changes that are not saved.").arg(m_document.name()));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Save      ? Unsaved::Save
           : answer == QMessageBox::Discard ? Unsaved::Discard
                                            : Unsaved::Stay;
}

void RecipeFiles::setQuestions(std::function<Unsaved()> unsaved,
                               std::function<QString()> fileName) {
    m_askUnsaved = std::move(unsaved);
    m_askFileName = std::move(fileName);
}

bool RecipeFiles::save() {
    const fs::path file = m_document.file();
    return file.empty() || isBundled(file) ? saveAs() : saveTo(file, false);
}

bool RecipeFiles::saveAs() {
    const QString proposed =
        m_folder.isEmpty() ? m_document.name() : m_folder + u'/' + m_document.name();
    QString chosen = m_askFileName
                         ? m_askFileName()
                         : QFileDialog::getSaveFileName(&m_window, tr("Save the recipe as"),
                                                        proposed, tr("Recipes (*.yaml *.yml)"));
    if (chosen.isEmpty())
        return false;
    if (!chosen.endsWith(QStringLiteral(".yaml")) && !chosen.endsWith(QStringLiteral(".yml")))
        chosen += QStringLiteral(".yaml");
    return saveTo(fs::absolute(toPath(chosen)).lexically_normal(), true);
}

MessageBar::Choice RecipeFiles::saveElsewhere() {
    return {tr("Save as…"), [this] { saveAs(); }};
}

/// Moves the places of bases along where it gets another folder.
bool RecipeFiles::write(const fs::path& file) {
    try {
        if (const fs::path from = m_document.shownAs(); from != file)
            m_document.setText(toQString(config::movedRecipe(m_document.utf8(), from, file)),
                               tr("Places of bases"), {});
        std::error_code failed;
        const fs::path real = fs::weakly_canonical(file, failed); // a link stays a link
        AtomicFile target(failed ? file : real);
        const QByteArray bytes = m_document.bytes();
        target.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        target.commit();
    } catch (const Error& error) {
        m_unsaved = sayFailure(sentence(error.what()),
                               error.hint().empty() ? QString() : sentence(error.hint()),
                               {saveElsewhere()});
        return false;
    }
    return true;
}

bool RecipeFiles::saveTo(const fs::path& file, bool mayReplaceChanged) {
    const MessageBar::Choice elsewhere = saveElsewhere();
    if (!mayReplaceChanged && !m_outside.isKnown()) {
        m_unsaved =
            sayFailure(tr("%1 was changed by another program.").arg(toQString(file.filename())),
                       tr("Saving replaces what it wrote."),
                       {{tr("Save anyway"), [this, file] { saveTo(file, true); }},
                        m_outside.loadChoice(),
                        elsewhere});
        return false;
    }
    if (isWriteProtected(file)) {
        m_unsaved = sayFailure(tr("%1 is write-protected.").arg(toQString(file)),
                               tr("It stays as it is; save under another name."), {elsewhere});
        return false;
    }
    if (!write(file))
        return false;
    m_document.setSaved(file);
    m_message.hide();
    remember(file);
    emit saved();
    return true;
}

void RecipeFiles::browse() {
    const QString chosen = QFileDialog::getOpenFileName(
        &m_window, tr("Open a recipe"), m_folder, tr("Recipes (*.yaml *.yml);;All files (*)"));
    if (!chosen.isEmpty())
        open(toPath(chosen));
}

void RecipeFiles::browseRun() {
    const QString chosen =
        QFileDialog::getExistingDirectory(&m_window, tr("A run's folder"), m_folder);
    if (chosen.isEmpty())
        return;
    if (recipePath(toPath(chosen)) == toPath(chosen))
        sayFailure(tr("%1 is no run: it has no config.yaml.").arg(chosen), {});
    else
        open(toPath(chosen));
}

void RecipeFiles::remember(const fs::path& file) {
    const QString name = toQString(file);
    m_folder = toQString(file.parent_path());
    m_recent.removeAll(name);
    m_recent.prepend(name);
    m_recent = m_recent.mid(0, kMostRecent);
    m_chooser.setRecent(m_recent);
    emit changed();
}

void RecipeFiles::setRecent(const QStringList& files) {
    m_recent = files;
    m_chooser.setRecent(m_recent);
}

void RecipeFiles::openAgain(const fs::path& file) {
    std::error_code unknown;
    const bool isFree = m_document.file().empty() && !m_document.isModified();
    if (isFree && !file.empty() && fs::is_regular_file(file, unknown))
        open(file);
}

} // namespace unlit::ui
