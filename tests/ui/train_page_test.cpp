#include "ui/train/train_page.h"

#include "tests/ui/fake_training.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/bridge/text.h"

#include <QAction>
#include <QLabel>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

const QString kRecipe =
    QStringLiteral("model: {pretrained_path: model}\n"
                   "dataset:\n  train: {disp_name: t, dir: train, filenames: filename_list.txt}\n"
                   "max_iter: 40\nlr: 0.001\n");

class TrainPageTest : public testing::Test {
protected:
    TrainPageTest() {
        m_page.resize(1100, 760);
        m_page.show();
    }

    void post(decltype(Event::body) body) {
        postTo(m_page.controller().sink(), m_log.job, std::move(body));
    }

    /// A run of 20 steps that the fake trains.
    SampleRunFolder begin(const std::string& name = "mine") {
        SampleRunFolder run(m_root / name);
        run.addSteps(1, 20);
        m_page.start(kRecipe, toQString(m_root), toQString(name));
        post(RunOpened{run.path(), 0, 100});
        EXPECT_TRUE(waitFor([&] { return m_page.controller().phase() == TrainPhase::Running; }));
        EXPECT_TRUE(waitFor([&] { return m_page.isSettled(); }));
        return run;
    }

    bool hasButton(const char* text) {
        return m_page.bar().button(QString::fromUtf8(text)) != nullptr;
    }

    void click(const char* text) {
        QPushButton* button = m_page.bar().button(QString::fromUtf8(text));
        ASSERT_NE(button, nullptr) << text;
        ASSERT_TRUE(button->isEnabled()) << text;
        button->click();
    }

    QString said() {
        QString all;
        for (const QLabel* label : m_page.message().findChildren<QLabel*>())
            all += label->text() + u'\n';
        return m_page.message().isVisible() ? all : QString();
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    FakeTrainingLog m_log;
    TrainPage m_page{makeFake(m_log)};
};

TEST_F(TrainPageTest, AnEmptyPageTeachesTheNextStep) {
    EXPECT_TRUE(m_page.notice().isVisible());
    EXPECT_EQ(m_page.bar().state().verbs, RunVerbs::None);
    EXPECT_FALSE(m_page.plots().isVisible());
}

TEST_F(TrainPageTest, AnEmptyPageIsSettledWhenItsRecipeHasBeenRead) {
    EXPECT_FALSE(m_page.isSettled());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_FALSE(m_page.recipe().form().shownPaths().empty());
    m_page.recipe().openText(QStringLiteral("hall.yaml"), kRecipe);
    EXPECT_FALSE(m_page.isSettled());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    QStringList words;
    for (const QLabel* label : m_page.recipe().findChildren<QLabel*>())
        words += label->text();
    EXPECT_TRUE(words.filter(QStringLiteral("Runs go to")).size() == 1) << "the estimate is there";
}

TEST_F(TrainPageTest, ARecipeBecomesARunThatIsShownAsSoonAsItHasItsFolder) {
    m_page.start(kRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_EQ(m_log.started.size(), 1U);
    EXPECT_EQ(m_log.started[0].config.maxIter, 40);
    EXPECT_EQ(m_log.started[0].config.run.name, "hall");
    EXPECT_FALSE(m_log.started[0].config.run.addDatetimePrefix);
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Starting);
    EXPECT_FALSE(m_page.notice().isVisible());
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Pause"))->isEnabled());
    post(LogLine{LogLine::Level::Info, "rendering 8 pairs"});
    ASSERT_TRUE(waitFor([&] { return m_page.console().lines().rowCount() == 1; }));

    SampleRunFolder run(m_root / "hall");
    run.addSteps(1, 20);
    post(RunOpened{run.path(), 0, 100});
    ASSERT_TRUE(waitFor([&] { return m_page.run() == run.path() && m_page.isSettled(); }));
    EXPECT_EQ(m_page.bar().state().name, QStringLiteral("hall"));
    EXPECT_TRUE(m_page.bar().state().facts.contains(QStringLiteral("iter 20 of 100")))
        << m_page.bar().state().facts.toStdString();
    EXPECT_TRUE(m_page.bar().state().facts.contains(QStringLiteral("1 min 20 s left")))
        << m_page.bar().state().facts.toStdString();
    EXPECT_EQ(m_page.plots().lossPlot().xRange().high, 20);
    EXPECT_TRUE(waitFor([&] { return m_page.console().lines().rowCount() == 21; }));
}

TEST_F(TrainPageTest, ASecondRunOfOneRecipeGetsTheTimeBeforeItsName) {
    fs::create_directories(m_root / "output/hall");
    m_page.start(kRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_FALSE(m_log.started.empty());
    EXPECT_TRUE(m_log.started[0].config.run.addDatetimePrefix);
    EXPECT_EQ(m_log.started[0].config.run.name, "hall");
}

TEST_F(TrainPageTest, ARecipeThatIsWrongStartsNothingAndSaysWhere) {
    m_page.start(QStringLiteral("max_iter: 40\nlr: much\n"), toQString(m_root),
                 QStringLiteral("hall"));
    EXPECT_TRUE(m_log.started.empty());
    EXPECT_FALSE(m_page.controller().isBusy());
    EXPECT_TRUE(said().contains(QStringLiteral("lr"))) << said().toStdString();
}

TEST_F(TrainPageTest, PauseAndGoOnFollowWhatTheTrainingSays) {
    begin();
    click("Pause");
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Pausing);
    post(TrainingPaused{true});
    ASSERT_TRUE(waitFor([&] { return m_page.controller().phase() == TrainPhase::Paused; }));
    EXPECT_FALSE(hasButton("Pause"));
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("left")));
    click("Go on");
    post(TrainingPaused{false});
    ASSERT_TRUE(waitFor([&] { return m_page.controller().phase() == TrainPhase::Running; }));
    EXPECT_EQ(m_log.verbs, (QStringList{QStringLiteral("pause"), QStringLiteral("resume")}));
}

TEST_F(TrainPageTest, VerbsReachTheTraining) {
    begin();
    click("Validate now");
    click("Save now");
    m_page.bar().askRate();
    m_page.bar().rateMenu().field().setText(QStringLiteral("-1"));
    m_page.bar().rateMenu().answer();
    EXPECT_FALSE(m_page.bar().rateMenu().problem().isEmpty());
    m_page.bar().rateMenu().field().setText(QStringLiteral("0.25"));
    m_page.bar().rateMenu().answer();
    EXPECT_FALSE(m_page.bar().rateMenu().isVisible());
    click("Stop and save");
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Stopping);
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Stop and save"))->isEnabled());
    EXPECT_EQ(m_log.verbs, (QStringList{QStringLiteral("validate"), QStringLiteral("save"),
                                        QStringLiteral("rate 0.25"), QStringLiteral("stop")}));
}

TEST_F(TrainPageTest, AStoppedRunSaysHowItGoesOnAndResumesFromThere) {
    const SampleRunFolder run = begin();
    fs::create_directories(run.run().latest());
    run.log("info", "stopped after step 20");
    click("Stop and save");
    post(RunClosed{run.path(), 20, "stopped"});
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(said().contains(QStringLiteral("saved after step 20"))) << said().toStdString();
    ASSERT_TRUE(waitFor([&] { return hasButton("Resume"); }));
    click("Resume");
    ASSERT_EQ(m_log.resumed.size(), 1U);
    EXPECT_EQ(m_log.resumed[0].run, run.path());
    EXPECT_EQ(m_log.resumed[0].extendBy, 0);
}

TEST_F(TrainPageTest, ACompleteRunIsExtendedByWhatIsTyped) {
    const SampleRunFolder run = begin();
    run.log("info", "complete after step 20");
    post(RunClosed{run.path(), 20, "complete"});
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return hasButton("Extend…"); }));
    ASSERT_TRUE(waitFor(
        [&] { return m_page.summary() && m_page.summary()->status == runs::RunStatus::Finished; }));
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Resume"))->isEnabled());
    m_page.bar().askExtend();
    m_page.bar().extendMenu().field().setText(QStringLiteral("ten"));
    m_page.bar().extendMenu().answer();
    EXPECT_TRUE(m_log.resumed.empty());
    m_page.bar().extendMenu().field().setText(QStringLiteral("500"));
    m_page.bar().extendMenu().answer();
    ASSERT_EQ(m_log.resumed.size(), 1U);
    EXPECT_EQ(m_log.resumed[0].extendBy, 500);
}

TEST_F(TrainPageTest, AFailureIsSaidWithItsWayOut) {
    begin();
    post(Finished{Outcome::Failed,
                  Failure{ErrorKind::Io, "the disk is full", "free some room", {}}});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(said().contains(QStringLiteral("The disk is full."))) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("Free some room."))) << said().toStdString();
}

TEST_F(TrainPageTest, WhoLooksElsewhereIsToldTheEndByTheDesktop) {
    QStringList told;
    m_page.desktop().setShow(
        [&](const QString& title, const QString& text, bool) { told += title + u'|' + text; });
    const SampleRunFolder run = begin();
    m_page.hide(); // not the active window
    post(RunClosed{run.path(), 20, "complete"});
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return told.size() == 1; }));
    EXPECT_TRUE(told[0].startsWith(QStringLiteral("Unlit Studio · mine|mine is complete")))
        << told[0].toStdString();
    EXPECT_TRUE(told[0].contains(QStringLiteral("try it in Infer"))) << told[0].toStdString();
    m_page.resumeRun(run.path());
    post(Finished{Outcome::Failed,
                  Failure{ErrorKind::Io, "the disk is full", "free some room", {}}});
    ASSERT_TRUE(waitFor([&] { return told.size() == 2; }));
    EXPECT_TRUE(told[1].contains(QStringLiteral("The disk is full."))) << told[1].toStdString();
    EXPECT_TRUE(told[1].contains(QStringLiteral("Free some room."))) << told[1].toStdString();
}

TEST_F(TrainPageTest, ARunThatNeverCameToBeLeavesAnEmptyPageAndTheReasonInTheLog) {
    m_page.start(kRecipe, toQString(m_root), QStringLiteral("hall"));
    post(Finished{
        Outcome::Failed,
        Failure{ErrorKind::Io, "cannot write /nowhere/hall", "choose another folder", {}}});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(m_page.notice().isVisible());
    EXPECT_TRUE(said().contains(QStringLiteral("/nowhere/hall")));
    EXPECT_EQ(m_page.console().lines().rowCount(), 1);
}

TEST_F(TrainPageTest, OneTrainingAtATime) {
    const SampleRunFolder first = begin();
    m_page.start(kRecipe, toQString(m_root), QStringLiteral("second"));
    m_page.resumeRun(first.path());
    EXPECT_EQ(m_log.started.size(), 1U);
    EXPECT_TRUE(m_log.resumed.empty());
    EXPECT_TRUE(said().contains(QStringLiteral("under way"))) << said().toStdString();
}

TEST_F(TrainPageTest, ARunOfATerminalIsWatchedWithoutVerbs) {
    const SampleRunFolder run(m_root / "terminal");
    run.addSteps(1, 20);
    const train::RunLock lock(run.run()); // as its process has it
    m_page.showRun(run.path());
    ASSERT_TRUE(waitFor([&] { return m_page.bar().state().verbs == RunVerbs::Watched; }));
    EXPECT_FALSE(hasButton("Pause"));
    EXPECT_FALSE(hasButton("Resume"));
    run.addSteps(21, 35);
    EXPECT_TRUE(waitFor([&] { return m_page.plots().lossPlot().xRange().high == 35; }));
    EXPECT_TRUE(waitFor(
        [&] { return m_page.bar().state().facts.contains(QStringLiteral("iter 35 of 100")); }));
}

TEST_F(TrainPageTest, WeightsOfARunUnderWayAreSavedBeforeInferTakesThem) {
    const SampleRunFolder run = begin();
    QString model;
    QObject::connect(&m_page, &TrainPage::useModelAsked, &m_page,
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

TEST_F(TrainPageTest, AFolderThatIsNoRunIsSaidAndTheRunOnShowStays) {
    const SampleRunFolder run = begin();
    fs::create_directories(m_root / "holiday");
    m_page.showRun(m_root / "holiday");
    EXPECT_EQ(m_page.run(), run.path());
    EXPECT_TRUE(said().contains(QStringLiteral("holiday")));
}

TEST_F(TrainPageTest, ACorruptRunShowsWhatItHasAndTheNextOneIsNotHarmed) {
    fs::create_directories(m_root / "bad/checkpoint");
    std::ofstream(m_root / "bad/config.yaml") << "max_iter: [\n";
    std::ofstream(m_root / "bad/metrics.jsonl") << "\xff\xff\n{\"st";
    std::ofstream(m_root / "bad/logging.log") << "\xff no line end";
    m_page.showRun(m_root / "bad");
    ASSERT_TRUE(waitFor([&] { return m_page.summary().has_value(); }));
    EXPECT_EQ(m_page.summary()->status, runs::RunStatus::Unreadable);
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Resume"))->isEnabled());
    const SampleRunFolder good(m_root / "good");
    good.addSteps(1, 20);
    m_page.showRun(good.path());
    EXPECT_TRUE(waitFor([&] { return m_page.plots().lossPlot().xRange().high == 20; }));
}

TEST_F(TrainPageTest, AHalfWrittenRecordComesWhenItIsWhole) {
    const SampleRunFolder run = begin();
    std::ofstream(run.run().metrics(), std::ios::app) << R"({"step":21,"time":1021,"epo)";
    std::ofstream(run.run().log(), std::ios::app) << "2026-01-02T03:04:05Z info step 21 ep";
    QTest::qWait(900);
    EXPECT_EQ(m_page.plots().lossPlot().xRange().high, 20);
    EXPECT_EQ(m_page.console().lines().rowCount(), 20);
    std::ofstream(run.run().metrics(), std::ios::app) << "ch\":1,\"train/loss\":0.4}\n";
    std::ofstream(run.run().log(), std::ios::app) << "och 1 train/loss=0.4\n";
    EXPECT_TRUE(waitFor([&] { return m_page.plots().lossPlot().xRange().high == 21; }));
    EXPECT_TRUE(waitFor([&] { return m_page.console().lines().rowCount() == 21; }));
}

TEST_F(TrainPageTest, AClockThatGoesBackwardsGivesNoWrongTimeLeft) {
    const SampleRunFolder run(m_root / "clock");
    for (int step = 1; step <= 30; ++step)
        run.addStep(step, 5000.0 - step);
    const train::RunLock lock(run.run());
    m_page.showRun(run.path());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    m_page.plots().bar().set(true, runs::XAxis::Time, 900);
    EXPECT_TRUE(m_page.bar().state().facts.contains(QStringLiteral("iter 30")));
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("left")));
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("it/s")));
}

TEST_F(TrainPageTest, ARehearsalIsReportedCheckByCheck) {
    m_page.rehearse(kRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_EQ(m_log.rehearsed.size(), 1U);
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Rehearsing);
    RehearsalReport report;
    report.checks = {{"model and sets are found", RehearsalCheck::State::Passed, "", 0.5},
                     {"two steps are trained", RehearsalCheck::State::Passed, "loss 0.2", 1.0}};
    report.isOver = true;
    report.secondsPerStep = 0.5;
    report.maxIter = 7200;
    m_log.tell(report); // from a thread of the engine
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return m_page.rehearsal().isVisible(); }));
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    const QString text = m_page.rehearsal().text();
    EXPECT_TRUE(text.contains(QStringLiteral("✓ two steps are trained: loss 0.2")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("7200 of them about 1 h 0 min")))
        << text.toStdString();
}

TEST_F(TrainPageTest, NothingIsAskedWhenNothingIsTrained) {
    EXPECT_TRUE(m_page.mayClose());
}

TEST_F(TrainPageTest, WhatWasOnShowComesBack) {
    const SampleRunFolder run = begin();
    m_page.plots().bar().set(false, runs::XAxis::Epoch, 500);
    FakeTrainingLog log;
    TrainPage next(makeFake(log));
    next.setSettings(m_page.settings());
    EXPECT_EQ(next.run(), run.path());
    EXPECT_EQ(next.plots().bar().xAxis(), runs::XAxis::Epoch);
    EXPECT_FALSE(next.plots().bar().isLogarithmic());
    fs::remove_all(run.path());
    TrainPage last(makeFake(log));
    last.setSettings(m_page.settings());
    EXPECT_EQ(last.run(), fs::path()); // it has gone: no news
    EXPECT_FALSE(last.message().isVisibleTo(&last));
}

} // namespace

} // namespace unlit::ui
