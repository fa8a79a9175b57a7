// The Data page: a folder of renders becomes a training set that one can trust.
#pragma once

#include "ui/data/data_notice.h"
#include "ui/data/data_view.h"
#include "ui/data/figures_view.h"
#include "ui/data/left_overs_view.h"
#include "ui/data/pair_detail.h"
#include "ui/data/pair_grid.h"
#include "ui/data/pair_loader.h"
#include "ui/data/pair_viewer.h"
#include "ui/data/set_division.h"
#include "ui/data/set_panel.h"
#include "ui/data/set_reader.h"
#include "ui/data/synthesize_view.h"
#include "ui/settings/data_settings.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

#include <functional>

class QMimeData;

namespace unlit::ui {

/// GUI thread. One set at a time; pictures are read, checked and made small on other threads, and
/// no file of a set is ever changed.
class DataPage : public QWidget {
    Q_OBJECT

public:
    /// `thumbnails`: where small pictures are remembered; "" = nowhere.
    explicit DataPage(const std::filesystem::path& thumbnails = ThumbnailCache::usualFolder(),
                      QWidget* parent = nullptr);

    /// From now on what the doctor finds is remembered in no file.
    void forgetReports() { m_checkOptions.useCache = false; }

    void setSettings(const DataSettings& settings);
    DataSettings settings() const;

    /// A folder, a .tar archive or a filename_list.
    void open(const std::filesystem::path& source);
    /// What was dropped on the window; false where it is nothing for this page.
    bool take(const QMimeData& dropped);
    /// What was found and looked at so far stays; resume() goes on.
    void stop();
    void resume();
    void showView(DataView view);
    /// The view that renders pairs, with this folder of texture sets.
    void synthesizeFrom(const std::filesystem::path& textures);
    void setFilter(const PairFilter& filter);
    /// A row of model(), in the viewer.
    void showPair(int row);
    void showGrid();

    QList<QAction*> pageActions() const { return m_actions; }

    PairListModel& model() { return m_pairs; }

    PairFilterModel& filtered() { return m_filtered; }

    PairGrid& grid() { return *m_grid; }

    PairViewer& pairViewer() { return *m_viewer; }

    PairDetail& detail() { return *m_detail; }

    SetPanel& panel() { return *m_panel; }

    FiguresView& figures() { return *m_figures; }

    LeftOversView& leftOvers() { return *m_leftOvers; }

    SplitView& splitView() { return *m_split; }

    SynthesizeView& synthesizeView() { return *m_synthesize; }

    SetDivision& division() { return m_division; }

    NoticeCard& notice() { return *m_notice; }

    /// Pairs are found and looked at, and what is on show is drawn.
    bool isSettled() const;

    /// Pairs have been found, or it is said why not.
    bool isOpen() const { return m_reader.stage() != SetReader::Stage::Pairing; }

signals:
    /// The set and its split; all paths are absolute. The model to begin with is left open.
    void trainWanted(const unlit::TrainOnSet& set);

private:
    // data_page_open.cpp
    void openInput(const DatasetInput& input);
    void takeSet(const std::shared_ptr<const OpenedSet>& set);
    void check();
    void showProgress(quint64 done, quint64 total);
    void finishCheck(const std::shared_ptr<const data::Examination>& examination);
    void sayFailure(const Failure& failure);
    QString setName() const;
    // data_page.cpp
    QWidget* makeCenter();
    void connectParts();
    void connectReading();
    void currentChanged();
    void showDetail();
    void updateCounts();
    DataShown shown() const;
    void updateNotice();
    // data_page_actions.cpp
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void showMenu(const QPoint& globalPlace);
    void browseFolder();
    void browseList();
    void browseRoot();
    void escape();
    void showPairInFolder();
    void copyNames();

    DatasetCheckOptions m_checkOptions;
    PairListModel m_pairs;
    PairFilterModel m_filtered;
    ThumbnailMaker m_maker;
    SetReader m_reader;
    PairLoader m_loader;
    DatasetInput m_input; ///< of the set that is open or being opened
    std::shared_ptr<const OpenedSet> m_set;
    std::optional<Failure> m_openFailure;
    QStringList m_recent;
    qint64 m_checkBegan = 0; ///< milliseconds since 1970
    QTimer m_countTimer;
    QList<QAction*> m_actions;
    SetPanel* m_panel;
    PairGrid* m_grid;
    PairViewer* m_viewer;
    PairDetail* m_detail;
    FiguresView* m_figures;
    LeftOversView* m_leftOvers;
    SplitView* m_split;
    SetDivision m_division;
    SynthesizeView* m_synthesize;
    SegmentedControl* m_views;
    QStackedWidget* m_pairStack; ///< grid, viewer
    QStackedWidget* m_stack;
    QSplitter* m_columns;
    NoticeCard* m_notice;
};

} // namespace unlit::ui
