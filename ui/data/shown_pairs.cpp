#include "ui/data/shown_pairs.h"

#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>

namespace unlit::ui {

ShownPairs::ShownPairs(ShownSet& set, PairListModel& pairs, PairFilterModel& filtered,
                       ThumbnailMaker& maker, QWidget& page)
    : QStackedWidget(&page), m_set(set), m_pairs(pairs), m_filtered(filtered),
      m_grid(new PairGrid(pairs, filtered, maker, this)), m_viewer(new PairViewer(this)),
      m_detail(new PairDetail(&page)) {
    addWidget(m_grid);
    addWidget(m_viewer);
    connectGrid();
    connectLoader();
    connect(&set, &ShownSet::began, this, &ShownPairs::beginSet);
    connect(&set, &ShownSet::found, this, [this] {
        if (m_filtered.rowCount() > 0)
            m_grid->setCurrentIndex(m_filtered.index(0, 0));
    });
    connect(&set, &ShownSet::judged, this, [this](int row) {
        if (row == m_grid->currentRow())
            showDetail();
    });
    connect(&set, &ShownSet::examined, this, &ShownPairs::refresh);
}

void ShownPairs::connectGrid() {
    connect(m_grid, &PairGrid::currentRowChanged, this, &ShownPairs::refresh);
    connect(m_grid->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ShownPairs::showDetail);
    connect(m_grid, &PairGrid::openAsked, this, &ShownPairs::showPair);
    connect(m_viewer, &PairViewer::backAsked, this, &ShownPairs::showGrid);
    connect(m_viewer, &PairViewer::stepAsked, m_grid, &PairGrid::step);
    connect(m_detail, &PairDetail::viewAsked, this, &ShownPairs::showChosen);
    connect(m_detail, &PairDetail::layersChosen, this, [this](const data::LayerChoice& choice) {
        DatasetInput input = m_set.input();
        input.layers = choice;
        m_set.openAs(input);
    });
}

void ShownPairs::connectLoader() {
    connect(&m_loader, &PairLoader::loaded, this, [this](int, const PairPreview& preview) {
        const DatasetInput& input = m_set.input();
        m_detail->setLayers(preview, input.layers, !isFilenameList(input.source));
        m_viewer->showPair(preview);
    });
    connect(&m_loader, &PairLoader::failed, this, [this](int, const Failure& failure) {
        m_viewer->showProblem(tr("This pair cannot be shown"),
                              sentence(failure.message) + u' ' + sentence(failure.hint));
    });
}

void ShownPairs::beginSet() {
    setFilter({});
    showGrid();
    refresh();
}

void ShownPairs::setFilter(const PairFilter& filter) {
    const int current = m_grid->currentRow();
    m_filtered.setFilter(filter);
    if (m_filtered.indexOf(current).isValid())
        m_grid->setCurrentRow(current);
    else if (m_filtered.rowCount() > 0)
        m_grid->setCurrentIndex(m_filtered.index(0, 0));
    emit changed();
}

void ShownPairs::showPair(int row) {
    if (row < 0 || !m_set.opened())
        return;
    emit pairAsked();
    setCurrentWidget(m_viewer);
    m_grid->setCurrentRow(row);
    refresh();
    m_viewer->viewer().setFocus();
}

void ShownPairs::showChosen() {
    showPair(m_grid->currentRow());
}

void ShownPairs::showGrid() {
    setCurrentWidget(m_grid);
    m_loader.stop();
    m_viewer->clear();
    m_grid->setFocus();
    emit changed();
}

void ShownPairs::refresh() {
    const int row = m_grid->currentRow();
    showDetail();
    if (row < 0 || !m_set.opened() || isGrid()) {
        m_detail->clearLayers();
        return;
    }
    m_viewer->showWaiting(
        toQString(m_pairs.at(row).key),
        tr("%1 of %2").arg(m_filtered.indexOf(row).row() + 1).arg(m_filtered.rowCount()));
    m_loader.load(row, m_set.opened()->source, m_pairs.at(row).pair);
}

void ShownPairs::showDetail() {
    m_detail->setPair(m_pairs, m_grid->currentRow(), static_cast<int>(m_grid->chosenRows().size()));
}

void ShownPairs::showInFolder(const std::filesystem::path& setFolder) {
    const int row = m_grid->currentRow();
    if (row >= 0 && m_set.opened())
        unlit::ui::showInFolder(setFolder / m_pairs.at(row).pair.beauty.path);
}

void ShownPairs::copyNames() {
    std::vector<data::ListedPair> pairs;
    for (const int row : m_grid->chosenRows())
        pairs.push_back(m_pairs.at(row).pair);
    if (!pairs.empty())
        QGuiApplication::clipboard()->setText(toQString(formatFilenameList(pairs)));
}

bool ShownPairs::isSettled() const {
    return !m_loader.isBusy() && (isGrid() || m_viewer->viewer().isSettled());
}

} // namespace unlit::ui
