// The Infer page: queue, viewer and settings around one controller.
#pragma once

#include "ui/bridge/inference_controller.h"
#include "ui/bridge/model_inspector.h"
#include "ui/pages/queue_panel.h"
#include "ui/pages/settings_panel.h"
#include "ui/pages/viewer_panel.h"

#include <QSplitter>
#include <QWidget>

#include <optional>

namespace unlit::ui {

class InferPage : public QWidget {
    Q_OBJECT

public:
    InferPage(const InferenceController::MakeService& makeService, ModelInspector::Inspect inspect,
              QWidget* parent = nullptr);

    void setSettings(const InferSettings& settings);

    InferSettings settings() const { return m_settings->settings(); }

    QByteArray columns() const { return m_columns->saveState(); }

    void setColumns(const QByteArray& state) { m_columns->restoreState(state); }

    void chooseModel(const QString& folder);
    void addImages(const std::vector<std::filesystem::path>& images);
    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {});

    void setDropHighlighted(bool isHighlighted) { m_queue->setDropHighlighted(isHighlighted); }

    /// Everything that can be done here, with names and keys.
    QList<QAction*> pageActions() const { return m_actions; }

    InferenceController& controller() { return m_controller; }

    QueuePanel& queuePanel() { return *m_queue; }

    ViewerPanel& viewerPanel() { return *m_viewer; }

    SettingsPanel& settingsPanel() { return *m_settings; }

signals:
    /// The running job has changed, moved on or ended.
    void jobChanged();
    /// "CPU · 2 threads · bfloat16".
    void machineChanged(const QString& text);

private:
    struct Shown { // of the item whose settings are on show; tells whether they must be shown anew
        QueueItemId id = 0;
        QueueState state = QueueState::Waiting;
        std::size_t layers = 0;
        std::shared_ptr<const InferenceResult> result;
        InputOptions input;
    };

    void connectQueue();
    void connectViewer();
    void connectSettings();
    void connectController();
    void connectModel();
    // infer_actions.cpp
    void makeActions();
    void makeViewActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void showMenu(QueueItemId id, const QPoint& globalPlace);

    void viewCurrent();
    void view(QueueItemId id);
    void showEmptyState();
    void showFailedItem(const QueueItem& item);
    void noticeClicked();
    void itemChanged();
    void refreshSettings();
    void settingsEdited();
    QStringList outputNames(const QueueItem& item) const;
    void updateEstimate();
    void tellResult(const InferenceResult& result);

    void browseModel();
    void browseImages();
    void browseFolder();
    void browseOutput();
    void copyCommand();
    void save(QueueItemId id, bool overwrite);
    void saveAll();
    void tellSaved(QueueItemId id);
    void closeItem(QueueItemId id);
    void showInFolder(const std::filesystem::path& path) const;

    InferenceController m_controller;
    ModelInspector m_inspector;
    QueuePanel* m_queue;
    ViewerPanel* m_viewer;
    SettingsPanel* m_settings;
    QSplitter* m_columns;
    QList<QAction*> m_actions;
    std::optional<ModelSummary> m_model;
    QueueItemId m_viewed = 0;
    bool m_inputChanged = false; // the next picture replaces the one on show
    Shown m_shown;
};

} // namespace unlit::ui
