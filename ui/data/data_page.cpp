#include "ui/data/data_page.h"

#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <QThread>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kPanelWidthPx = 280;
constexpr int kDetailWidthPx = 300;
constexpr int kLeastCenterPx = 420;
constexpr int kCountAfterMs = 250;

/// The studio stays fluid while the doctor works.
int doctorWorkers() {
    return std::max(1, QThread::idealThreadCount() / 2);
}

} // namespace

DataPage::DataPage(const fs::path& thumbnails, QWidget* parent)
    : QWidget(parent), m_filtered(m_pairs), m_maker(thumbnails), m_panel(new SetPanel(this)),
      m_grid(new PairGrid(m_pairs, m_filtered, m_maker, this)), m_viewer(new PairViewer(this)),
      m_detail(new PairDetail(this)), m_figures(new FiguresView(this)),
      m_leftOvers(new LeftOversView(this)), m_split(new SplitView(this)),
      m_division(m_pairs, *m_split, m_panel->message(), *this),
      m_synthesize(new SynthesizeView(this)), m_views(new SegmentedControl(this)),
      m_pairStack(new QStackedWidget(this)), m_stack(new QStackedWidget(this)),
      m_columns(new QSplitter(this)), m_notice(new NoticeCard(m_stack)) {
    m_checkOptions.workers = doctorWorkers();
    layOutColumns(*this, *m_columns,
                  {{m_panel, kPanelWidthPx}, {makeCenter()}, {m_detail, kDetailWidthPx}});
    setFocusProxy(m_grid);
    m_countTimer.setSingleShot(true);
    m_countTimer.setInterval(kCountAfterMs);
    connectParts();
    makeActions();
    m_division.update();
    updateCounts();
    currentChanged();
    showView(DataView::Pairs);
}

QWidget* DataPage::makeCenter() {
    m_views->setItems(
        {tr("Pairs"), tr("Figures"), tr("Left over"), tr("Split and train"), tr("Synthesize")},
        {tr("Beauty and albedo of every pair (Alt+1)"),
         tr("How albedo, light and sizes are spread (Alt+2)"),
         tr("Files that are in no pair, and why (Alt+3)"),
         tr("What is kept back to validate on; lists; training (Alt+4)"),
         tr("Render a set on this machine (Alt+5)")});
    m_views->setAccessibleName(tr("View"));
    m_pairStack->addWidget(m_grid);
    m_pairStack->addWidget(m_viewer);
    auto* center = new QWidget(this);
    QWidget* bar = makeViewBar(m_views);
    layOutViews(*center, bar, *m_stack,
                {m_pairStack, m_figures, m_leftOvers, m_split, m_synthesize});
    // The views may be narrower than they like; their names are read whole.
    bar->ensurePolished();
    center->setMinimumWidth(std::max(kLeastCenterPx, bar->minimumSizeHint().width()));
    return center;
}

void DataPage::connectParts() {
    connect(m_views, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<DataView>(view)); });
    connect(m_panel, &SetPanel::openFolderAsked, this, &DataPage::browseFolder);
    connect(m_panel, &SetPanel::openListAsked, this, &DataPage::browseList);
    connect(m_panel, &SetPanel::cancelAsked, this, &DataPage::stop);
    connect(m_panel, &SetPanel::resumeAsked, this, &DataPage::resume);
    connect(m_panel, &SetPanel::facetChosen, this, &DataPage::setFilter);
    connect(m_panel, &SetPanel::wordsChanged, this, [this](const QString& words) {
        m_filtered.setWords(words);
        updateNotice();
    });
    connect(m_grid, &PairGrid::currentRowChanged, this, &DataPage::currentChanged);
    connect(m_grid->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DataPage::showDetail);
    connect(m_grid, &PairGrid::openAsked, this, &DataPage::showPair);
    connect(m_grid, &PairGrid::quarantineAsked, this,
            [this] { m_division.toggleQuarantine(m_grid->chosenRows()); });
    connect(m_grid, &PairGrid::menuAsked, this, &DataPage::showMenu);
    connect(m_viewer, &PairViewer::backAsked, this, &DataPage::showGrid);
    connect(m_viewer, &PairViewer::stepAsked, m_grid, &PairGrid::step);
    connect(m_detail, &PairDetail::viewAsked, this, [this] { showPair(m_grid->currentRow()); });
    connect(m_detail, &PairDetail::quarantineAsked, this,
            [this] { m_division.toggleQuarantine(m_grid->chosenRows()); });
    connect(m_detail, &PairDetail::layersChosen, this, [this](const data::LayerChoice& choice) {
        DatasetInput input = m_input;
        input.layers = choice;
        openInput(input);
    });
    connect(&m_division, &SetDivision::changed, this, &DataPage::currentChanged);
    connect(&m_division, &SetDivision::trainWanted, this, &DataPage::trainWanted);
    connect(m_synthesize, &SynthesizeView::openAsked, this,
            [this](const QString& folder) { open(toPath(folder)); });
    connect(m_notice, &NoticeCard::clicked, this, [this] {
        if (isLibrary(shown()))
            synthesizeFrom(m_input.source);
        else
            browseFolder();
    });
    connect(m_notice, &NoticeCard::otherClicked, this, [this] {
        if (m_set)
            showView(DataView::LeftOver);
        else if (!m_recent.isEmpty())
            open(toPath(m_recent.first()));
        else
            showView(DataView::Synthesize);
    });
    connectReading();
}

void DataPage::connectReading() {
    connect(&m_pairs, &PairListModel::judged, this, [this] { m_countTimer.start(); });
    connect(&m_countTimer, &QTimer::timeout, this, &DataPage::updateCounts);
    connect(&m_reader, &SetReader::progressed, this, &DataPage::showProgress);
    connect(&m_reader, &SetReader::opened, this, &DataPage::takeSet);
    connect(&m_reader, &SetReader::reported, this,
            [this](const std::vector<std::pair<int, data::PairReport>>& reports) {
                bool isChosen = false;
                for (const auto& [row, report] : reports) {
                    m_pairs.setReport(row, report);
                    isChosen = isChosen || row == m_grid->currentRow();
                }
                if (isChosen)
                    showDetail();
                if (!m_countTimer.isActive())
                    m_countTimer.start();
            });
    connect(&m_reader, &SetReader::examined, this, &DataPage::finishCheck);
    connect(&m_reader, &SetReader::failed, this, &DataPage::sayFailure);
    connect(&m_loader, &PairLoader::loaded, this, [this](int, const PairPreview& preview) {
        m_detail->setLayers(preview, m_input.layers, !isFilenameList(m_input.source));
        m_viewer->showPair(preview);
    });
    connect(&m_loader, &PairLoader::failed, this, [this](int, const Failure& failure) {
        m_viewer->showProblem(tr("This pair cannot be shown"),
                              sentence(failure.message) + u' ' + sentence(failure.hint));
    });
}

void DataPage::setSettings(const DataSettings& settings) {
    m_recent = settings.recentSets;
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    m_split->setSettings(settings);
    m_synthesize->setSettings(settings);
    updateNotice();
}

DataSettings DataPage::settings() const {
    DataSettings settings;
    settings.recentSets = m_recent;
    settings.columns = m_columns->saveState();
    m_split->store(settings);
    m_synthesize->store(settings);
    return settings;
}

void DataPage::showView(DataView view) {
    m_views->setCurrent(static_cast<int>(view));
    m_stack->setCurrentIndex(static_cast<int>(view));
    m_detail->setVisible(view == DataView::Pairs);
    updateCounts();
}

void DataPage::synthesizeFrom(const fs::path& textures) {
    std::error_code problem;
    m_synthesize->setTextures(toQString(fs::absolute(textures, problem)));
    showView(DataView::Synthesize);
}

void DataPage::setFilter(const PairFilter& filter) {
    const int current = m_grid->currentRow();
    m_filtered.setFilter(filter);
    if (m_filtered.indexOf(current).isValid())
        m_grid->setCurrentRow(current);
    else if (m_filtered.rowCount() > 0)
        m_grid->setCurrentIndex(m_filtered.index(0, 0));
    updateCounts();
}

void DataPage::showPair(int row) {
    if (row < 0 || !m_set)
        return;
    showView(DataView::Pairs);
    m_pairStack->setCurrentWidget(m_viewer);
    m_grid->setCurrentRow(row);
    currentChanged();
    m_viewer->viewer().setFocus();
}

void DataPage::showGrid() {
    m_pairStack->setCurrentWidget(m_grid);
    m_loader.stop();
    m_viewer->clear();
    m_grid->setFocus();
    updateNotice();
}

/// Another pair is chosen, or more is known of this one.
void DataPage::currentChanged() {
    const int row = m_grid->currentRow();
    showDetail();
    if (row < 0 || !m_set || m_pairStack->currentWidget() != m_viewer) {
        m_detail->clearLayers();
        return;
    }
    m_viewer->showWaiting(
        toQString(m_pairs.at(row).key),
        tr("%1 of %2").arg(m_filtered.indexOf(row).row() + 1).arg(m_filtered.rowCount()));
    m_loader.load(row, m_set->source, m_pairs.at(row).pair);
}

void DataPage::showDetail() {
    m_detail->setPair(m_pairs, m_grid->currentRow(), static_cast<int>(m_grid->chosenRows().size()));
}

void DataPage::updateCounts() {
    m_panel->setFacets(m_set ? facetsOf(m_pairs) : std::vector<PairFacet>{}, m_filtered.filter());
    const int count = m_pairs.rowCount();
    m_panel->setCounts(!m_set ? QString() : tr("%n pairs", nullptr, count));
    if (m_stack->currentWidget() == m_figures)
        m_figures->setSet(m_pairs);
    updateNotice();
}

DataShown DataPage::shown() const {
    const bool arePairs = m_stack->currentWidget() == m_pairStack;
    return {.view = static_cast<DataView>(m_stack->currentIndex()),
            .source = m_input.source,
            .set = m_set.get(),
            .failure = m_openFailure,
            .isPairing = m_reader.stage() == SetReader::Stage::Pairing,
            .pairs = m_pairs.rowCount(),
            .filtered = m_filtered.rowCount(),
            .leftOvers = m_leftOvers->fileCount(),
            .isGrid = arePairs && m_pairStack->currentWidget() == m_grid,
            .recent = m_recent.isEmpty() ? QString() : m_recent.first()};
}

void DataPage::updateNotice() {
    const std::optional<Notice> notice = noticeOf(shown());
    if (!notice) {
        m_notice->hide();
        return;
    }
    m_notice->show(*notice);
}

bool DataPage::isSettled() const {
    return m_reader.stage() == SetReader::Stage::Idle && m_maker.isIdle() && !m_loader.isBusy() &&
           (m_pairStack->currentWidget() != m_viewer || m_viewer->viewer().isSettled()) &&
           (m_stack->currentWidget() != m_synthesize || m_synthesize->isSettled());
}

} // namespace unlit::ui
