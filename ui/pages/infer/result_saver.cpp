#include "ui/pages/infer/result_saver.h"

#include "core/base/error.h"
#include "core/session/infer/result_writer.h"
#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <algorithm>

namespace unlit::ui {

namespace {

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

ResultSaver::ResultSaver(InferParts& parts) : m_parts(parts) {
    connect(&parts.controller.upkeep(), &ResultUpkeep::savesEnded, this, &ResultSaver::tellSaves);
    // Of savings that were asked for the end of all tells; this one is of a run itself.
    connect(&parts.controller.upkeep(), &ResultUpkeep::saveFailed, this,
            [this](QueueItemId, const Failure& failure) {
                if (m_parts.controller.upkeep().saving().asked == 0)
                    m_parts.say(MessageBar::Kind::Bad, sentence(failure.message),
                                sentence(failure.hint));
            });
}

/// Precondition: the item has a result.
OutputOptions ResultSaver::outputFor(const QueueItem& item) const {
    return outputFor(item, (item.own ? *item.own : m_parts.settings.settingsOfAll()).output);
}

OutputOptions ResultSaver::outputFor(const QueueItem& item, const OutputChoice& output) {
    const bool hasUncertainty =
        std::ranges::any_of(item.result->prediction.targets, [](const TargetPrediction& target) {
            return target.uncertainty.has_value();
        });
    OutputOptions options =
        output.optionsFor(item.path, hasUncertainty, item.hasWideSamples.value_or(true));
    options.albedoScale = item.albedoScale;
    return options;
}

QStringList ResultSaver::outputNames(const QueueItem& item) const {
    InferenceRequest request =
        item.result ? item.result->request : m_parts.controller.requests().requestFor(item);
    request.output = m_parts.settings.settings().output.optionsFor(
        item.path, request.options.ensemble > 1 || (m_parts.model && m_parts.model->knowsErrors),
        item.hasWideSamples.value_or(true));
    std::vector<OutputTarget> targets;
    if (item.result) {
        for (const TargetPrediction& target : item.result->prediction.targets)
            targets.push_back({target.name, target.subTargets});
    } else if (m_parts.model) {
        for (const std::string& name : m_parts.model->targets)
            targets.push_back({name, {}});
    }
    QStringList names;
    try {
        for (const auto& [label, path] : plannedOutputs(request, targets))
            names += toQString(path.lexically_relative(request.output->folder));
    } catch (const Error& error) {
        return {sentence(error.what())};
    }
    return names;
}

void ResultSaver::save(QueueItemId id, bool overwrite) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item != nullptr && item->isSequence())
        m_parts.say(MessageBar::Kind::Good, tr("Frames of a sequence are saved as they are done."),
                    item->saved.empty()
                        ? QString()
                        : tr("In %1").arg(toQString(item->saved.front().parent_path())));
    if (item == nullptr || !item->result || item->isSequence())
        return;
    if (item->isStale && !overwrite) {
        askAboutStale(id);
        return;
    }
    saveResult(id, overwrite);
}

void ResultSaver::askAboutStale(QueueItemId id) {
    m_parts.say(MessageBar::Kind::Bad, tr("The settings have changed since this was made."),
                tr("What would be saved is not what the settings say."),
                {{tr("Run again"), [this, id] { m_parts.controller.runner().runAgain(id); }},
                 {tr("Save as it was made"), [this, id] { saveResult(id, false); }}});
}

void ResultSaver::saveResult(QueueItemId id, bool overwrite) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item == nullptr || !item->result)
        return;
    OutputOptions options = outputFor(*item);
    options.overwrite = overwrite;
    InferenceRequest request = item->result->request;
    request.output = options;
    const auto existing =
        overwrite ? std::filesystem::path() : firstExisting(request, *item->result);
    if (existing.empty()) {
        m_parts.controller.upkeep().save(id, options);
        return;
    }
    const auto has = [&existing](const std::vector<std::filesystem::path>& files) {
        return std::ranges::find(files, existing) != files.end();
    };
    const bool isOwn = has(item->saved) || has(item->savedBefore);
    const QString name = toQString(existing.filename());
    m_parts.say(isOwn ? MessageBar::Kind::Good : MessageBar::Kind::Bad,
                isOwn ? tr("%1 is saved already.").arg(name) : tr("%1 exists already.").arg(name),
                tr("In %1").arg(toQString(existing.parent_path())),
                {{tr("Replace"), [this, id] { saveResult(id, true); }},
                 {tr("Keep both"), [this, id] { saveNumbered(id); }},
                 {tr("Choose folder…"), [this] { browseFolder(); }}});
}

/// Under its name, or the first with a number that is free.
void ResultSaver::saveNumbered(QueueItemId id) {
    const QueueItem* item = m_parts.controller.queue().find(id);
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
    m_parts.controller.upkeep().save(id, options);
}

/// Any name and folder; the kind of file is that of the suffix.
void ResultSaver::saveAs() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !item->result || item->isSequence())
        return;
    const QStringList names = outputNames(*item);
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Save result as"), QFileDialog::AnyFile);
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
void ResultSaver::saveTo(QueueItemId id, const std::filesystem::path& file) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item == nullptr || !item->result)
        return;
    const InferSettings chosen = item->own ? *item->own : m_parts.settings.settingsOfAll();
    OutputChoice output = chosen.output;
    const auto kind = kindForSuffix(toQString(file.extension()), output.kind, item->path,
                                    item->hasWideSamples.value_or(true));
    if (!kind) {
        m_parts.say(
            MessageBar::Kind::Bad,
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
        m_parts.say(MessageBar::Kind::Bad, tr("A name has no braces."), tr("Choose another one."));
        return;
    }
    InferenceRequest request = item->result->request;
    request.output = options;
    const auto existing = firstExisting(request, *item->result);
    if (!existing.empty() && (!isAlone || existing != file)) {
        m_parts.say(MessageBar::Kind::Bad,
                    tr("%1 exists already.").arg(toQString(existing.filename())),
                    tr("Choose another name."));
        return;
    }
    options.overwrite = !existing.empty();
    m_parts.controller.upkeep().save(id, options);
}

void ResultSaver::saveAll() {
    std::vector<QueueItemId> stale;
    const std::vector<QueueItemId> unsaved = m_parts.controller.upkeep().unsaved();
    for (const QueueItemId id : unsaved) {
        const QueueItem& item = *m_parts.controller.queue().find(id);
        if (item.isStale)
            stale.push_back(id);
        else
            m_parts.controller.upkeep().save(id, outputFor(item));
    }
    if (unsaved.empty())
        m_parts.say(MessageBar::Kind::Good, tr("There is no result that is not saved."));
    if (stale.empty())
        return;
    m_parts.say(MessageBar::Kind::Bad,
                tr("%n results are out of date.", nullptr, static_cast<int>(stale.size())),
                tr("They were made with other settings than those that are chosen now."),
                {{tr("Run again"),
                  [this, stale] {
                      for (const QueueItemId id : stale)
                          m_parts.controller.runner().runAgain(id);
                  }},
                 {tr("Save as they were made"), [this, stale] {
                      for (const QueueItemId id : stale)
                          saveNumbered(id);
                  }}});
}

void ResultSaver::browseFolder() {
    QFileDialog* dialog = makeFileDialog(m_parts.window, tr("Choose where results are written"),
                                         QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, &m_parts.settings, &SettingsPanel::setOutputFolder);
    dialog->open();
}

} // namespace unlit::ui
