#include "ui/data/data_page.h"

#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kPanelWidthPx = 280;
constexpr int kDetailWidthPx = 300;
constexpr int kLeastCenterPx = 420;
constexpr int kCountAfterMs = 250;

} // namespace

DataPage::DataPage(const fs::path& thumbnails, QWidget* parent)
    : QWidget(parent), m_filtered(m_pairs), m_maker(thumbnails), m_panel(new SetPanel(this)),
      m_figures(new FiguresView(this)), m_leftOvers(new LeftOversView(this)),
      m_split(new SplitView(this)), m_division(m_pairs, *m_split, m_panel->message(), *this),
      m_set(m_pairs, m_maker, *m_panel, m_division), m_browser(m_set, m_division, *this),
      m_shownPairs(new ShownPairs(m_set, m_pairs, m_filtered, m_maker, *this)),
      m_synthesize(new SynthesizeView(this)), m_views(new SegmentedControl(this)),
      m_stack(new QStackedWidget(this)), m_columns(new QSplitter(this)),
      m_notice(new NoticeCard(m_stack)),
      m_actions(*this, {m_set, m_browser, *m_shownPairs, m_division, *m_panel, *m_split}) {
    layOutColumns(*this, *m_columns,
                  {{m_panel, kPanelWidthPx}, {makeCenter()}, {&detail(), kDetailWidthPx}});
    setFocusProxy(&m_shownPairs->grid());
    m_countTimer.setSingleShot(true);
    m_countTimer.setInterval(kCountAfterMs);
    connectSet();
    connectNotice();
    m_division.update();
    updateCounts();
    m_shownPairs->refresh();
    showView(DataView::Pairs);
}

/// The grid reads lists that are members: it goes before them.
DataPage::~DataPage() {
    delete m_shownPairs;
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
    auto* center = new QWidget(this);
    QWidget* bar = makeViewBar(m_views);
    layOutViews(*center, bar, *m_stack,
                {m_shownPairs, m_figures, m_leftOvers, m_split, m_synthesize});
    // The views may be narrower than they like; their names are read whole.
    bar->ensurePolished();
    center->setMinimumWidth(std::max(kLeastCenterPx, bar->minimumSizeHint().width()));
    return center;
}

void DataPage::connectSet() {
    connect(&m_set, &ShownSet::began, this, [this] { m_leftOvers->setFiles({}); });
    connect(&m_set, &ShownSet::found, this, [this] {
        m_leftOvers->setFiles(m_set.opened()->found.leftOvers);
        m_views->setItemEnabled(static_cast<int>(DataView::LeftOver), true);
        updateCounts();
    });
    connect(&m_set, &ShownSet::judged, this, [this] {
        if (!m_countTimer.isActive())
            m_countTimer.start();
    });
    connect(&m_set, &ShownSet::examined, this, &DataPage::updateCounts);
    connect(&m_set, &ShownSet::changed, this, &DataPage::updateCounts);
    connect(&m_pairs, &PairListModel::judged, this, [this] { m_countTimer.start(); });
    connect(&m_countTimer, &QTimer::timeout, this, &DataPage::updateCounts);
    connect(m_shownPairs, &ShownPairs::changed, this, &DataPage::updateCounts);
    connect(m_shownPairs, &ShownPairs::pairAsked, this, [this] { showView(DataView::Pairs); });
    connect(m_panel, &SetPanel::wordsChanged, this, [this](const QString& words) {
        m_filtered.setWords(words);
        updateNotice();
    });
    connect(m_views, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<DataView>(view)); });
    connect(&m_actions, &DataActions::viewAsked, this, &DataPage::showView);
    connect(&m_division, &SetDivision::changed, m_shownPairs, &ShownPairs::refresh);
    connect(&m_division, &SetDivision::trainWanted, this, &DataPage::trainWanted);
    connect(m_synthesize, &SynthesizeView::openAsked, this,
            [this](const QString& folder) { open(toPath(folder)); });
}

void DataPage::connectNotice() {
    connect(m_notice, &NoticeCard::clicked, this, [this] {
        if (isLibrary(shown()))
            synthesizeFrom(m_set.input().source);
        else
            m_browser.browseFolder();
    });
    connect(m_notice, &NoticeCard::otherClicked, this, [this] {
        if (m_set.opened())
            showView(DataView::LeftOver);
        else if (!m_browser.recent().isEmpty())
            open(toPath(m_browser.newest()));
        else
            showView(DataView::Synthesize);
    });
}

void DataPage::setSettings(const DataSettings& settings) {
    m_browser.setRecent(settings.recentSets);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    m_split->setSettings(settings);
    m_synthesize->setSettings(settings);
    updateNotice();
}

DataSettings DataPage::settings() const {
    DataSettings settings;
    settings.recentSets = m_browser.recent();
    settings.columns = m_columns->saveState();
    m_split->store(settings);
    m_synthesize->store(settings);
    return settings;
}

void DataPage::showView(DataView view) {
    m_views->setCurrent(static_cast<int>(view));
    m_stack->setCurrentIndex(static_cast<int>(view));
    detail().setVisible(view == DataView::Pairs);
    updateCounts();
}

void DataPage::synthesizeFrom(const fs::path& textures) {
    std::error_code problem;
    m_synthesize->setTextures(toQString(fs::absolute(textures, problem)));
    showView(DataView::Synthesize);
}

void DataPage::updateCounts() {
    m_panel->setFacets(m_set.opened() ? facetsOf(m_pairs) : std::vector<PairFacet>{},
                       m_filtered.filter());
    const int count = m_pairs.rowCount();
    m_panel->setCounts(!m_set.opened() ? QString() : tr("%n pairs", nullptr, count));
    if (m_stack->currentWidget() == m_figures)
        m_figures->setSet(m_pairs);
    updateNotice();
}

DataShown DataPage::shown() const {
    const bool arePairs = m_stack->currentWidget() == m_shownPairs;
    return {.view = static_cast<DataView>(m_stack->currentIndex()),
            .source = m_set.input().source,
            .set = m_set.opened().get(),
            .failure = m_set.failure(),
            .isPairing = !m_set.isOpen(),
            .pairs = m_pairs.rowCount(),
            .filtered = m_filtered.rowCount(),
            .leftOvers = m_leftOvers->fileCount(),
            .isGrid = arePairs && m_shownPairs->isGrid(),
            .recent = m_browser.newest()};
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
    return m_set.stage() == SetReader::Stage::Idle && m_maker.isIdle() &&
           m_shownPairs->isSettled() &&
           (m_stack->currentWidget() != m_synthesize || m_synthesize->isSettled());
}

} // namespace unlit::ui
