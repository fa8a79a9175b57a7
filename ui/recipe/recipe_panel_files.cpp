// Opening and saving recipes.
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/recipe_edit.h"
#include "core/session/train/bundled_recipes.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"
#include "ui/recipe/recipe_panel.h"

#include <QFile>
#include <QFileDialog>
#include <QTimer>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr qsizetype kMostRecent = 10;

bool isWriteProtected(const fs::path& file) {
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    return !failed && fs::is_regular_file(status) &&
           (status.permissions() & fs::perms::owner_write) == fs::perms::none;
}

} // namespace

void RecipePanel::sayFailure(const QString& text, const QString& hint,
                             const std::vector<MessageBar::Choice>& choices) {
    m_message->say(MessageBar::Kind::Bad, text, hint, choices);
}

void RecipePanel::openRecipe(const fs::path& path) {
    try {
        RecipeFile content = readRecipeFile(path);
        if (!mayClose())
            return;
        m_message->hide();
        const bool isRun = recipePath(path) != path;
        if (isRun)
            return openContent(std::move(content), {},
                               toQString((path / "").parent_path().filename()) +
                                   QStringLiteral(".yaml"));
        const fs::path file = fs::absolute(path).lexically_normal();
        openContent(std::move(content), file, toQString(file.filename()));
        remember(file);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::NotFound)
            forget(path);
        sayFailure(sentence(error.what()),
                   error.hint().empty() ? QString() : sentence(error.hint()));
    }
}

bool RecipePanel::take(const std::vector<fs::path>& paths) {
    if (paths.size() != 1)
        return false;
    const fs::path path = paths.front();
    const std::string suffix = toLower(path.extension().string());
    std::error_code unknown;
    if ((suffix != ".yaml" && suffix != ".yml") || fs::is_directory(path, unknown))
        return false;
    // A question about unsaved edits would hold up the program that the file comes from.
    QTimer::singleShot(0, this, [this, path] { openRecipe(path); });
    return true;
}

void RecipePanel::openText(const QString& name, const QString& yaml) {
    RecipeFile content;
    content.text = yaml;
    content.bytes = yaml.toUtf8();
    openContent(std::move(content), {}, name);
}

void RecipePanel::openContent(RecipeFile content, const fs::path& file, const QString& name) {
    m_isNew = false;
    m_document.open(std::move(content), file, name);
    emit settingsChanged();
}

bool RecipePanel::mayClose() {
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

void RecipePanel::setQuestions(std::function<Unsaved()> unsaved,
                               std::function<QString()> fileName) {
    m_askUnsaved = std::move(unsaved);
    m_askFileName = std::move(fileName);
}

/// Those that come with the program are there for everybody: they are saved under another name.
bool RecipePanel::isBundled(const fs::path& file) {
    const std::vector<fs::path> bundled = bundledRecipes();
    return std::ranges::any_of(bundled, [&](const fs::path& known) {
        std::error_code differs;
        return fs::equivalent(known, file, differs);
    });
}

bool RecipePanel::isChangedOnDisk(const fs::path& file) const {
    QFile now(toQString(file));
    return now.open(QIODevice::ReadOnly) && now.readAll() != m_document.bytesOnDisk();
}

bool RecipePanel::save() {
    const fs::path file = m_document.file();
    return file.empty() || isBundled(file) ? saveAs() : saveTo(file, false);
}

bool RecipePanel::saveAs() {
    const QString proposed =
        m_folder.isEmpty() ? m_document.name() : m_folder + u'/' + m_document.name();
    QString chosen = m_askFileName
                         ? m_askFileName()
                         : QFileDialog::getSaveFileName(this, tr("Save the recipe as"), proposed,
                                                        tr("Recipes (*.yaml *.yml)"));
    if (chosen.isEmpty())
        return false;
    if (!chosen.endsWith(QStringLiteral(".yaml")) && !chosen.endsWith(QStringLiteral(".yml")))
        chosen += QStringLiteral(".yaml");
    return saveTo(fs::absolute(toPath(chosen)).lexically_normal(), true);
}

bool RecipePanel::saveTo(const fs::path& file, bool mayReplaceChanged) {
    const MessageBar::Choice elsewhere{tr("Save as…"), [this] { saveAs(); }};
    if (!mayReplaceChanged && isChangedOnDisk(file)) {
        sayFailure(tr("%1 was changed by another program.").arg(toQString(file.filename())),
                   tr("Saving replaces what it wrote."),
                   {{tr("Save anyway"), [this, file] { saveTo(file, true); }}, elsewhere});
        return false;
    }
    if (isWriteProtected(file)) {
        sayFailure(tr("%1 is write-protected.").arg(toQString(file)),
                   tr("It stays as it is; save under another name."), {elsewhere});
        return false;
    }
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
        sayFailure(sentence(error.what()),
                   error.hint().empty() ? QString() : sentence(error.hint()), {elsewhere});
        return false;
    }
    m_document.setSaved(file);
    m_message->hide();
    remember(file);
    read(); // lines are in a file of another name now
    return true;
}

void RecipePanel::browse() {
    const QString chosen = QFileDialog::getOpenFileName(
        this, tr("Open a recipe"), m_folder, tr("Recipes (*.yaml *.yml);;All files (*)"));
    if (!chosen.isEmpty())
        openRecipe(toPath(chosen));
}

void RecipePanel::browseRun() {
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("A run's folder"), m_folder);
    if (chosen.isEmpty())
        return;
    if (recipePath(toPath(chosen)) == toPath(chosen))
        sayFailure(tr("%1 is no run: it has no config.yaml.").arg(chosen), {});
    else
        openRecipe(toPath(chosen));
}

void RecipePanel::remember(const fs::path& file) {
    const QString name = toQString(file);
    m_folder = toQString(file.parent_path());
    m_recent.removeAll(name);
    m_recent.prepend(name);
    m_recent = m_recent.mid(0, kMostRecent);
    m_chooser->setRecent(m_recent);
    emit settingsChanged();
}

void RecipePanel::forget(const fs::path& file) {
    m_recent.removeAll(toQString(file));
    m_chooser->setRecent(m_recent);
}

RecipeSettings RecipePanel::settings() const {
    return {.last = toQString(m_document.file()),
            .recent = m_recent,
            .folder = m_form->picker().folder(),
            .showsText = showsText()};
}

void RecipePanel::setSettings(const RecipeSettings& settings) {
    m_recent = settings.recent;
    m_chooser->setRecent(m_recent);
    m_form->picker().setFolder(settings.folder);
    showText(settings.showsText);
    std::error_code ignored;
    const bool isNew = m_document.file().empty() && !m_document.isModified();
    if (isNew && !settings.last.isEmpty() && fs::is_regular_file(toPath(settings.last), ignored))
        openRecipe(toPath(settings.last));
}

} // namespace unlit::ui
