// Corrections by hand on the Infer page: the mode, where strokes come from, and where they go.
#include "core/base/error.h"
#include "core/session/data/collect_corrections.h"
#include "core/strokes/stroke_json.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QEvent>
#include <QFileDialog>
#include <QKeyEvent>
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

void InferPage::makeStrokes() {
    connect(m_strokes.get(), &StrokeDesk::strokesEdited, this,
            [this](QueueItemId id, const std::shared_ptr<const StrokeSet>& strokes) {
                m_controller.setStrokes({id}, strokes);
            });
    connect(m_strokes.get(), &StrokeDesk::previewReady, this, &InferPage::showStrokePreview);
    connect(m_strokes.get(), &StrokeDesk::failed, this, [this](const Failure& failure) {
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    connect(m_strokes.get(), &StrokeDesk::othersAsked, this, &InferPage::carryStrokes);
    connect(&m_controller, &InferenceController::strokesRefused, this,
            [this](QueueItemId, const Failure& failure) {
                say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
            });
    m_strokesAction = addAction(tr("Correct the albedo by hand (Strokes)"), Qt::Key_S,
                                [this] { toggleStrokes(); });
    addAction(tr("Use these strokes on other frames…"), {}, [this] { carryStrokes(); });
    addAction(tr("Open strokes or a side-car for this image…"), {}, [this] { browseStrokes(); });
    addAction(tr("Use my corrections to train…"), {}, [this] { browseCorrections(); });
}

void InferPage::toggleStrokes() {
    if (m_strokes->isActive()) {
        m_strokes->end();
        return;
    }
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr) {
        say(MessageBar::Kind::Note, tr("There is no result to correct yet."),
            tr("Drop a picture here, or open one (Ctrl+O), and let it run first."));
        return;
    }
    if (item->isSequence()) {
        m_settings->message().say(MessageBar::Kind::Note, tr("Strokes are drawn on single images."),
                                  tr("Draw on one frame, then use its strokes on the sequence."),
                                  {{tr("Draw on this frame"), [this] { drawOnFrame(); }}});
        return;
    }
    if (!item->result || item->state != QueueState::Done) {
        refuseUnfinished(*item);
        return;
    }
    const std::string why = whyNotCorrectable(*item->result);
    if (!why.empty()) {
        offerRunForStrokes(sentence(why), {});
        return;
    }
    m_settings->message().hide(); // it was about an earlier try
    m_strokes->begin(item->id, item->result, item->strokes);
    m_viewer->view().setFocus();
}

/// The frame of the sequence on show gets a row of its own, which runs.
void InferPage::drawOnFrame() {
    const QueueItem* sequence = m_controller.queue().find(m_viewed);
    const int current = m_viewer->player().current();
    if (sequence == nullptr || current < 0 || current >= static_cast<int>(sequence->frames.size()))
        return;
    const std::filesystem::path frame = sequence->frames[static_cast<std::size_t>(current)].path;
    const auto& items = m_controller.queue().items();
    const auto there = std::ranges::find_if(items, [&frame](const QueueItem& item) {
        return !item.isSequence() && item.path == frame;
    });
    QueueItemId id = there != items.end() ? there->id : 0;
    if (id == 0) {
        const std::vector<QueueItemId> added = m_controller.add({frame});
        if (added.empty()) {
            say(MessageBar::Kind::Note, tr("This frame is about to run with its sequence."),
                tr("Wait until the sequence is done."));
            return;
        }
        id = added.front();
        m_controller.runFirst(added);
    }
    m_correctNext = id;
    m_queue->select(id);
    followStrokes();
}

void InferPage::refuseUnfinished(const QueueItem& item) {
    if (item.state == QueueState::Running || item.state == QueueState::Waiting)
        say(MessageBar::Kind::Note, tr("There is no result to correct yet."),
            item.state == QueueState::Running ? tr("Wait until the image is done.")
                                              : tr("The image waits; run it first."));
    else if (item.saved.empty())
        offerRunForStrokes(tr("There is no result to correct yet."), {});
    else
        offerRunForStrokes(
            tr("This result is shown from its files."),
            tr("Strokes are solved on the result as the model made it, in full precision."));
}

/// The mode begins by itself when the image is done.
void InferPage::offerRunForStrokes(const QString& text, const QString& hint) {
    m_settings->message().say(MessageBar::Kind::Note, text, hint,
                              {{tr("Run again, then correct"), [this, id = m_viewed] {
                                    m_correctNext = id;
                                    m_controller.runAgain(id);
                                }}});
}

/// After offerRunForStrokes().
void InferPage::beginAwaitedStrokes() {
    const QueueItem* item = m_controller.queue().find(m_correctNext);
    const bool isPending = item != nullptr && (item->state == QueueState::Running ||
                                               item->state == QueueState::Waiting);
    if (isPending)
        return;
    const bool isHere = item != nullptr && m_correctNext == m_viewed && item->result &&
                        item->state == QueueState::Done;
    m_correctNext = 0;
    if (isHere)
        toggleStrokes();
}

/// Another image is on show, or its result is another one.
void InferPage::followStrokes() {
    if (!m_strokes->isActive()) {
        if (m_correctNext != 0)
            beginAwaitedStrokes();
        return;
    }
    const QueueItem* item = m_controller.queue().find(m_viewed);
    const bool isCorrectable = item != nullptr && item->result && !item->isSequence() &&
                               item->state == QueueState::Done &&
                               whyNotCorrectable(*item->result).empty();
    if (!isCorrectable)
        m_strokes->end();
    else if (item->id != m_strokes->item())
        m_strokes->begin(item->id, item->result, item->strokes);
    else
        m_strokes->update(item->result, item->strokes);
}

/// Until the result itself has the strokes.
void InferPage::showStrokePreview(QueueItemId id, const std::shared_ptr<const Image>& albedo) {
    const QueueItem* item = m_controller.queue().find(id);
    if (id == m_viewed && item != nullptr && m_controller.isCatchingUp(id) && m_viewer->hasResult())
        m_viewer->showAlbedo(albedo);
}

void InferPage::carryStrokes() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || !item->strokes) {
        say(MessageBar::Kind::Note, tr("This image has no strokes."), tr("Draw some first (S)."));
        return;
    }
    const std::vector<QueueItemId> chosen = m_queue->chosen();
    std::vector<QueueItemId> others;
    for (const QueueItem& other : m_controller.queue().items()) {
        const bool isMeant =
            chosen.size() < 2 || std::ranges::find(chosen, other.id) != chosen.end();
        if (isMeant && other.id != item->id && other.size == item->size)
            others.push_back(other.id);
    }
    if (others.empty()) {
        say(MessageBar::Kind::Bad, tr("No other image of the queue has the size of this one."));
        return;
    }
    auto strokes = std::make_shared<StrokeSet>(*item->strokes);
    strokes->hash.clear(); // of any picture of this size
    m_settings->message().say(
        MessageBar::Kind::Note,
        tr("Use these strokes on %n other images?", nullptr, static_cast<int>(others.size())),
        tr("Of the same size, %1 × %2. Strokes that they have are replaced.")
            .arg(strokes->width)
            .arg(strokes->height),
        {{tr("Use them"), [this, others, strokes] {
              const int changed = m_controller.setStrokes(others, strokes);
              tellCarried(others, changed);
          }}});
}

/// Sequences are corrected while they run.
void InferPage::tellCarried(const std::vector<QueueItemId>& ids, int changed) {
    std::vector<QueueItemId> sequences;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = m_controller.queue().find(id);
            item != nullptr && item->isSequence() && item->state != QueueState::Waiting)
            sequences.push_back(id);
    const QString text = tr("%n images have these strokes now.", nullptr, changed);
    if (sequences.empty()) {
        say(MessageBar::Kind::Good, text);
        return;
    }
    m_settings->message().say(MessageBar::Kind::Good, text,
                              tr("Sequences are corrected when they run again."),
                              {{tr("Run them again"), [this, sequences] {
                                    for (const QueueItemId id : sequences)
                                        m_controller.runAgain(id);
                                }}});
}

void InferPage::browseStrokes() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr) {
        say(MessageBar::Kind::Note, tr("Choose an image first."));
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Open strokes or a side-car"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Strokes and side-cars (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id = item->id](const QString& file) { openStrokes(id, toPath(file)); });
    dialog->open();
}

void InferPage::openStrokes(QueueItemId id, const std::filesystem::path& file) {
    const QueueItem* item = m_controller.queue().find(id);
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
            say(MessageBar::Kind::Bad, sentence(why), tr("The image keeps the strokes it had."));
            return;
        }
        m_controller.setStrokes({id}, strokes);
        followStrokes();
        say(MessageBar::Kind::Good,
            tr("%n strokes were read.", nullptr, static_cast<int>(strokes->strokes.size())));
    } catch (const Error& error) {
        say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

/// Its side-car where that has them, else a file beside the queue.
std::filesystem::path InferPage::strokesFile(const QueueItem& item) const {
    if (const auto sideCar = sideCarOf(item);
        !sideCar.empty() && item.result && item.result->request.strokes == item.strokes)
        return sideCar;
    const std::string text = strokesJson(*item.strokes).dump();
    std::filesystem::path folder = m_strokesFolder;
    if (folder.empty())
        folder = toPath(QStandardPaths::writableLocation(QStandardPaths::TempLocation));
    std::filesystem::create_directories(folder);
    if (!m_strokesFolder.empty())
        removeOldStrokes(folder);
    const auto file = folder / (item.path.stem().string() + "_strokes_" +
                                std::to_string(std::hash<std::string>()(text)) + ".json");
    writeStrokes(file, *item.strokes, true);
    return file;
}

void InferPage::browseCorrections() {
    std::vector<std::filesystem::path> sideCars;
    for (const QueueItem& item : m_controller.queue().items())
        if (const auto sideCar = sideCarOf(item); item.strokes && !sideCar.empty())
            sideCars.push_back(sideCar);
    if (sideCars.empty()) {
        say(MessageBar::Kind::Bad,
            tr("No corrected result of the queue has been saved with a "
               "side-car."),
            tr("Choose “Side-car” under Output, save the corrected results, and ask again."));
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Choose where the training pairs are collected"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, sideCars](const QString& folder) {
        collectFrom(sideCars, freeFolder(toPath(folder)));
    });
    dialog->open();
}

void InferPage::collectFrom(const std::vector<std::filesystem::path>& sideCars,
                            const std::filesystem::path& output) {
    CorrectionOptions options;
    options.sources = sideCars;
    options.output = output;
    say(MessageBar::Kind::Good, tr("Corrections are being collected…"));
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
            say(MessageBar::Kind::Good,
                tr("%n corrected images can be trained on.", nullptr,
                   static_cast<int>(made->pairs)),
                hint);
            emit setAsked(output);
        },
        [this](const Failure& failure) {
            say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
        });
}

/// Keys that mean something else while strokes are drawn.
bool InferPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (m_strokes->takesKey(key->key(), key->modifiers())) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

bool InferPage::takeStrokeKey(const QKeyEvent& event) {
    if (!m_strokes->takesKey(event.key(), event.modifiers()))
        return false;
    if (event.key() == Qt::Key_Escape)
        m_strokes->end();
    else
        m_strokes->pressKey(event.key());
    return true;
}

} // namespace unlit::ui
