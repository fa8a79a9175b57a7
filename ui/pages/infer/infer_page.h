// The Infer page: queue, viewer and settings around one controller.
#pragma once

#include "ui/pages/infer/brightness_anchor.h"
#include "ui/pages/infer/chosen_model.h"
#include "ui/pages/infer/image_intake.h"
#include "ui/pages/infer/infer_actions.h"
#include "ui/pages/infer/infer_menus.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/item_settings.h"
#include "ui/pages/infer/queue_memory.h"
#include "ui/pages/infer/queue_verbs.h"
#include "ui/pages/infer/result_clipboard.h"
#include "ui/pages/infer/result_saver.h"
#include "ui/pages/infer/run_estimates.h"
#include "ui/pages/infer/sequence_stage.h"
#include "ui/pages/infer/shown_item.h"
#include "ui/pages/infer/strokes_mode.h"
#include "ui/settings/viewer_settings.h"

#include <QSplitter>
#include <QWidget>

#include <optional>

namespace unlit::ui {

/// Puts the parts together, and tells each what the others did. GUI thread.
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

    /// As QueueMemory::begin.
    void remember(const std::filesystem::path& stateFolder) { m_memory.begin(stateFolder); }

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

    /// Everything that can be done here, with names and keys.
    QList<QAction*> pageActions() const { return m_actions.all(); }

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
    void connectParts();
    void connectRuns();
    void tellResult(const InferenceResult& result);

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
    ItemSettings m_itemSettings;
    ShownItem m_shown;
    QueueMemory m_memory;
    InferDuties m_duties;
    InferActions m_actions;
    InferMenus m_menus;
};

} // namespace unlit::ui
