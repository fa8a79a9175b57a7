// The verbs of the Infer page that deal with files: choosing, saving, showing where they are.
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/session/command_text.h"
#include "core/session/infer/result_writer.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGuiApplication>
#include <QUrl>

#include <algorithm>

namespace unlit::ui {

namespace {

/// A file dialog that deletes itself; open() returns at once, the window goes on living.
QFileDialog* makeDialog(QWidget* parent, const QString& title, QFileDialog::FileMode mode) {
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (mode == QFileDialog::Directory)
        dialog->setOption(QFileDialog::ShowDirsOnly);
    return dialog;
}

std::filesystem::path firstExisting(const InferenceRequest& request,
                                    const InferenceResult& result) {
    std::vector<OutputTarget> targets;
    for (const TargetPrediction& target : result.prediction.targets)
        targets.push_back({target.name, target.subTargets});
    try {
        for (const auto& [label, path] : plannedOutputs(request, targets)) {
            std::error_code unknown;
            if (std::filesystem::exists(path, unknown))
                return path;
        }
    } catch (const Error&) {
        return {}; // a name that cannot be used: saving says so
    }
    return {};
}

/// "{stem}_{target}" gives "{stem}_2_{target}": before what tells the files of one result apart.
std::string numberedName(const std::string& name, int number) {
    std::size_t at = name.find("{target}");
    if (at == std::string::npos)
        return name + "_" + std::to_string(number);
    const bool hasSeparator =
        at > 0 && (name[at - 1] == '_' || name[at - 1] == '-' || name[at - 1] == '.');
    at -= hasSeparator ? 1 : 0;
    const std::string separator = at == 0 || name[at - 1] == '/' ? "" : "_";
    return name.substr(0, at) + separator + std::to_string(number) + (hasSeparator ? "" : "_") +
           name.substr(at);
}

} // namespace

void InferPage::browseModel() {
    QFileDialog* dialog = makeDialog(this, tr("Choose a model folder"), QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &InferPage::chooseModel);
    dialog->open();
}

void InferPage::browseLora() {
    QFileDialog* dialog = makeDialog(this, tr("Choose a LoRA"), QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("LoRA (*.safetensors)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        std::vector<std::filesystem::path> chosen;
        for (const QString& file : files)
            chosen.push_back(toPath(file));
        addLoras(chosen);
    });
    dialog->open();
}

void InferPage::browseImages() {
    QFileDialog* dialog = makeDialog(this, tr("Add images"), QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Images (*.exr *.png *.tif *.tiff *.jpg *.jpeg *.hdr *.psd *.webp)"),
                            tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        std::vector<std::filesystem::path> images;
        for (const QString& file : files)
            images.push_back(toPath(file));
        addImages(images);
    });
    dialog->open();
}

void InferPage::browseFolder() {
    QFileDialog* dialog = makeDialog(this, tr("Add a folder of images"), QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& folder) { open({toPath(folder)}); });
    dialog->open();
}

void InferPage::browseOutput() {
    QFileDialog* dialog =
        makeDialog(this, tr("Choose where results are written"), QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, m_settings, &SettingsPanel::setOutputFolder);
    dialog->open();
}

void InferPage::copyCommand() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr)
        return;
    InferenceRequest request = m_controller.requestFor(*item);
    try {
        if (request.strokes)
            request.strokesFrom = strokesFile(*item);
    } catch (...) {
        const Failure failure = translateCurrentException();
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
        return;
    }
    QGuiApplication::clipboard()->setText(toQString(inferCommand(request)));
    say(MessageBar::Kind::Good, tr("Command copied."));
}

/// Precondition: the item has a result.
OutputOptions InferPage::outputFor(const QueueItem& item) const {
    return outputFor(item, (item.own ? *item.own : settings()).output);
}

OutputOptions InferPage::outputFor(const QueueItem& item, const OutputChoice& output) {
    const bool hasUncertainty =
        std::ranges::any_of(item.result->prediction.targets, [](const TargetPrediction& target) {
            return target.uncertainty.has_value();
        });
    OutputOptions options =
        output.optionsFor(item.path, hasUncertainty, item.hasWideSamples.value_or(true));
    options.albedoScale = item.albedoScale;
    return options;
}

void InferPage::save(QueueItemId id, bool overwrite) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item != nullptr && item->isSequence())
        say(MessageBar::Kind::Good, tr("Frames of a sequence are saved as they are done."),
            item->saved.empty() ? QString()
                                : tr("In %1").arg(toQString(item->saved.front().parent_path())));
    if (item == nullptr || !item->result || item->isSequence())
        return;
    if (item->isStale && !overwrite) {
        askAboutStale(id);
        return;
    }
    saveResult(id, overwrite);
}

void InferPage::askAboutStale(QueueItemId id) {
    m_settings->message().say(MessageBar::Kind::Bad,
                              tr("The settings have changed since this was made."),
                              tr("What would be saved is not what the settings say."),
                              {{tr("Run again"), [this, id] { m_controller.runAgain(id); }},
                               {tr("Save as it was made"), [this, id] { saveResult(id, false); }}});
}

void InferPage::saveResult(QueueItemId id, bool overwrite) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item == nullptr || !item->result)
        return;
    OutputOptions options = outputFor(*item);
    options.overwrite = overwrite;
    InferenceRequest request = item->result->request;
    request.output = options;
    const auto existing =
        overwrite ? std::filesystem::path() : firstExisting(request, *item->result);
    if (existing.empty()) {
        m_controller.save(id, options);
        return;
    }
    const auto has = [&existing](const std::vector<std::filesystem::path>& files) {
        return std::ranges::find(files, existing) != files.end();
    };
    const bool isOwn = has(item->saved) || has(item->savedBefore);
    const QString name = toQString(existing.filename());
    m_settings->message().say(isOwn ? MessageBar::Kind::Good : MessageBar::Kind::Bad,
                              isOwn ? tr("%1 is saved already.").arg(name)
                                    : tr("%1 exists already.").arg(name),
                              tr("In %1").arg(toQString(existing.parent_path())),
                              {{tr("Replace"), [this, id] { saveResult(id, true); }},
                               {tr("Keep both"), [this, id] { saveNumbered(id); }},
                               {tr("Choose folder…"), [this] { browseOutput(); }}});
}

/// Under its name, or the first with a number that is free.
void InferPage::saveNumbered(QueueItemId id) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item == nullptr || !item->result)
        return;
    OutputOptions options = outputFor(*item);
    InferenceRequest request = item->result->request;
    const std::string name = options.name;
    constexpr int most = 10'000;
    for (int number = 1; number < most; ++number) {
        options.name = number == 1 ? name : numberedName(name, number);
        request.output = options;
        if (firstExisting(request, *item->result).empty())
            break;
    }
    m_controller.save(id, options);
}

/// Any name and folder; the kind of file is that of the suffix.
void InferPage::saveAs() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || !item->result || item->isSequence())
        return;
    const QStringList names = outputNames(*item);
    QFileDialog* dialog = makeDialog(this, tr("Save result as"), QFileDialog::AnyFile);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("EXR (*.exr)"), tr("PNG (*.png)"), tr("TIFF (*.tif *.tiff)")});
    const std::filesystem::path usual =
        outputFor(*item).folder / toPath(names.isEmpty() ? QString() : names.front());
    const QString suffix = toQString(usual.extension()).toLower();
    dialog->selectNameFilter(dialog->nameFilters().value(suffix == QLatin1String(".png") ? 1
                                                         : suffix.startsWith(QLatin1String(".tif"))
                                                             ? 2
                                                             : 0));
    dialog->setDefaultSuffix(suffix.mid(1));
    dialog->setDirectory(toQString(usual.parent_path()));
    dialog->selectFile(toQString(usual.filename()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id = item->id](const QString& file) { saveTo(id, toPath(file)); });
    dialog->open();
}

/// The dialog has asked about the file itself; of others that go with it none is replaced.
void InferPage::saveTo(QueueItemId id, const std::filesystem::path& file) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item == nullptr || !item->result)
        return;
    const InferSettings chosen = item->own ? *item->own : settings();
    OutputChoice output = chosen.output;
    const auto kind = kindForSuffix(toQString(file.extension()), output.kind, item->path,
                                    item->hasWideSamples.value_or(true));
    if (!kind) {
        say(MessageBar::Kind::Bad,
            tr("%1 is no kind of file that can be written.").arg(toQString(file.filename())),
            tr("Names end with .exr, .png or .tif."));
        return;
    }
    output.kind = *kind;
    OutputOptions options = outputFor(*item, output);
    options.folder = file.parent_path();
    // One picture has the name as it stands; several are told apart.
    const std::string stem = file.stem().string();
    const bool isOne =
        options.layered || (item->result->prediction.targets.size() == 1 && !options.uncertainty);
    const bool isAlone = isOne && !options.sidecar;
    options.name = isAlone ? stem : stem + "_{target}";
    if (stem.find_first_of("{}") != std::string::npos) {
        say(MessageBar::Kind::Bad, tr("A name has no braces."), tr("Choose another one."));
        return;
    }
    InferenceRequest request = item->result->request;
    request.output = options;
    const auto existing = firstExisting(request, *item->result);
    if (!existing.empty() && (!isAlone || existing != file)) {
        say(MessageBar::Kind::Bad, tr("%1 exists already.").arg(toQString(existing.filename())),
            tr("Choose another name."));
        return;
    }
    options.overwrite = !existing.empty();
    m_controller.save(id, options);
}

void InferPage::saveAll() {
    std::vector<QueueItemId> stale;
    const std::vector<QueueItemId> unsaved = m_controller.unsaved();
    for (const QueueItemId id : unsaved) {
        const QueueItem& item = *m_controller.queue().find(id);
        if (item.isStale)
            stale.push_back(id);
        else
            m_controller.save(id, outputFor(item));
    }
    if (unsaved.empty())
        say(MessageBar::Kind::Good, tr("There is no result that is not saved."));
    if (stale.empty())
        return;
    m_settings->message().say(
        MessageBar::Kind::Bad,
        tr("%n results are out of date.", nullptr, static_cast<int>(stale.size())),
        tr("They were made with other settings than those that are chosen now."),
        {{tr("Run again"),
          [this, stale] {
              for (const QueueItemId id : stale)
                  m_controller.runAgain(id);
          }},
         {tr("Save as they were made"), [this, stale] {
              for (const QueueItemId id : stale)
                  saveNumbered(id);
          }}});
}

void InferPage::showInFolder(const std::filesystem::path& path) const {
    QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(path.parent_path())));
}

} // namespace unlit::ui
