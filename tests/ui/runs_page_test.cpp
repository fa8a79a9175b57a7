// Runs are found, followed and remembered on the Runs page.
#include "tests/ui/runs_page_fixture.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

using test::waitFor;

TEST_F(RunsPageTest, AnEmptyPageTeachesTheNextStep) {
    m_page.resize(1200, 700);
    m_page.show();
    auto* notice = m_page.findChild<NoticeCard*>();
    bool hasVisible = false;
    for (const NoticeCard* card : m_page.findChildren<NoticeCard*>())
        hasVisible = hasVisible || card->isVisible();
    ASSERT_NE(notice, nullptr);
    EXPECT_TRUE(hasVisible);
    EXPECT_TRUE(m_page.found().isLooked());
    for (const QWidget* plot : m_page.findChildren<RunsCurves*>())
        EXPECT_FALSE(plot->isVisible()) << "empty axes behind the words";
    makeRun("first", 0.1);
    m_page.roots().add(QString::fromStdString(m_root.string()));
    EXPECT_TRUE(waitFor([&] {
        const auto* curves = m_page.findChild<RunsCurves*>();
        return curves != nullptr && curves->isVisible();
    }));
}

TEST_F(RunsPageTest, FindsRunsAndADamagedOneStopsNoOther) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const fs::path good = makeRun("good", 0.1);
    fs::create_directories(m_root / "bad/checkpoint");
    std::ofstream(m_root / "bad/config.yaml") << "max_iter: [\n";
    std::ofstream(m_root / "bad/metrics.jsonl") << "\xff\xff\n{\"st";
    open();
    ASSERT_EQ(m_page.found().model().rowCount(), 2);
    EXPECT_EQ(text(rowOf(good), RunsModel::Steps), QStringLiteral("20 / 40"));
    EXPECT_EQ(text(rowOf(good), RunsModel::Best), QStringLiteral("40"));
    EXPECT_EQ(text(rowOf(m_root / "bad"), RunsModel::Status), QStringLiteral("unreadable"));
    EXPECT_FALSE(m_page.found()
                     .model()
                     .index(rowOf(m_root / "bad"), 0)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .isEmpty());
}

TEST_F(RunsPageTest, ACompleteRunIsExtendedNotResumed) {
    const auto complete = makeRun("complete", 0.1);
    const auto stopped = makeRun("stopped", 0.2, "stopped");
    open();
    const auto isEnabled = [&](const char* text) {
        for (const QAction* action : m_page.pageActions())
            if (action->text() == QString::fromUtf8(text))
                return action->isEnabled();
        ADD_FAILURE() << text;
        return false;
    };
    m_page.table().setCurrent(rowOf(complete));
    EXPECT_FALSE(isEnabled("Resume the run here"));
    EXPECT_TRUE(isEnabled("Resume the run here with changes…"));
    EXPECT_TRUE(isEnabled("Extend the run here…"));
    m_page.table().setCurrent(rowOf(stopped));
    EXPECT_TRUE(isEnabled("Resume the run here"));
}

TEST_F(RunsPageTest, ARunThatGrowsIsFollowedInTableAndPlot) {
    const fs::path run = makeRun("live", 0.1);
    const train::RunLock lock(train::RunFolder::open(run));
    open();
    m_page.found().model().setShown(rowOf(run), true);
    MetricPlot& plot = m_page.views().curves().mainPlot();
    ASSERT_TRUE(waitFor([&] { return plot.xRange().high == 20; }));
    EXPECT_EQ(text(rowOf(run), RunsModel::Status), QStringLiteral("running"));
    addRow(run, 35);
    EXPECT_TRUE(waitFor([&] { return plot.xRange().high == 35; }));
    EXPECT_TRUE(
        waitFor([&] { return text(rowOf(run), RunsModel::Steps) == QStringLiteral("35 / 40"); }));
}

TEST_F(RunsPageTest, ARunKeepsItsColourWhileOthersComeAndGo) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.2);
    open();
    RunsModel& model = m_page.found().model();
    model.setShown(rowOf(a), true);
    model.setShown(rowOf(b), true);
    const auto colorOfB = model.colorOf(rowOf(b));
    EXPECT_NE(model.colorOf(rowOf(a)), colorOfB);
    model.setShown(rowOf(a), false);
    model.setShown(rowOf(b), false);
    makeRun("c", 0.3);
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 3; }));
    model.setShown(rowOf(m_root / "c"), true);
    model.setShown(rowOf(b), true);
    EXPECT_EQ(model.colorOf(rowOf(b)), colorOfB);
    EXPECT_NE(model.colorOf(rowOf(m_root / "c")), colorOfB);
}

TEST_F(RunsPageTest, WhatIsOnShowComesBackAfterARestart) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.2);
    open();
    m_page.found().model().setShown(rowOf(b), true);
    m_page.found().model().setShown(rowOf(a), true);
    m_page.views().showView(RunsView::Notes);
    RunsPage next;
    next.setSettings(m_page.settings());
    ASSERT_TRUE(
        waitFor([&] { return next.found().isLooked() && next.found().model().rowCount() == 2; }));
    for (const fs::path& run : {a, b}) {
        EXPECT_TRUE(next.found().model().isShown(next.found().model().rowOf(run)));
        EXPECT_EQ(next.found().model().colorOf(next.found().model().rowOf(run)),
                  m_page.found().model().colorOf(rowOf(run)));
    }
    EXPECT_EQ(next.settings().view, static_cast<int>(RunsView::Notes));
}

TEST_F(RunsPageTest, ManyRunsThatGoTogetherLeaveTheOthersInTheirPlaces) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<fs::path> gone;
    for (int i = 0; i < 12; ++i) {
        const fs::path run = makeRun("run_" + std::to_string(i), 0.1);
        if (i % 4 != 0)
            gone.push_back(run);
    }
    open();
    ASSERT_EQ(m_page.found().model().rowCount(), 12);
    for (const fs::path& run : gone)
        fs::remove_all(run);
    EXPECT_TRUE(waitFor([&] { return m_page.found().model().rowCount() == 3; }));
    for (int row = 0; row < 3; ++row)
        EXPECT_EQ(m_page.found().model().rowOf(m_page.found().model().at(row).folder), row);
    EXPECT_EQ(rowOf(gone.front()), -1);
}

} // namespace

} // namespace unlit::ui
