// The pairs on show: those that fit the filter as a grid, or one of them large.
#pragma once

#include "ui/data/pair_detail.h"
#include "ui/data/pair_filter.h"
#include "ui/data/pair_grid.h"
#include "ui/data/pair_list_model.h"
#include "ui/data/pair_loader.h"
#include "ui/data/pair_viewer.h"
#include "ui/data/shown_set.h"

#include <QStackedWidget>

namespace unlit::ui {

/// A widget with the grid and the viewer, only one of which is seen; the detail beside them follows
/// the pair that is chosen. GUI thread; pictures are read in the background.
class ShownPairs : public QStackedWidget {
    Q_OBJECT

public:
    /// All of them must outlive it. `page` is the parent of both; it lays out the detail.
    ShownPairs(ShownSet& set, PairListModel& pairs, PairFilterModel& filtered,
               ThumbnailMaker& maker, QWidget& page);

    void setFilter(const PairFilter& filter);
    /// A row of the list of all pairs, in the viewer.
    void showPair(int row);
    /// That of the grid.
    void showChosen();
    void showGrid();
    /// The chosen pair, in the file manager. `setFolder`: where files of the set lie.
    void showInFolder(const std::filesystem::path& setFolder);
    /// The names of the chosen pairs, as lines of a filename_list.
    void copyNames();
    /// Another pair is chosen, or more is known of this one.
    void refresh();

    bool isGrid() const { return currentWidget() == m_grid; }

    /// What is on show is drawn.
    bool isSettled() const;

    PairGrid& grid() { return *m_grid; }

    PairViewer& viewer() { return *m_viewer; }

    PairDetail& detail() { return *m_detail; }

signals:
    /// Another filter, or the grid again: other pairs are on show.
    void changed();
    /// A pair comes in the viewer, wherever the user has been.
    void pairAsked();

private:
    void connectGrid();
    void connectLoader();
    void beginSet();
    void showDetail();

    ShownSet& m_set;
    PairListModel& m_pairs;
    PairFilterModel& m_filtered;
    PairGrid* m_grid;
    PairViewer* m_viewer;
    PairDetail* m_detail; // after the grid: so goes the Tab key
    PairLoader m_loader;  // last: joined while the rest is there
};

} // namespace unlit::ui
