// The Infer page: queue, viewer and settings around one controller.
#pragma once

#include "ui/bridge/queue_keeper.h"
#include "ui/models/queue_place.h"
#include "ui/pages/infer/attention_sheet.h"
#include "ui/pages/infer/brightness_anchor.h"
#include "ui/pages/infer/chosen_model.h"
#include "ui/pages/infer/image_intake.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/queue_verbs.h"
#include "ui/pages/infer/result_clipboard.h"
#include "ui/pages/infer/result_saver.h"
#include "ui/pages/infer/run_estimates.h"
#include "ui/pages/infer/sequence_stage.h"
#include "ui/pages/infer/strokes_mode.h"
#include "ui/settings/viewer_settings.h"

#include <QPointer>
#include <QSplitter>
#include <QWidget>

#include <memory>
#include <optional>

namespace unlit::ui {

/// Puts the parts together: shows the item that is chosen, and tells each part what the others did.
/// GUI thread.
class InferPage : public QWidget {
    Q_OBJECT

public:
    InferPage(const InferenceController::MakeService& makeService,
              const ModelInspector::Inspect& inspect, QWidget* parent = nullptr);

    void setSettings(const InferSettings& settings);

    /// Of all images, whatever is on show.
    InferSettings settings() const { return m_settings->settingsOfAll(); }

    /// Which marks its viewer shows, and between which limits.
    void setViewerSettings(const ViewerSettings& settings);
    ViewerSettings viewerSettings() const;

    /// Where the queue and the times of runs are remembered; brings back what is there, of studios
    /// that were open beside it, too. Once.
    void remember(const std::filesystem::path& stateFolder);

    QByteArray columns() const { return m_columns->saveState(); }

    void setColumns(const QByteArray& state) { m_columns->restoreState(state); }

    /// As ResultSaver::mayClose.
    bool mayClose() { return m_saver.mayClose(); }

    /// The program ends: the queue is remembered as it is, then everything is cancelled.
    void stop();

    void chooseModel(const QString& folder) { m_model.choose(folder); }

    void addImages(const std::vector<std::filesystem::path>& images) { m_intake.add(images); }

    void open(const std::vector<std::filesystem::path>& paths) { m_intake.open(paths); }

    void take(const QMimeData& offer) { m_intake.take(offer); }

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {}) {
        m_parts.say(kind, text, hint);
    }

    void setDropHighlighted(bool isHighlighted) { m_queue->setDropHighlighted(isHighlighted); }

    /// Everything that can be done here, with names and keys.
    QList<QAction*> pageActions() const { return m_actions; }

    InferenceController& controller() { return m_controller; }

    QueuePanel& queuePanel() { return *m_queue; }

    ViewerPanel& viewerPanel() { return *m_viewer; }

    /// What is known of the model that is chosen; unset until it is understood.
    const std::optional<ModelSummary>& model() const { return m_parts.model; }

    SettingsPanel& settingsPanel() { return *m_settings; }

    BrightnessAnchor& anchor() { return m_anchor; }

    StrokesMode& strokes() { return m_strokes; }

    ResultClipboard& clipboard() { return m_clipboard; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

signals:
    /// The running job has changed, moved on or ended.
    void jobChanged();
    /// "CPU · 2 threads · bfloat16".
    void machineChanged(const QString& text);
    /// Training pairs are to be rendered from the texture sets in a folder.
    void pairsFromTexturesAsked(const std::filesystem::path& folder);
    /// A folder with beauties and albedos is to be looked at as a training set.
    void setAsked(const std::filesystem::path& folder);
    /// Everything is saved, after mayClose() was answered with "save all and close".
    void closeReady();

private:
    struct Shown { // of the item whose settings are on show; tells whether they must be shown anew
        QueueItemId id = 0;
        QueueState state = QueueState::Waiting;
        std::size_t layers = 0;
        std::shared_ptr<const InferenceResult> result;
        InputOptions input;
        bool hasOwn = false;
        std::shared_ptr<const Image> small;
        double albedoScale = 1;
        bool isStale = false;
    };

    // infer_page_signals.cpp
    void connectQueue();
    void connectViewer();
    void connectSettings();
    void connectController();
    void connectParts();
    void takePicture(QueueItemId id, const std::shared_ptr<const Image>& image, double exposureEv);
    void tellResult(const InferenceResult& result);
    // infer_actions.cpp
    void makeActions();
    void makeResultActions();
    void makeQueueActions();
    void makeUndoActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    // infer_menus.cpp
    void showQueueMenu(QueueItemId id, const QPoint& globalPlace);
    void showPictureMenu(const QPoint& globalPlace);
    void askAttention(const QPoint& pixel);
    // infer_page.cpp
    void viewCurrent();
    void view(QueueItemId id);
    void itemChanged();
    void refreshSettings();
    void settingsEdited();
    void setOwn(bool isOwn);
    void refresh();
    // infer_page_results.cpp
    void showEmptyState();
    void showFailedItem(const QueueItem& item);
    void noticeClicked();
    void openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                   double exposureEv);

    InferenceController m_controller;
    QueuePanel* m_queue;
    ViewerPanel* m_viewer;
    SettingsPanel* m_settings;
    QSplitter* m_columns;
    InferParts m_parts;
    ChosenModel m_model;
    RunEstimates m_estimates;
    ResultSaver m_saver;
    QueueVerbs m_verbs;
    ImageIntake m_intake;
    SequenceStage m_sequence;
    BrightnessAnchor m_anchor;
    StrokesMode m_strokes;
    ResultClipboard m_clipboard;
    std::unique_ptr<QueuePlace> m_place;   // null: likewise
    std::unique_ptr<QueueKeeper> m_keeper; // null: nothing is remembered
    QPointer<AttentionSheet> m_attention;  // at most one
    QAction* m_anchorAction = nullptr;
    QAction* m_strokesAction = nullptr;
    QList<QAction*> m_actions;
    bool m_inputChanged = false; // the next picture replaces the one on show
    Shown m_shown;
    Background<std::shared_ptr<const InferenceResult>> m_saved; // last: joined before the rest
};

} // namespace unlit::ui
