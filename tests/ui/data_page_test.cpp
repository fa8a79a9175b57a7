#include "tests/ui/data_page_fixture.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

TEST_F(DataPageTest, AnEmptyPageTeachesTheNextStep) {
    m_page.resize(1200, 700);
    m_page.show();
    EXPECT_TRUE(m_page.notice().isVisible());
    EXPECT_TRUE(m_page.isSettled());
    EXPECT_FALSE(m_page.splitView().trainButton().isEnabled());
    m_page.division().train();              // nothing to train on
    m_page.division().toggleQuarantine({}); // nothing is chosen
    m_page.division().undo();               // nothing was done
    m_page.showView(DataView::Figures);
    m_page.set().stop();
}

TEST_F(DataPageTest, WhereNoSetWasOpenYetOneCanBeSynthesized) {
    m_page.resize(1200, 700);
    m_page.show();
    const auto buttons = m_page.notice().findChildren<QPushButton*>();
    const auto other = std::ranges::find(buttons, QStringLiteral("Synthesize a set"),
                                         [](const QPushButton* button) { return button->text(); });
    ASSERT_NE(other, buttons.end());
    (*other)->click();
    EXPECT_TRUE(m_page.synthesizeView().isVisible());
    EXPECT_FALSE(m_page.notice().isVisible());
}

TEST_F(DataPageTest, FindsPairsSaysWhyAndABrokenOneStopsNoOther) {
    const QAbstractItemModelTester tester(&m_page.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    makeSet(4);
    fs::resize_file(m_set / "p1_beauty.exr", 200);
    open(m_set);
    // A file whose header is gone belongs to no pair; a header without pixels is a faulty pair.
    EXPECT_EQ(m_page.model().rowCount(), 3);
    EXPECT_GE(m_page.leftOvers().fileCount(), 1);
    m_page.shownPairs().grid().setCurrentRow(0);
    EXPECT_TRUE(m_page.detail().text().contains(QStringLiteral("p0_albedo.exr")));
    EXPECT_TRUE(m_page.detail().text().contains(QStringLiteral("same key"), Qt::CaseInsensitive));
    ASSERT_TRUE(waitFor([&] { return m_page.model().thumbnailCount() == 3; }));
}

TEST_F(DataPageTest, APairThatCannotBeReadIsShownAsSuchAndTheOthersGoOn) {
    makeSet(3);
    std::ofstream(m_set / "list.txt") << "p0_beauty.exr p0_albedo.exr\n"
                                         "gone_beauty.exr gone_albedo.exr\n"
                                         "p2_beauty.exr p2_albedo.exr\n";
    open(m_set / "list.txt");
    ASSERT_EQ(m_page.model().rowCount(), 3);
    ASSERT_TRUE(waitFor([&] { return m_page.model().isAnswered(1); }));
    EXPECT_FALSE(m_page.model().index(1).data(PairListModel::ProblemRole).toString().isEmpty());
    EXPECT_EQ(m_page.model().index(1).data(PairListModel::FaultRole).toString(),
              QStringLiteral("unreadable"));
    EXPECT_TRUE(m_page.model().hasThumbnail(2));
    m_page.shownPairs().showPair(1);
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_TRUE(m_page.shownPairs().viewer().viewer().layers().empty());
    m_page.shownPairs().grid().step(1);
    ASSERT_TRUE(
        waitFor([&] { return m_page.shownPairs().viewer().viewer().layers().size() >= 2; }));
}

TEST_F(DataPageTest, AFolderWithoutPicturesIsSaidPlainly) {
    fs::create_directories(m_set);
    std::ofstream(m_set / "notes.txt") << "x";
    open(m_set);
    EXPECT_EQ(m_page.model().rowCount(), 0);
    EXPECT_TRUE(m_page.notice().isVisible());
    QString words;
    for (const QLabel* label : m_page.notice().findChildren<QLabel*>())
        words += label->text();
    EXPECT_TRUE(words.contains(QStringLiteral("notes.txt")));
    EXPECT_EQ(m_page.leftOvers().fileCount(), 1);
    open(m_folder / "nowhere");
    EXPECT_TRUE(m_page.notice().isVisible());
    open(m_folder.path() / "renders/notes.txt"); // no list
    EXPECT_EQ(m_page.model().rowCount(), 0);
    EXPECT_TRUE(m_page.notice().isVisible());
}

TEST_F(DataPageTest, FaultsAreCountedAndFiltered) {
    makeSet(5);
    spoil("p1");
    spoil("p3");
    open(m_set);
    m_page.shownPairs().setFilter({PairFilter::Kind::WithCheck, data::Check::AlbedoBlack});
    ASSERT_EQ(m_page.filtered().rowCount(), 2);
    EXPECT_EQ(m_page.filtered().index(1, 0).data().toString(), QStringLiteral("p3"));
    const auto facets = facetsOf(m_page.model());
    const auto black = std::ranges::find_if(facets, [](const PairFacet& facet) {
        return facet.filter == PairFilter{PairFilter::Kind::WithCheck, data::Check::AlbedoBlack};
    });
    ASSERT_NE(black, facets.end());
    EXPECT_EQ(black->count, 2);
    EXPECT_EQ(facets.front().count, 5);
    m_page.shownPairs().setFilter({});
    m_page.panel().words().setText(QStringLiteral("P4"));
    EXPECT_EQ(m_page.filtered().rowCount(), 1);
    m_page.panel().words().setText(QStringLiteral("nothing like it"));
    EXPECT_EQ(m_page.filtered().rowCount(), 0);
    EXPECT_TRUE(m_page.notice().isVisible());
}

TEST_F(DataPageTest, ThumbnailCacheMayBeDeletedOrReadOnly) {
    makeSet(2);
    open(m_set);
    ASSERT_TRUE(waitFor([&] { return m_page.model().thumbnailCount() == 2; }));
    EXPECT_EQ(std::distance(fs::directory_iterator(m_thumbnails), {}), 2);
    fs::remove_all(m_thumbnails);
    open(m_set);
    ASSERT_TRUE(waitFor([&] { return m_page.model().thumbnailCount() == 2; }));
    fs::remove_all(m_thumbnails);
    std::ofstream(m_thumbnails) << "in the way: nothing can be written";
    open(m_set);
    ASSERT_TRUE(waitFor([&] { return m_page.model().thumbnailCount() == 2; }));
    EXPECT_TRUE(fs::is_regular_file(m_thumbnails));
}

TEST_F(DataPageTest, OfThousandsOfPairsOnlyThoseInViewAreMadeSmall) {
    makeSet(1);
    constexpr int pairs = 5000;
    for (int i = 1; i < pairs; ++i)
        for (const char* part : {"_beauty.exr", "_albedo.exr"})
            fs::create_hard_link(m_set / (std::string("p0") + part),
                                 m_set / ("p" + std::to_string(i) + part));
    std::string list;
    for (int i = 0; i < pairs; ++i) {
        const std::string name = "p" + std::to_string(i);
        list += name + "_beauty.exr " + name + "_albedo.exr\n";
    }
    std::ofstream(m_set / "list.txt") << list;
    m_page.resize(1200, 760);
    m_page.show();
    m_page.open(m_set / "list.txt");
    ASSERT_TRUE(waitFor([&] { return m_page.model().rowCount() == pairs; }));
    m_page.set().stop(); // the doctor would take minutes
    for (const int row : {0, 1, 17, 4999})
        EXPECT_EQ(m_page.model().index(row).data().toString(),
                  QStringLiteral("p%1_beauty.exr").arg(row));
    ASSERT_TRUE(waitFor([&] { return m_page.model().hasThumbnail(0); }));
    QScrollBar& bar = *m_page.shownPairs().grid().verticalScrollBar();
    for (int i = 1; i <= 40; ++i) {
        bar.setValue(bar.maximum() * i / 40);
        QTest::qWait(15);
    }
    ASSERT_TRUE(waitFor([&] { return m_page.model().hasThumbnail(pairs - 1); }));
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_LE(m_page.model().thumbnailCount(), PairListModel::kMostThumbnails);
    const auto [first, last] = m_page.shownPairs().grid().rowsInView();
    EXPECT_LT(last - first, 100);
    EXPECT_EQ(last, pairs - 1);
    for (int row = first + 5; row <= last; ++row)
        EXPECT_TRUE(m_page.model().hasThumbnail(row)) << row;
}

TEST_F(DataPageTest, StoppingKeepsWhatWasFound) {
    makeSet(3);
    m_page.show();
    m_page.open(m_set);
    ASSERT_TRUE(waitFor([&] { return m_page.model().rowCount() == 3; }));
    m_page.set().stop();
    EXPECT_EQ(m_page.model().rowCount(), 3);
    EXPECT_LE(m_page.model().reportCount(), 3);
    emit m_page.panel().resumeAsked();
    ASSERT_TRUE(waitFor([&] { return m_page.model().reportCount() == 3; }));
}

TEST_F(DataPageTest, StoppingWhilePairsAreLookedForKeepsTheSet) {
    makeSet(12);
    m_page.show();
    m_page.open(m_set);
    m_page.set().stop(); // all, some or none may have been found by now
    ASSERT_TRUE(waitFor([&] { return m_page.set().isOpen(); }));
    EXPECT_LE(m_page.model().rowCount(), 12);
    emit m_page.panel().resumeAsked();
    ASSERT_TRUE(waitFor([&] { return m_page.model().rowCount() == 12; }));
    ASSERT_TRUE(waitFor([&] { return m_page.model().reportCount() == 12; }));
}

TEST_F(DataPageTest, APairIsShownWithItsMaskAndTurningPagesKeepsTheLayers) {
    makeSet(3);
    open(m_set);
    m_page.shownPairs().showPair(0);
    Viewer& viewer = m_page.shownPairs().viewer().viewer();
    ASSERT_TRUE(waitFor([&] { return viewer.layers().size() == 5; }));
    QStringList names;
    for (const ViewerLayer& layer : viewer.layers())
        names += layer.name;
    EXPECT_EQ(names, (QStringList{QStringLiteral("Beauty"), QStringLiteral("Albedo"),
                                  QStringLiteral("Left out"), QStringLiteral("Mask"),
                                  QStringLiteral("Shading")}));
    EXPECT_EQ(viewer.baseLayer(), 0);
    EXPECT_EQ(viewer.currentLayer(), 1);
    viewer.showLayer(2);
    m_page.shownPairs().grid().step(1);
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_EQ(m_page.shownPairs().grid().currentRow(), 1);
    EXPECT_EQ(viewer.currentLayer(), 2);
    m_page.shownPairs().showGrid();
    EXPECT_TRUE(viewer.layers().empty());
}

TEST_F(DataPageTest, FiguresTellWhatHasBeenLookedAt) {
    makeSet(4);
    spoil("p2");
    open(m_set);
    m_page.showView(DataView::Figures);
    EXPECT_TRUE(m_page.figures().text().contains(QStringLiteral("4, 4 readable")))
        << m_page.figures().text().toStdString();
    EXPECT_TRUE(m_page.figures().text().contains(QStringLiteral("64 × 48 (4)")));
    EXPECT_TRUE(m_page.figures().text().contains(QStringLiteral("albedo black")));
}

TEST_F(DataPageTest, TakesFoldersAndListsFromADropAndLeavesPicturesToOthers) {
    makeSet(2);
    const auto drop = [this](const fs::path& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path.string()))});
        return m_page.take(data);
    };
    EXPECT_FALSE(drop(m_set / "p0_beauty.exr"));
    EXPECT_TRUE(drop(m_set / "list.txt"));
    EXPECT_TRUE(drop(m_set));
    ASSERT_TRUE(waitFor([&] { return m_page.model().rowCount() == 2; }));
    EXPECT_EQ(m_page.settings().recentSets.first(), QString::fromStdString(m_set.string()));
}

TEST_F(DataPageTest, SettingsComeBack) {
    DataSettings settings;
    settings.recentSets = {QStringLiteral("/sets/a")};
    settings.validationPercent = 25;
    settings.splitSeed = 9;
    settings.splitRule = 1;
    settings.synthesisFolder = QStringLiteral("/sets/new");
    settings.heldOut = {QStringLiteral("brick")};
    settings.synthesisCount = 12;
    settings.synthesisSeed = 3;
    m_page.setSettings(settings);
    DataSettings now = m_page.settings();
    now.columns.clear();
    EXPECT_EQ(now, settings);
    EXPECT_EQ(m_page.splitView().options().validationShare, 0.25);
    EXPECT_EQ(m_page.synthesizeView().options().heldOut, std::vector<std::string>{"brick"});
}

} // namespace

} // namespace unlit::ui
