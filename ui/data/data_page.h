// The Data page: a folder of renders becomes a training set that one can trust.
#pragma once

#include "ui/data/data_actions.h"
#include "ui/data/data_notice.h"
#include "ui/data/data_view.h"
#include "ui/data/figures_view.h"
#include "ui/data/left_overs_view.h"
#include "ui/data/set_browser.h"
#include "ui/data/set_division.h"
#include "ui/data/set_panel.h"
#include "ui/data/shown_pairs.h"
#include "ui/data/shown_set.h"
#include "ui/data/synthesize_view.h"
#include "ui/settings/data_settings.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

class QMimeData;

namespace unlit::ui {

/// Puts the parts together. GUI thread. One set at a time; pictures are read, checked and made
/// small on other threads, and no file of a set is ever changed.
class DataPage : public QWidget {
    Q_OBJECT

public:
    /// `thumbnails`: where small pictures are remembered; "" = nowhere.
    explicit DataPage(const std::filesystem::path& thumbnails = ThumbnailCache::usualFolder(),
                      QWidget* parent = nullptr);
    ~DataPage() override;

    void setSettings(const DataSettings& settings);
    DataSettings settings() const;

    /// A folder, a .tar archive or a filename_list.
    void open(const std::filesystem::path& source) { m_set.open(source); }

    /// What was dropped on the window; false where it is nothing for this page.
    bool take(const QMimeData& dropped) { return m_browser.take(dropped); }

    void showView(DataView view);
    /// The view that renders pairs, with this folder of texture sets.
    void synthesizeFrom(const std::filesystem::path& textures);

    QList<QAction*> pageActions() const { return m_actions.all(); }

    ShownSet& set() { return m_set; }

    ShownPairs& shownPairs() { return *m_shownPairs; }

    PairListModel& model() { return m_pairs; }

    PairFilterModel& filtered() { return m_filtered; }

    PairDetail& detail() { return m_shownPairs->detail(); }

    SetPanel& panel() { return *m_panel; }

    FiguresView& figures() { return *m_figures; }

    LeftOversView& leftOvers() { return *m_leftOvers; }

    SplitView& splitView() { return *m_split; }

    SynthesizeView& synthesizeView() { return *m_synthesize; }

    SetDivision& division() { return m_division; }

    NoticeCard& notice() { return *m_notice; }

    /// Pairs are found and looked at, and what is on show is drawn.
    bool isSettled() const;
signals:
    /// The set and its split; all paths are absolute. The model to begin with is left open.
    void trainWanted(const unlit::TrainOnSet& set);

private:
    QWidget* makeCenter();
    void connectSet();
    void connectNotice();
    void updateCounts();
    DataShown shown() const;
    void updateNotice();

    PairListModel m_pairs;
    PairFilterModel m_filtered;
    ThumbnailMaker m_maker;
    QTimer m_countTimer;
    SetPanel* m_panel;
    FiguresView* m_figures;
    LeftOversView* m_leftOvers;
    SplitView* m_split;
    SetDivision m_division;
    ShownSet m_set;
    SetBrowser m_browser;
    ShownPairs* m_shownPairs;
    SynthesizeView* m_synthesize;
    SegmentedControl* m_views;
    QStackedWidget* m_stack;
    QSplitter* m_columns;
    NoticeCard* m_notice;
    DataActions m_actions;
};

} // namespace unlit::ui
