#include "ui/pages/infer/image_intake.h"

#include "core/base/error.h"
#include "core/base/frame_sequence.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/cache_folder.h"
#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMimeData>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace unlit::ui {

namespace {

/// First those that are no frames, together and without a pattern, in their order; then sequences.
std::vector<FrameSequence> groupFrames(const std::vector<std::filesystem::path>& images) {
    std::vector<FrameSequence> groups;
    std::vector<FrameSequence> found;
    try {
        found = findSequences(images);
    } catch (const Error&) { // two with the same number: then they are pictures by themselves
        for (std::size_t i = 0; i < images.size(); ++i)
            found.push_back({images[i].string(), {i}, {0}});
    }
    std::vector<std::size_t> alone;
    for (const FrameSequence& sequence : found)
        if (!looksLikeFrames(sequence, images))
            alone.insert(alone.end(), sequence.files.begin(), sequence.files.end());
    std::ranges::sort(alone);
    if (!alone.empty()) // one drop of a thousand pictures is one edit of the queue
        groups.push_back({{}, alone, {}});
    for (FrameSequence& sequence : found)
        if (looksLikeFrames(sequence, images))
            groups.push_back(std::move(sequence));
    return groups;
}

QString readableKinds() {
    return ImageIntake::tr("EXR, PNG, TIFF, JPEG, HDR and PSD files can be added.");
}

} // namespace

ImageIntake::ImageIntake(InferParts& parts, QueueVerbs& verbs)
    : m_parts(parts), m_verbs(verbs), m_dragged(cacheFolder("dragged")) {
    connect(&m_finder, &FileFinder::searching, this, &ImageIntake::tellSearch);
    connect(&m_finder, &FileFinder::found, this, &ImageIntake::takeFound);
    connect(&m_finder, &FileFinder::failed, this, [this](const Failure& failure) {
        m_parts.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    parts.controller.queue().setOutsideFiles(
        {.begin = [this](const QueueItem& item) { m_dragged.begin(item); },
         .of = [this](const QueueItem& item) { return m_dragged.of(item); }});
}

void ImageIntake::add(const std::vector<std::filesystem::path>& images) {
    std::vector<QueueItemId> added;
    std::vector<QueueItemId> sequences;
    for (const FrameSequence& group : groupFrames(images)) {
        std::vector<std::filesystem::path> files;
        for (const std::size_t file : group.files)
            files.push_back(images[file]);
        if (group.pattern.empty()) {
            const auto ids = m_parts.controller.add(files);
            added.insert(added.end(), ids.begin(), ids.end());
        } else if (const QueueItemId id = m_parts.controller.addSequence(files, group.pattern);
                   id != 0) {
            added.push_back(id);
            sequences.push_back(id);
        }
    }
    // What is in the queue already, and waits, is meant as well: it runs now.
    const std::unordered_set<QueueItemId> fresh(added.begin(), added.end());
    for (const QueueItemId id : m_parts.controller.queue().waitingFor(images))
        if (!fresh.contains(id))
            added.push_back(id);
    m_parts.controller.runner().runFirst(added);
    if (!added.empty())
        m_parts.queue.select(added.front());
    m_verbs.tellSequences(sequences);
}

void ImageIntake::open(const std::vector<std::filesystem::path>& paths) {
    if (!paths.empty())
        m_finder.find(paths, m_isRecursive, toPath(m_parts.settings.settingsOfAll().output.folder));
}

void ImageIntake::take(const QMimeData& offer) {
    m_parts.settings.message().hide(); // it was about an earlier try
    const OfferedData offered = offeredData(offer);
    if (!offered.problem.isEmpty())
        m_parts.say(MessageBar::Kind::Bad, offered.problem, offered.hint);
    else if (!offered.image.isNull())
        m_finder.store(offered.image);
    else
        open(offered.paths);
}

void ImageIntake::paste() {
    // A text field takes its own paste.
    if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget())) {
        field->paste();
        return;
    }
    if (const QMimeData* offer = QGuiApplication::clipboard()->mimeData())
        take(*offer);
}

void ImageIntake::toggleRecursive() {
    m_isRecursive = !m_isRecursive;
    m_parts.say(MessageBar::Kind::Good,
                m_isRecursive ? tr("Dropped folders are searched with the folders in them.")
                              : tr("Of dropped folders only the files in them are taken."));
}

void ImageIntake::browseImages() {
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Add images"), QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Images (*.exr *.png *.tif *.tiff *.jpg *.jpeg *.hdr *.psd *.webp)"),
                            tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        std::vector<std::filesystem::path> images;
        for (const QString& file : files)
            images.push_back(toPath(file));
        add(images);
    });
    dialog->open();
}

void ImageIntake::browseFolder() {
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Add a folder of images"), QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& folder) { open({toPath(folder)}); });
    dialog->open();
}

void ImageIntake::takeFound(const std::vector<std::filesystem::path>& asked,
                            const DroppedFiles& files) {
    if (std::exchange(m_tellsSearch, false))
        m_parts.settings.message().hide();
    if (!files.modelFolder.empty())
        emit modelFound(toQString(files.modelFolder));
    if (!files.loras.empty())
        emit lorasFound(files.loras);
    std::vector<std::filesystem::path> fresh;
    for (const std::filesystem::path& image : files.images)
        if (!files.made.contains(image))
            fresh.push_back(image);
    add(fresh);
    const int shown = addMade(files.made);
    const bool isColorlessOnly = files.images.empty() && !files.colorlessSets.empty();
    if (isColorlessOnly) {
        tellColorless(files);
    } else if (!files.companions.empty()) {
        tellCompanions(asked, files);
    } else if (!files.made.empty()) {
        tellMade(files.made, shown);
    } else if (!files.ignored.empty()) {
        std::error_code unknown;
        const std::filesystem::path& first = files.ignored.front();
        const QString name = toQString(first.filename());
        m_parts.say(MessageBar::Kind::Bad,
                    std::filesystem::exists(first, unknown)
                        ? tr("%1 is no image that can be read.").arg(name)
                        : tr("There is no file %1.").arg(name),
                    readableKinds());
    } else if (files.images.empty() && files.loras.empty() && files.modelFolder.empty() &&
               !asked.empty()) {
        m_parts.say(MessageBar::Kind::Bad,
                    tr("There is no image in %1.").arg(toQString(asked.front().filename())),
                    readableKinds());
    }
}

/// Results of an earlier run are shown from their files, in rows of their own; those whose rows are
/// there stay as they are. Returns how many rows came.
int ImageIntake::addMade(const std::map<std::filesystem::path, ResultFiles>& made) {
    const std::vector<QueueItemId> ids = m_parts.controller.addMade(made);
    if (!ids.empty() && m_parts.viewed == 0)
        m_parts.queue.select(ids.front());
    return static_cast<int>(ids.size());
}

} // namespace unlit::ui
