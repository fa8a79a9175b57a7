// The Infer page: queue, viewer and settings around one controller.
#pragma once

#include "core/session/data/collect_corrections.h"
#include "ui/bridge/background.h"
#include "ui/bridge/background_queue.h"
#include "ui/bridge/dragged_files.h"
#include "ui/bridge/file_finder.h"
#include "ui/bridge/inference_controller.h"
#include "ui/bridge/model_inspector.h"
#include "ui/bridge/queue_keeper.h"
#include "ui/pages/infer/anchor_popup.h"
#include "ui/pages/infer/queue_panel.h"
#include "ui/pages/infer/settings_panel.h"
#include "ui/pages/infer/stroke_desk.h"
#include "ui/pages/infer/viewer_panel.h"
#include "ui/settings/run_timings.h"
#include "ui/settings/viewer_settings.h"

#include <QPointer>
#include <QSplitter>
#include <QTimer>
#include <QWidget>

#include <optional>

class QMessageBox;

namespace unlit::ui {

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

    /// Where the queue and the times of runs are remembered; brings back what is there. Once.
    void remember(const std::filesystem::path& stateFolder);

    QByteArray columns() const { return m_columns->saveState(); }

    void setColumns(const QByteArray& state) { m_columns->restoreState(state); }

    /// False while results are nowhere but in memory: then the user has been asked, and
    /// closeReady() comes when they are saved, if that is wanted.
    bool mayClose();
    /// The program ends: the queue is remembered as it is, then everything is cancelled.
    void stop();
    void chooseModel(const QString& folder);
    void addImages(const std::vector<std::filesystem::path>& images);
    /// Files, folders or a model folder; folders are looked through in the background.
    void open(const std::vector<std::filesystem::path>& paths);
    /// What a drop or a paste offers; what cannot be taken is said.
    void take(const QMimeData& data);
    void paste();
    /// The first target of the item on show, 16 bits a sample, and its files if it is saved; the
    /// clipboard has it as soon as it is made.
    void copyResult();
    /// What `unlit infer` is asked for the same pixels of the item on show.
    void copyCommand();
    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {});

    void setDropHighlighted(bool isHighlighted) { m_queue->setDropHighlighted(isHighlighted); }

    /// Everything that can be done here, with names and keys.
    QList<QAction*> pageActions() const { return m_actions; }

    InferenceController& controller() { return m_controller; }

    QueuePanel& queuePanel() { return *m_queue; }

    ViewerPanel& viewerPanel() { return *m_viewer; }

    /// What is known of the model that is chosen; unset until it is understood.
    const std::optional<ModelSummary>& model() const { return m_model; }

    SettingsPanel& settingsPanel() { return *m_settings; }

    AnchorPopup& anchorPopup() { return *m_anchor; }

    StrokeDesk& strokeDesk() { return *m_strokes; }

    /// Begins to draw strokes on the result on show, or ends it; says why it cannot be.
    void toggleStrokes();
    /// Of a file of strokes or a side-car, for one image; what does not fit is said.
    void openStrokes(QueueItemId id, const std::filesystem::path& file);

    /// Asks for the albedo of the pixel that the viewer's readout is about; says what is missing.
    void askAnchor(const QPoint& globalPlace);

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

    void connectQueue();
    void connectViewer();
    void connectSettings();
    void connectController();
    void connectModel();
    void connectFinder();
    // infer_actions.cpp
    void makeActions();
    void makeViewActions();
    void makeQueueActions(); // queue_actions.cpp
    void makeUndoActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void showMenu(QueueItemId id, const QPoint& globalPlace);

    // infer_page_anchor.cpp
    void makeAnchor();
    void showPictureMenu(const QPoint& globalPlace);
    void askAnchorAt(const QPoint& globalPlace);
    void anchorTo(double albedo, bool forAll);
    void resetAlbedoScale(bool forAll);
    void scaleAlbedo(double scale, bool forAll);

    // infer_page_strokes.cpp
    void makeStrokes();
    void followStrokes();
    void showStrokePreview(QueueItemId id, const std::shared_ptr<const Image>& albedo);
    void carryStrokes();
    void browseStrokes();
    std::filesystem::path strokesFile(const QueueItem& item) const;
    void browseCorrections();
    void collectFrom(const std::vector<std::filesystem::path>& sideCars,
                     const std::filesystem::path& output);
    bool takeStrokeKey(const QKeyEvent& event);

    void viewCurrent();
    void view(QueueItemId id);
    // infer_page_sequence.cpp
    void makePlayer();
    void viewSequence(const QueueItem& item, bool isOther);
    /// The current frame at its own size: out of memory, or read from its files.
    void viewFrame();
    void updateFrames(const QueueItem& item);
    /// Of a frame that stands still: the input alone, or what was made of it beside it.
    void showShown();
    void updateLook(const QueueItem& item);
    void splitChosen();
    void joinChosen();
    /// What can be anchored, copied and saved of an item: its result, or of a sequence that of the
    /// frame on show. Null = nothing yet.
    std::shared_ptr<const InferenceResult> resultOf(const QueueItem& item) const;
    void showEmptyState();
    void showFailedItem(const QueueItem& item);
    void noticeClicked();
    void itemChanged();
    void refreshSettings();
    void settingsEdited();
    QStringList outputNames(const QueueItem& item) const;
    void updateEstimates();
    void showHeld();
    void setOwn(bool isOwn);
    void tellSequences(const std::vector<QueueItemId>& ids);
    void useInputForAll();
    void refresh();
    void toggleRecursive();
    void takeFound(const std::vector<std::filesystem::path>& asked, const DroppedFiles& files);
    void drawOnFrame();
    void tellCarried(const std::vector<QueueItemId>& ids, int changed);
    void refuseUnfinished(const QueueItem& item);
    void offerRunForStrokes(const QString& text, const QString& hint);
    void beginAwaitedStrokes();
    void tellSearch(const SearchCount& count);
    void tellColorless(const DroppedFiles& files);
    int addMade(const std::map<std::filesystem::path, ResultFiles>& made);
    void tellMade(const std::map<std::filesystem::path, ResultFiles>& made, int shown);
    void tellCompanions(const std::vector<std::filesystem::path>& asked, const DroppedFiles& files);
    void rememberTime(const InferenceResult& result);
    void tellResult(const InferenceResult& result);

    void browseModel();
    void browseLora();
    void browseImages();
    void browseFolder();
    void browseOutput();
    OutputOptions outputFor(const QueueItem& item) const;
    static OutputOptions outputFor(const QueueItem& item, const OutputChoice& output);
    /// Asks first where the settings are no longer those that the result was made with.
    void save(QueueItemId id, bool overwrite);
    void askAboutStale(QueueItemId id);
    void saveResult(QueueItemId id, bool overwrite);
    void saveNumbered(QueueItemId id);
    void saveAs();
    void saveTo(QueueItemId id, const std::filesystem::path& file);
    void saveAll();
    // infer_page_saves.cpp
    void connectSaves();
    void tellSaves(const SaveCount& count);
    void tellSaved(QueueItemId id);
    void tellUnsavedStay(int before);
    void openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                   double exposureEv);
    void hideBrokenModels();
    void addLoras(const std::vector<std::filesystem::path>& files);
    void showTimeLeft();
    std::optional<double> secondsFor(const QueueItem& item) const;
    void closeItems(const std::vector<QueueItemId>& ids);
    void clearDone();
    void tellTakenOut(int before);
    void tellBroughtBack(const std::vector<QueueItemId>& ids);
    void showInFolder(const std::filesystem::path& path) const;

    InferenceController m_controller;
    ModelInspector::Inspect m_inspect;
    ModelInspector m_inspector;
    FileFinder m_finder;
    DraggedFiles m_dragged;
    std::unique_ptr<QueueKeeper> m_keeper; // null: nothing is remembered
    std::filesystem::path m_timingsFile;
    RunTimings m_timings;
    QString m_device = tr("CPU"); // what times are about
    bool m_isRecursive = true;
    bool m_tellsSearch = false; // the message is about a search that goes on
    bool m_isFull = false;      // held because results fill the memory
    int m_restored = 0;         // waiting images of an earlier start
    QueuePanel* m_queue;
    ViewerPanel* m_viewer;
    SettingsPanel* m_settings;
    AnchorPopup* m_anchor;
    QAction* m_anchorAction = nullptr;
    std::optional<QPoint> m_anchorPixel; // of the picture on show, that the popup is about
    QAction* m_strokesAction = nullptr;
    std::filesystem::path m_strokesFolder; // for commands that name strokes; empty = none chosen
    QSplitter* m_columns;
    QList<QAction*> m_actions;
    std::optional<ModelSummary> m_model;
    QueueItemId m_viewed = 0;
    QueueItemId m_correctNext = 0; // strokes are to be drawn on it when it is done
    bool m_followsRun = false;     // the newest frame of a sequence comes on show by itself
    bool m_inputChanged = false;   // the next picture replaces the one on show
    Shown m_shown;
    bool m_closesWhenSaved = false;
    QPointer<QMessageBox> m_question;
    QTimer m_timeLeft; // so that thousands of images are not estimated at every step
    std::vector<std::filesystem::path> m_newLoras; // being read
    std::unique_ptr<StrokeDesk> m_strokes;         // goes while the view is there
    Background<std::shared_ptr<const InferenceResult>>
        m_saved; // these last: joined before the rest
    Background<QStringList> m_modelCheck;
    Background<QImage> m_copy; // for the clipboard: seconds for 8K
    BackgroundQueue m_timesWriting{Haste::Soon};
    Background<std::vector<Failure>> m_loraCheck;
    Background<std::optional<Corrections>> m_collecting{Haste::Later};
};

} // namespace unlit::ui
