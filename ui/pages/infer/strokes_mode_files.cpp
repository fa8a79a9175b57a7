// Where strokes come from, and where they go: other images, files, training pairs.
#include "ui/pages/infer/strokes_mode.h"

#include "core/base/error.h"
#include "core/session/data/collect_corrections.h"
#include "core/strokes/stroke_json.h"
#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <QStandardPaths>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace unlit::ui {

namespace {

constexpr std::size_t kKeptStrokes = 20; // files that copied commands name

/// The side-car among the files of a result; empty = it has none.
std::filesystem::path sideCarOf(const QueueItem& item) {
    const auto found = std::ranges::find_if(
        item.saved, [](const std::filesystem::path& file) { return file.extension() == ".json"; });
    return found != item.saved.end() ? *found : std::filesystem::path();
}

/// "corrections", or the first with a number that is not there.
std::filesystem::path freeFolder(const std::filesystem::path& parent) {
    std::error_code unknown;
    std::filesystem::path folder = parent / "corrections";
    for (int number = 2; std::filesystem::exists(folder, unknown); ++number)
        folder = parent / ("corrections_" + std::to_string(number));
    return folder;
}

/// Makes room for one more: commands of long ago are run no more.
void removeOldStrokes(const std::filesystem::path& folder) {
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    std::error_code failed;
    std::filesystem::directory_iterator entry(folder, failed);
    for (const std::filesystem::directory_iterator end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unknown;
        if (entry->path().stem().string().find("_strokes_") != std::string::npos &&
            entry->is_regular_file(unknown))
            files.emplace_back(entry->last_write_time(unknown), entry->path());
    }
    std::ranges::sort(files, std::greater<>());
    for (std::size_t i = kKeptStrokes - 1; i < files.size(); ++i)
        std::filesystem::remove(files[i].second, failed);
}

} // namespace

void StrokesMode::carry() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !item->strokes) {
        m_parts.say(MessageBar::Kind::Note, tr("This image has no strokes."),
                    tr("Draw some first (S)."));
        return;
    }
    const std::vector<QueueItemId> chosen = m_parts.queue.chosen();
    std::vector<QueueItemId> others;
    for (const QueueItem& other : m_parts.controller.queue().items()) {
        const bool isMeant =
            chosen.size() < 2 || std::ranges::find(chosen, other.id) != chosen.end();
        if (isMeant && other.id != item->id && other.size == item->size)
            others.push_back(other.id);
    }
    if (others.empty()) {
        m_parts.say(MessageBar::Kind::Bad,
                    tr("No other image of the queue has the size of this one."));
        return;
    }
    auto strokes = std::make_shared<StrokeSet>(*item->strokes);
    strokes->hash.clear(); // of any picture of this size
    m_parts.say(
        MessageBar::Kind::Note,
        tr("Use these strokes on %n other images?", nullptr, static_cast<int>(others.size())),
        tr("Of the same size, %1 × %2. Strokes that they have are replaced.")
            .arg(strokes->width)
            .arg(strokes->height),
        {{tr("Use them"), [this, others, strokes] {
              const int changed = m_parts.controller.upkeep().setStrokes(others, strokes);
              tellCarried(others, changed);
          }}});
}

/// Sequences are corrected while they run.
void StrokesMode::tellCarried(const std::vector<QueueItemId>& ids, int changed) {
    std::vector<QueueItemId> sequences;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = m_parts.controller.queue().find(id);
            item != nullptr && item->isSequence() && item->state != QueueState::Waiting)
            sequences.push_back(id);
    const QString text = tr("%n images have these strokes now.", nullptr, changed);
    if (sequences.empty()) {
        m_parts.say(MessageBar::Kind::Good, text);
        return;
    }
    m_parts.say(MessageBar::Kind::Good, text, tr("Sequences are corrected when they run again."),
                {{tr("Run them again"), [this, sequences] {
                      for (const QueueItemId id : sequences)
                          m_parts.controller.runner().runAgain(id);
                  }}});
}

void StrokesMode::browse() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr) {
        m_parts.say(MessageBar::Kind::Note, tr("Choose an image first."));
        return;
    }
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Open strokes or a side-car"), QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Strokes and side-cars (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id = item->id](const QString& file) { open(id, toPath(file)); });
    dialog->open();
}

void StrokesMode::open(QueueItemId id, const std::filesystem::path& file) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item == nullptr)
        return;
    try {
        const auto strokes = std::make_shared<StrokeSet>(readStrokes(file));
        if (item->isSequence())
            strokes->hash.clear(); // of all its frames
        // Of a picture that has not run only the size is known.
        const bool isOne = item->result && !item->isSequence();
        const std::string hash = isOne ? item->result->inputHash : strokes->hash;
        const QSize size = item->result
                               ? QSize(item->result->input->width, item->result->input->height)
                               : item->size;
        const std::string why =
            size.isEmpty() ? std::string()
                           : whyStrokesDoNotFit(*strokes, size.width(), size.height(), hash, false);
        if (!why.empty()) {
            m_parts.say(MessageBar::Kind::Bad, sentence(why),
                        tr("The image keeps the strokes it had."));
            return;
        }
        m_parts.controller.upkeep().setStrokes({id}, strokes);
        follow();
        m_parts.say(MessageBar::Kind::Good, tr("%n strokes were read.", nullptr,
                                               static_cast<int>(strokes->strokes.size())));
    } catch (const Error& error) {
        m_parts.say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

/// Its side-car where that has them, else a file beside the queue.
std::filesystem::path StrokesMode::fileFor(const QueueItem& item) const {
    if (const auto sideCar = sideCarOf(item);
        !sideCar.empty() && item.result && item.result->request.strokes == item.strokes)
        return sideCar;
    const std::string text = strokesJson(*item.strokes).dump();
    std::filesystem::path folder = m_folder;
    if (folder.empty())
        folder = toPath(QStandardPaths::writableLocation(QStandardPaths::TempLocation));
    std::filesystem::create_directories(folder);
    if (!m_folder.empty())
        removeOldStrokes(folder);
    const auto file = folder / (item.path.stem().string() + "_strokes_" +
                                std::to_string(std::hash<std::string>()(text)) + ".json");
    writeStrokes(file, *item.strokes, true);
    return file;
}

void StrokesMode::browseCorrections() {
    std::vector<std::filesystem::path> sideCars;
    for (const QueueItem& item : m_parts.controller.queue().items())
        if (const auto sideCar = sideCarOf(item); item.strokes && !sideCar.empty())
            sideCars.push_back(sideCar);
    if (sideCars.empty()) {
        m_parts.say(
            MessageBar::Kind::Bad,
            tr("No corrected result of the queue has been saved with a "
               "side-car."),
            tr("Choose “Side-car” under Output, save the corrected results, and ask again."));
        return;
    }
    QFileDialog* dialog =
        makeFileDialog(m_parts.window, tr("Choose where the training pairs are collected"),
                       QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, sideCars](const QString& folder) {
        collectFrom(sideCars, freeFolder(toPath(folder)));
    });
    dialog->open();
}

void StrokesMode::collectFrom(const std::vector<std::filesystem::path>& sideCars,
                              const std::filesystem::path& output) {
    CorrectionOptions options;
    options.sources = sideCars;
    options.output = output;
    m_parts.say(MessageBar::Kind::Good, tr("Corrections are being collected…"));
    m_collecting.ask(
        [options](const std::stop_token& stop) {
            return collectCorrections(
                options, [](std::size_t, std::size_t) {}, stop);
        },
        [this, output](const std::optional<Corrections>& made) {
            if (!made)
                return;
            QString hint = tr("The recipe is %1.").arg(toQString(made->recipe));
            for (const LeftCorrection& left : made->leftOut)
                hint += u' ' + toQString(left.sideCar.filename()) + QStringLiteral(": ") +
                        sentence(left.reason);
            m_parts.say(MessageBar::Kind::Good,
                        tr("%n corrected images can be trained on.", nullptr,
                           static_cast<int>(made->pairs)),
                        hint);
            emit setAsked(output);
        },
        [this](const Failure& failure) {
            m_parts.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
        });
}

} // namespace unlit::ui
