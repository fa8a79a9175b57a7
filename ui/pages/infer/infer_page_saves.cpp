// Saving on the Infer page: what is said of it, what keeps the window open, and results that are
// shown from the files that they were saved in.
#include "ui/kit/text.h"
#include "ui/pages/infer/frame_reader.h"
#include "ui/pages/infer/infer_page.h"

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/infer/ensemble/member_size.h"
#include "core/session/models/check_lora.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kTimeLeftMs = 500;

} // namespace

void InferPage::connectSaves() {
    connect(&m_controller, &InferenceController::savingChanged, this, &InferPage::jobChanged);
    connect(&m_controller, &InferenceController::savesEnded, this, &InferPage::tellSaves);
    // Of savings that were asked for the end of all tells; this one is of a run itself.
    connect(&m_controller, &InferenceController::saveFailed, this,
            [this](QueueItemId, const Failure& failure) {
                if (m_controller.saving().asked == 0)
                    say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
            });
    connect(&m_controller, &InferenceController::resultChanged, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id);
            item != nullptr && id == m_viewed)
            m_viewer->showResult(item->result, item->albedoScale);
    });
    m_timeLeft.setSingleShot(true);
    m_timeLeft.setInterval(kTimeLeftMs);
    connect(&m_timeLeft, &QTimer::timeout, this, &InferPage::showTimeLeft);
    connect(this, &InferPage::jobChanged, this, [this] {
        if (!m_timeLeft.isActive())
            m_timeLeft.start();
    });
}

void InferPage::tellSaves(const SaveCount& count) {
    if (m_closesWhenSaved) {
        m_closesWhenSaved = count.failed.empty();
        if (m_closesWhenSaved) {
            emit closeReady();
            return;
        }
    }
    if (count.failed.empty()) {
        if (count.asked == 1)
            tellSaved(count.saved.front());
        else
            say(MessageBar::Kind::Good, tr("%n results saved.", nullptr, count.asked));
        return;
    }
    const QString why = sentence(count.failure.message) + u' ' + sentence(count.failure.hint);
    const MessageBar::Choice both{tr("Keep both"), [this, ids = count.failed] {
                                      for (const QueueItemId id : ids)
                                          saveNumbered(id);
                                  }};
    const MessageBar::Choice again{tr("Try again"), [this, ids = count.failed] {
                                       for (const QueueItemId id : ids)
                                           save(id, false);
                                   }};
    if (count.asked == 1)
        m_settings->message().say(MessageBar::Kind::Bad, sentence(count.failure.message),
                                  sentence(count.failure.hint), {again});
    else
        m_settings->message().say(
            MessageBar::Kind::Bad,
            tr("%1 of %2 results could not be saved.").arg(count.failed.size()).arg(count.asked),
            why, {both, again});
}

void InferPage::tellSaved(QueueItemId id) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item == nullptr || item->saved.empty())
        return;
    const std::filesystem::path first = item->saved.front();
    const QString text = item->saved.size() == 1 ? tr("Saved %1").arg(toQString(first.filename()))
                                                 : tr("Saved %1 files").arg(item->saved.size());
    m_settings->message().say(MessageBar::Kind::Good, text,
                              tr("In %1").arg(toQString(first.parent_path())),
                              {{tr("Show in folder"), [this, first] { showInFolder(first); }}});
}

void InferPage::tellUnsavedStay(int before) {
    const int gone = before - m_controller.queue().rowCount();
    const std::vector<QueueItemId> ids = m_controller.unsaved();
    m_settings->message().say(
        MessageBar::Kind::Good,
        tr("%n results that are not saved stay.", nullptr, static_cast<int>(ids.size())),
        gone > 0 ? tr("%n images taken out of the queue.", nullptr, gone) : QString(),
        {{tr("Save all"), [this] { saveAll(); }},
         {tr("Take them out too"), [this, ids] { closeItems(ids); }}});
}

bool InferPage::mayClose() {
    const std::vector<QueueItemId> ids = m_controller.unsaved();
    if (m_closesWhenSaved && m_controller.saving().asked == 0)
        return true; // everything has been asked
    if (m_closesWhenSaved || m_question)
        return false;
    if (ids.empty())
        return true; // what is being saved is written before the program ends
    m_question = new QMessageBox(QMessageBox::Question, tr("Results are not saved"), {},
                                 QMessageBox::NoButton, this);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setText(tr("%n results are not saved.", nullptr, static_cast<int>(ids.size())));
    m_question->setInformativeText(
        tr("Without it they are made again after the next start, when the queue goes on."));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    auto* saving = m_question->addButton(tr("Save all and close"), QMessageBox::AcceptRole);
    auto* closing = m_question->addButton(tr("Close without saving"), QMessageBox::DestructiveRole);
    auto* staying = m_question->addButton(tr("Stay"), QMessageBox::RejectRole);
    m_question->setDefaultButton(saving);
    m_question->setEscapeButton(staying);
    connect(saving, &QPushButton::clicked, this, [this] {
        m_closesWhenSaved = true;
        for (const QueueItemId id : m_controller.unsaved())
            saveNumbered(id); // no file is replaced, and nothing more is asked
        if (m_controller.saving().asked == 0)
            emit closeReady();
    });
    connect(closing, &QPushButton::clicked, this, [this] {
        m_closesWhenSaved = true;
        emit closeReady();
    });
    m_question->open();
    return false;
}

/// Beside its input, of the pixels given: after a restart, or where memory had no room for it.
void InferPage::openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                          double exposureEv) {
    const bool isThere = item.state == QueueState::Done || item.state == QueueState::Skipped;
    if (item.result || item.isSequence() || item.saved.empty() || !isThere)
        return;
    FramePictures pictures = savedPictures(item, m_controller.targets());
    if (pictures.targets.empty())
        return;
    pictures.exposureEv = exposureEv;
    m_saved.ask([pictures, input](const std::stop_token&) { return readSaved(pictures, input); },
                [this, id = item.id](const std::shared_ptr<const InferenceResult>& result) {
                    const QueueItem* shown = m_controller.queue().find(id);
                    if (shown != nullptr && id == m_viewed && !shown->result)
                        m_viewer->showResult(result, shown->albedoScale);
                },
                [this, name = item.name()](const Failure& failure) {
                    say(MessageBar::Kind::Bad,
                        tr("The saved result of %1 cannot be shown.").arg(toQString(name)),
                        sentence(failure.message) + u' ' + tr("Run it again (Ctrl+R)."));
                });
}

void InferPage::hideBrokenModels() {
    const QStringList folders = m_settings->settingsOfAll().recentModels;
    m_modelCheck.ask(
        [folders, inspect = m_inspect](const std::stop_token& stop) {
            QStringList broken;
            for (const QString& folder : folders) {
                if (stop.stop_requested())
                    break;
                try {
                    inspect(toPath(folder));
                } catch (...) {
                    broken += folder; // whoever chooses it by hand is told why
                }
            }
            return broken;
        },
        [this](const QStringList& broken) {
            for (const QString& folder : broken)
                m_settings->setUsable(folder, false);
        });
}

/// Those that are none are said, and change nothing.
void InferPage::addLoras(const std::vector<std::filesystem::path>& files) {
    if (files.empty())
        return;
    m_newLoras.insert(m_newLoras.end(), files.begin(), files.end());
    m_loraCheck.ask(
        [all = m_newLoras](const std::stop_token&) {
            std::vector<Failure> failures;
            for (const std::filesystem::path& file : all) {
                Failure& failure = failures.emplace_back();
                try {
                    checkLora({file, 1});
                } catch (...) {
                    failure = translateCurrentException();
                }
            }
            return failures;
        },
        [this](const std::vector<Failure>& failures) {
            const std::vector<std::filesystem::path> read = std::exchange(m_newLoras, {});
            for (std::size_t i = 0; i < failures.size(); ++i) {
                if (failures[i].message.empty())
                    m_settings->loras().add(read[i]);
                else
                    say(MessageBar::Kind::Bad, sentence(failures[i].message),
                        sentence(failures[i].hint) + u' ' + tr("The model is used without it."));
            }
        });
}

std::optional<double> InferPage::secondsFor(const QueueItem& item) const {
    if (!m_model)
        return {};
    const InferOptions options = m_controller.requestFor(item).options;
    const auto frames = static_cast<double>(item.frames.size());
    const std::optional<double> seconds = m_timings.estimate(
        {timingKey(m_model->folder, options.precision),
         options.steps.value_or(m_model->defaultSteps),
         infer::workOfMembers(options.ensemble, m_model->isOneStep),
         options.processingRes.value_or(m_model->defaultProcessingRes),
         std::max(0, item.size.width()), std::max(0, item.size.height()), options.tiles.mode});
    if (!seconds || !item.isSequence())
        return seconds;
    return *seconds * (frames - item.framesIn(QueueState::Done));
}

void InferPage::showTimeLeft() {
    const auto seconds =
        m_controller.secondsLeft([this](const QueueItem& item) { return secondsFor(item); });
    m_queue->setTimeLeft(seconds && *seconds > 0 ? toQString(formatSeconds(*seconds)) : QString());
}

} // namespace unlit::ui
