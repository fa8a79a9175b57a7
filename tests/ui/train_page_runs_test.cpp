// Runs on show: of a terminal, of a folder, broken, half-written, of the last time.
#include "tests/ui/train_page_fixture.h"

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class TrainPageRuns : public TrainPageTest {};

TEST_F(TrainPageRuns, ARunOfATerminalIsWatchedWithoutVerbs) {
    const SampleRunFolder run(m_root / "terminal");
    run.addSteps(1, 20);
    const train::RunLock lock(run.run()); // as its process has it
    m_page.showRun(run.path());
    ASSERT_TRUE(waitFor([&] { return m_page.bar().state().verbs == RunVerbs::Watched; }));
    EXPECT_FALSE(hasButton("Pause"));
    EXPECT_FALSE(hasButton("Resume"));
    run.addSteps(21, 35);
    EXPECT_TRUE(waitFor([&] { return m_page.views().plots().lossPlot().xRange().high == 35; }));
    EXPECT_TRUE(waitFor(
        [&] { return m_page.bar().state().facts.contains(QStringLiteral("iter 35 of 100")); }));
}

TEST_F(TrainPageRuns, WeightsOfARunUnderWayAreSavedBeforeInferTakesThem) {
    const SampleRunFolder run = begin();
    QString model;
    QObject::connect(&m_page.hand(), &RunHand::useModelAsked, &m_page,
                     [&](const QString& folder) { model = folder; });
    emit m_page.bar().useAsked();
    EXPECT_EQ(m_log.verbs, QStringList{QStringLiteral("save")});
    EXPECT_TRUE(model.isEmpty());
    post(CheckpointSaved{20, run.run().latest(), 1000, 0.1, 0.01});
    ASSERT_TRUE(waitFor([&] { return !model.isEmpty(); }));
    EXPECT_EQ(toPath(model), run.run().latest());
    model.clear();
    post(CheckpointSaved{21, run.run().latest(), 1000, 0.1, 0.01});
    QTest::qWait(50);
    EXPECT_TRUE(model.isEmpty()); // the next one belongs to nobody
}

TEST_F(TrainPageRuns, ARunBringsItsRecipeWhereThereIsNoneYet) {
    const SampleRunFolder run(m_root / "first", 77);
    const SampleRunFolder other(m_root / "second", 88);
    m_page.showRun(run.path());
    EXPECT_EQ(m_page.recipe().document().name(), QStringLiteral("first.yaml"));
    EXPECT_TRUE(m_page.recipe().document().text().contains(QStringLiteral("max_iter: 77")));
    EXPECT_FALSE(m_page.recipe().document().isModified());
    m_page.showRun(other.path());
    EXPECT_EQ(m_page.recipe().document().name(), QStringLiteral("first.yaml")); // the user's by now
}

TEST_F(TrainPageRuns, AFolderThatIsNoRunIsSaidAndTheRunOnShowStays) {
    const SampleRunFolder run = begin();
    fs::create_directories(m_root / "holiday");
    m_page.showRun(m_root / "holiday");
    EXPECT_EQ(m_page.run().folder(), run.path());
    EXPECT_TRUE(said().contains(QStringLiteral("holiday")));
}

TEST_F(TrainPageRuns, ACorruptRunShowsWhatItHasAndTheNextOneIsNotHarmed) {
    fs::create_directories(m_root / "bad/checkpoint");
    std::ofstream(m_root / "bad/config.yaml") << "max_iter: [\n";
    std::ofstream(m_root / "bad/metrics.jsonl") << "\xff\xff\n{\"st";
    std::ofstream(m_root / "bad/logging.log") << "\xff no line end";
    m_page.showRun(m_root / "bad");
    ASSERT_TRUE(waitFor([&] { return m_page.run().summary().has_value(); }));
    EXPECT_EQ(m_page.run().summary()->status, runs::RunStatus::Unreadable);
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Resume"))->isEnabled());
    const SampleRunFolder good(m_root / "good");
    good.addSteps(1, 20);
    m_page.showRun(good.path());
    EXPECT_TRUE(waitFor([&] { return m_page.views().plots().lossPlot().xRange().high == 20; }));
}

TEST_F(TrainPageRuns, AHalfWrittenRecordComesWhenItIsWhole) {
    const SampleRunFolder run = begin();
    std::ofstream(run.run().metrics(), std::ios::app) << R"({"step":21,"time":1021,"epo)";
    std::ofstream(run.run().log(), std::ios::app) << "2026-01-02T03:04:05Z info step 21 ep";
    QTest::qWait(900);
    EXPECT_EQ(m_page.views().plots().lossPlot().xRange().high, 20);
    EXPECT_EQ(m_page.views().console().lines().rowCount(), 20);
    std::ofstream(run.run().metrics(), std::ios::app) << "ch\":1,\"train/loss\":0.4}\n";
    std::ofstream(run.run().log(), std::ios::app) << "och 1 train/loss=0.4\n";
    EXPECT_TRUE(waitFor([&] { return m_page.views().plots().lossPlot().xRange().high == 21; }));
    EXPECT_TRUE(waitFor([&] { return m_page.views().console().lines().rowCount() == 21; }));
}

TEST_F(TrainPageRuns, AClockThatGoesBackwardsGivesNoWrongTimeLeft) {
    const SampleRunFolder run(m_root / "clock");
    for (int step = 1; step <= 30; ++step)
        run.addStep(step, 5000.0 - step);
    const train::RunLock lock(run.run());
    m_page.showRun(run.path());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    m_page.views().plots().bar().set(true, runs::XAxis::Time, 900);
    EXPECT_TRUE(m_page.bar().state().facts.contains(QStringLiteral("iter 30")));
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("left")));
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("it/s")));
}

TEST_F(TrainPageRuns, WhatWasOnShowComesBack) {
    const SampleRunFolder run = begin();
    m_page.views().plots().bar().set(false, runs::XAxis::Epoch, 500);
    FakeTrainingLog log;
    TrainPage next(makeFake(log));
    next.setSettings(m_page.settings());
    EXPECT_EQ(next.run().folder(), run.path());
    EXPECT_EQ(next.views().plots().bar().xAxis(), runs::XAxis::Epoch);
    EXPECT_FALSE(next.views().plots().bar().isLogarithmic());
    fs::remove_all(run.path());
    TrainPage last(makeFake(log));
    last.setSettings(m_page.settings());
    EXPECT_EQ(last.run().folder(), fs::path()); // it has gone: no news
    EXPECT_FALSE(last.message().isVisibleTo(&last));
}

} // namespace

} // namespace unlit::ui
