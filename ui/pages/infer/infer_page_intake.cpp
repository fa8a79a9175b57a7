// What comes into the Infer page: drops, pastes, folders, the queue of last time; and what is
// carried out of it.
#include "ui/bridge/dropped_files.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/text.h"
#include "ui/models/queue_store.h"
#include "ui/pages/infer/infer_page.h"

#include "core/base/failure.h"
#include "core/image/image_file.h"
#include "core/session/infer/albedo_scale.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

QByteArray contentsOf(const fs::path& file) {
    QFile stream(toQString(file));
    return stream.open(QIODevice::ReadOnly) ? stream.readAll() : QByteArray();
}

/// What was dropped, if it was one folder; else where the first picture lies.
fs::path folderOf(const std::vector<fs::path>& asked, const DroppedFiles& files) {
    std::error_code unknown;
    if (asked.size() == 1 && fs::is_directory(asked.front(), unknown))
        return asked.front();
    return files.images.empty() ? fs::path() : files.images.front().parent_path();
}

/// The first three by name.
QString shortList(const QStringList& names) {
    constexpr qsizetype most = 3;
    const QString first = names.mid(0, most).join(QStringLiteral(", "));
    return names.size() > most ? InferPage::tr("%1 and others").arg(first) : first;
}

QString readableKinds() {
    return InferPage::tr("EXR, PNG, TIFF, JPEG, HDR and PSD files can be added.");
}

} // namespace

void InferPage::remember(const fs::path& stateFolder) {
    const fs::path queueFile = stateFolder / "queue.json";
    m_timingsFile = stateFolder / "timings.json";
    m_strokesFolder = stateFolder / "strokes";
    m_timings = RunTimings::fromJson(contentsOf(m_timingsFile));
    StoredQueue stored = readQueue(queueFile);
    if (!stored.problem.isEmpty())
        say(MessageBar::Kind::Bad, stored.problem);
    m_controller.restore(std::move(stored.items));
    m_restored = m_controller.queue().countIn(QueueState::Waiting);
    m_keeper = std::make_unique<QueueKeeper>(m_controller.queue(), queueFile);
    connect(m_keeper.get(), &QueueKeeper::failed, this, [this](const QString& text) {
        say(MessageBar::Kind::Bad, tr("The queue cannot be remembered."), text);
    });
    showHeld();
    if (m_controller.queue().rowCount() > 0)
        m_queue->select(m_controller.queue().at(0).id);
    updateEstimates();
}

void InferPage::stop() {
    m_keeper.reset(); // first: what is cancelled now waits again next time
    m_controller.cancelAll();
}

void InferPage::open(const std::vector<fs::path>& paths) {
    if (!paths.empty())
        m_finder.find(paths, m_isRecursive, toPath(settings().output.folder));
}

void InferPage::take(const QMimeData& offer) {
    m_settings->message().hide(); // it was about an earlier try
    const OfferedData offered = offeredData(offer);
    if (!offered.problem.isEmpty())
        say(MessageBar::Kind::Bad, offered.problem, offered.hint);
    else if (!offered.image.isNull())
        m_finder.store(offered.image);
    else
        open(offered.paths);
}

void InferPage::paste() {
    // A text field takes its own paste.
    if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget())) {
        field->paste();
        return;
    }
    if (const QMimeData* offer = QGuiApplication::clipboard()->mimeData())
        take(*offer);
}

void InferPage::toggleRecursive() {
    m_isRecursive = !m_isRecursive;
    say(MessageBar::Kind::Good, m_isRecursive
                                    ? tr("Dropped folders are searched with the folders in them.")
                                    : tr("Of dropped folders only the files in them are taken."));
}

void InferPage::tellSearch(const SearchCount& count) {
    m_tellsSearch = true;
    const QString text =
        tr("Looking for pictures: %n files so far.", nullptr, static_cast<int>(count.found));
    const QString hint = count.examined > 0
                             ? tr("%1 were looked into for earlier results.").arg(count.examined)
                             : QString();
    m_settings->message().say(MessageBar::Kind::Good, text, hint,
                              {{tr("Stop"), [this] {
                                    m_finder.cancel();
                                    m_tellsSearch = false;
                                    say(MessageBar::Kind::Good,
                                        tr("The search was stopped; nothing was added."));
                                }}});
}

void InferPage::takeFound(const std::vector<fs::path>& asked, const DroppedFiles& files) {
    if (std::exchange(m_tellsSearch, false))
        m_settings->message().hide();
    if (!files.modelFolder.empty())
        chooseModel(toQString(files.modelFolder));
    addLoras(files.loras);
    std::vector<fs::path> fresh;
    for (const fs::path& image : files.images)
        if (!files.made.contains(image))
            fresh.push_back(image);
    addImages(fresh);
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
        const fs::path& first = files.ignored.front();
        const QString name = toQString(first.filename());
        say(MessageBar::Kind::Bad,
            fs::exists(first, unknown) ? tr("%1 is no image that can be read.").arg(name)
                                       : tr("There is no file %1.").arg(name),
            readableKinds());
    } else if (files.images.empty() && files.loras.empty() && files.modelFolder.empty() &&
               !asked.empty()) {
        say(MessageBar::Kind::Bad,
            tr("There is no image in %1.").arg(toQString(asked.front().filename())),
            readableKinds());
    }
}

/// Results of an earlier run are shown from their files, in rows of their own; those whose rows are
/// there stay as they are. Returns how many rows came.
int InferPage::addMade(const std::map<fs::path, ResultFiles>& made) {
    const std::vector<QueueItemId> ids = m_controller.addMade(made);
    if (!ids.empty() && m_viewed == 0)
        m_queue->select(ids.front());
    return static_cast<int>(ids.size());
}

void InferPage::tellMade(const std::map<fs::path, ResultFiles>& made, int shown) {
    m_settings->message().say(
        MessageBar::Kind::Good,
        tr("%n pictures have a result already.", nullptr, static_cast<int>(made.size())),
        shown > 0 ? tr("It is shown from its files; nothing runs for them.")
                  : tr("They are in the queue."),
        {{tr("Run them again"), [this, made] {
              for (const QueueItemId id : m_controller.queue().doneFor(made))
                  m_controller.runAgain(id);
          }}});
}

/// Maps alone: normals and roughness have no light that could be taken out.
void InferPage::tellColorless(const DroppedFiles& files) {
    QStringList names;
    for (const std::string& set : files.colorlessSets)
        names += toQString(fs::path(set).filename());
    std::vector<fs::path> maps;
    for (const data::SortedPicture& picture : files.companions)
        maps.push_back(picture.path);
    m_settings->message().say(
        MessageBar::Kind::Bad,
        tr("%n texture sets without a base colour: nothing was queued.", nullptr,
           static_cast<int>(names.size())),
        tr("Add the base colour (albedo, diffuse, color) of %1 beside its maps.")
            .arg(shortList(names)),
        {{tr("Take the maps as pictures"), [this, maps] { addImages(maps); }}});
}

void InferPage::tellCompanions(const std::vector<fs::path>& asked, const DroppedFiles& files) {
    const auto count = [&](data::PictureUse use) {
        return static_cast<int>(
            std::ranges::count(files.companions, use, &data::SortedPicture::use));
    };
    QStringList left;
    if (const auto maps = count(data::PictureUse::Map); maps > 0)
        left += tr("%n other maps", nullptr, maps);
    if (const auto albedos = count(data::PictureUse::Albedo); albedos > 0)
        left += tr("%n albedos of renders", nullptr, albedos);
    if (const auto results = count(data::PictureUse::Result); results > 0)
        left += tr("%n earlier results", nullptr, results);
    // Those that have a result already do not run, and are counted apart.
    const auto taken = static_cast<int>(files.images.size() - files.made.size());
    const bool isMaterial = taken > 0 && files.baseColors == static_cast<int>(files.images.size());
    const QString what = isMaterial ? tr("%n base colours of texture sets.", nullptr, taken)
                                    : tr("%n pictures taken.", nullptr, taken);
    QString hint = tr("Not de-lit: %1.").arg(left.join(QStringLiteral(", ")));
    std::vector<MessageBar::Choice> next;
    const fs::path folder = folderOf(asked, files);
    if (files.baseColors > 0 && !folder.empty())
        next.push_back(
            {tr("Make training pairs…"), [this, folder] { emit pairsFromTexturesAsked(folder); }});
    else if (count(data::PictureUse::Albedo) > 0 && !folder.empty())
        next.push_back({tr("Open as training pairs…"), [this, folder] { emit setAsked(folder); }});
    if (!files.colorlessSets.empty()) {
        QStringList names;
        for (const std::string& set : files.colorlessSets)
            names += toQString(fs::path(set).filename());
        hint += u' ' + tr("Without a base colour: %1.").arg(shortList(names));
    }
    if (!files.made.empty())
        hint += u' ' + tr("%n have a result already and do not run again.", nullptr,
                          static_cast<int>(files.made.size()));
    if (!files.made.empty())
        next.push_back({tr("Run them again"), [this, made = files.made] {
                            for (const QueueItemId id : m_controller.queue().doneFor(made))
                                m_controller.runAgain(id);
                        }});
    std::vector<fs::path> others;
    for (const data::SortedPicture& picture : files.companions)
        others.push_back(picture.path);
    next.push_back({tr("Take them too"), [this, others] { addImages(others); }});
    m_settings->message().say(MessageBar::Kind::Good, what, hint, next);
}

void InferPage::copyResult() {
    if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        field != nullptr && field->hasSelectedText()) {
        field->copy();
        return;
    }
    const QueueItem* item = m_controller.queue().find(m_viewed);
    const auto result = item != nullptr ? resultOf(*item) : nullptr;
    if (!result) {
        say(MessageBar::Kind::Bad, tr("There is no result to copy yet."));
        return;
    }
    const TargetPrediction& target = result->prediction.targets.front();
    const QString what =
        tr("%1 of %2 copied.")
            .arg(toQString(target.name), toQString(result->request.input.filename()));
    QList<QUrl> urls;
    for (const fs::path& file : item->isSequence() ? std::vector<fs::path>() : item->saved)
        urls += QUrl::fromLocalFile(toQString(file));
    const auto make = [result, &target, scale = item->albedoScale](const std::stop_token&) {
        return toDeepQImage(scaledPicture(target, result->prediction.lightless, scale));
    };
    m_copy.ask(make, [this, urls, what](const QImage& picture) {
        auto* copy = new QMimeData;
        copy->setImageData(picture);
        if (!urls.isEmpty())
            copy->setUrls(urls);
        QGuiApplication::clipboard()->setMimeData(copy);
        say(MessageBar::Kind::Good, what);
    });
}

} // namespace unlit::ui
