// From a recipe to a run under way, paused, failed or complete.
#include "tests/ui/train_page_fixture.h"

#include "ui/train/allow_question.h"

#include <QScrollBar>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

TEST_F(TrainPageTest, AnEmptyPageTeachesTheNextStep) {
    EXPECT_TRUE(m_page.views().notice().isVisible());
    EXPECT_EQ(m_page.bar().state().verbs, RunVerbs::None);
    EXPECT_FALSE(m_page.views().plots().isVisible());
}

TEST_F(TrainPageTest, AnEmptyPageIsSettledWhenItsRecipeHasBeenRead) {
    EXPECT_FALSE(m_page.isSettled());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_FALSE(m_page.recipe().views().form().shownPaths().empty());
    m_page.recipe().files().openText(QStringLiteral("hall.yaml"), kTrainRecipe);
    EXPECT_FALSE(m_page.isSettled());
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    QStringList words;
    for (const QLabel* label : m_page.recipe().findChildren<QLabel*>())
        words += label->text();
    EXPECT_TRUE(words.filter(QStringLiteral("Runs go to")).size() == 1) << "the estimate is there";
}

TEST_F(TrainPageTest, ProgramsOfARecipeAreStartedOnceTheyAreAllowed) {
    qputenv("XDG_CONFIG_HOME", QByteArray::fromStdString((m_root / "settings").string()));
    const QString recipe = kTrainRecipe + QStringLiteral("on: {best: [notify-send, best]}\n");
    const auto question = [&] { return m_page.findChild<AllowQuestion*>(); };
    const auto answer = [&](QDialogButtonBox::ButtonRole role) {
        for (QAbstractButton* button : question()->buttons().buttons())
            if (question()->buttons().buttonRole(button) == role)
                return button->click();
        FAIL() << "no such button";
    };
    m_page.starts().start(recipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_NE(question(), nullptr);
    EXPECT_TRUE(question()->text().contains(QStringLiteral("[\"notify-send\",\"best\"]")));
    EXPECT_TRUE(m_log.started.empty());
    answer(QDialogButtonBox::RejectRole);
    ASSERT_TRUE(waitFor([&] { return question() == nullptr; }));
    EXPECT_TRUE(m_log.started.empty());

    m_page.starts().start(recipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_NE(question(), nullptr) << "a refusal is asked about again";
    answer(QDialogButtonBox::AcceptRole);
    EXPECT_EQ(m_log.started.size(), 1U);
    post(Finished{Outcome::Done, {}});
    ASSERT_TRUE(waitFor([&] { return question() == nullptr && !m_page.controller().isBusy(); }));
    m_page.starts().start(recipe, toQString(m_root), QStringLiteral("hall"));
    EXPECT_EQ(question(), nullptr);
    EXPECT_EQ(m_log.started.size(), 2U);
    qunsetenv("XDG_CONFIG_HOME");
}

TEST_F(TrainPageTest, AllOfAProgramCanBeReadBeforeItIsAllowed) {
    for (const std::string& words : {std::string(3000, 'x'), [] {
                                         std::string many;
                                         for (int i = 0; i < 3000; ++i)
                                             many += "word ";
                                         return many;
                                     }()}) {
        AllowQuestion question({words + "; the end"}, &m_page);
        question.show();
        EXPECT_LT(question.height(), 600) << "the buttons are on the screen";
        auto* text = question.findChild<QPlainTextEdit*>();
        EXPECT_EQ(text->horizontalScrollBar()->maximum(), 0) << "nothing stands out of sight";
        EXPECT_GT(text->verticalScrollBar()->maximum(), 0);
        EXPECT_TRUE(question.text().endsWith(QStringLiteral("; the end")));
    }
}

TEST_F(TrainPageTest, WhatWasSaidOfOneRunDoesNotStandOverAnother) {
    const SampleRunFolder run = begin();
    m_page.hand().changeRate(0.0001);
    EXPECT_TRUE(said().contains(QStringLiteral("0.0001")));
    const SampleRunFolder other(m_root / "other");
    other.addSteps(1, 5);
    m_page.showRun(run.path());
    EXPECT_FALSE(said().isEmpty()) << "it is the same run";
    m_page.showRun(other.path());
    EXPECT_TRUE(said().isEmpty()) << said().toStdString();
}

TEST_F(TrainPageTest, ARecipeBecomesARunThatIsShownAsSoonAsItHasItsFolder) {
    m_page.starts().start(kTrainRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_EQ(m_log.started.size(), 1U);
    EXPECT_EQ(m_log.started[0].config.maxIter, 40);
    EXPECT_EQ(m_log.started[0].config.run.name, "hall");
    EXPECT_FALSE(m_log.started[0].config.run.addDatetimePrefix);
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Starting);
    EXPECT_FALSE(m_page.views().notice().isVisible());
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Pause"))->isEnabled());
    post(LogLine{LogLine::Level::Info, "rendering 8 pairs"});
    ASSERT_TRUE(waitFor([&] { return m_page.views().console().lines().rowCount() == 1; }));

    SampleRunFolder run(m_root / "hall");
    run.addSteps(1, 20);
    post(RunOpened{run.path(), 0, 100});
    ASSERT_TRUE(waitFor([&] { return m_page.run().folder() == run.path() && m_page.isSettled(); }));
    EXPECT_EQ(m_page.bar().state().name, QStringLiteral("hall"));
    EXPECT_TRUE(m_page.bar().state().facts.contains(QStringLiteral("iter 20 of 100")))
        << m_page.bar().state().facts.toStdString();
    EXPECT_FALSE(m_page.bar().state().facts.contains(QStringLiteral("left")))
        << "the run has not said yet how long validations and saves take";
    post(Progress{0.2, 80.0, {{.kind = StagePart::Kind::Step, .at = 20, .of = 100}}});
    EXPECT_TRUE(waitFor([&] {
        return m_page.bar().state().facts.contains(QStringLiteral("1 min 20 s left"));
    })) << m_page.bar().state().facts.toStdString();
    EXPECT_EQ(m_page.views().plots().lossPlot().xRange().high, 20);
    EXPECT_TRUE(waitFor([&] { return m_page.views().console().lines().rowCount() == 21; }));
}

TEST_F(TrainPageTest, ASecondRunOfOneRecipeGetsTheTimeBeforeItsName) {
    fs::create_directories(m_root / "output/hall");
    m_page.starts().start(kTrainRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_FALSE(m_log.started.empty());
    EXPECT_TRUE(m_log.started[0].config.run.addDatetimePrefix);
    EXPECT_EQ(m_log.started[0].config.run.name, "hall");
}

TEST_F(TrainPageTest, ARecipeThatIsWrongStartsNothingAndSaysWhere) {
    m_page.starts().start(QStringLiteral("max_iter: 40\nlr: much\n"), toQString(m_root),
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
    m_page.bar().rateMenu().field().setText(QStringLiteral("1.5"));
    m_page.bar().rateMenu().answer();
    EXPECT_FALSE(m_page.bar().rateMenu().problem().isEmpty());
    ValueMenu& menu = m_page.bar().rateMenu();
    m_page.bar().askRate();
    menu.field().setText(QStringLiteral("1.5"));
    menu.setActiveAction(menu.actions().front()); // the pointer lies on it
    QTest::keyClick(&menu.field(), Qt::Key_Return);
    EXPECT_TRUE(menu.isVisible()) << "what is wrong can be read";
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
    ASSERT_TRUE(waitFor([&] {
        return m_page.run().summary() &&
               m_page.run().summary()->status == runs::RunStatus::Finished;
    }));
    EXPECT_FALSE(m_page.bar().button(QStringLiteral("Resume"))->isEnabled());
    m_page.bar().askExtend();
    m_page.bar().extendMenu().field().setText(QStringLiteral("ten"));
    m_page.bar().extendMenu().answer();
    EXPECT_TRUE(m_log.resumed.empty());
    m_page.bar().extendMenu().field().setText(QStringLiteral("500"));
    m_page.bar().extendMenu().answer();
    ASSERT_EQ(m_log.resumed.size(), 1U);
    EXPECT_EQ(m_log.resumed[0].extendBy, 500);
    EXPECT_EQ(m_log.resumed[0].schedule, config::ExtendedSchedule::KeepRate);
}

TEST_F(TrainPageTest, ExtendingShowsTheRatesToCome) {
    const SampleRunFolder run = begin();
    std::ofstream(run.path() / "config.yaml")
        << "model: {pretrained_path: m}\nmax_iter: 100\nlr: 0.001\n"
           "lr_scheduler: {name: Linear, kwargs: {final_ratio: 0.1}}\n"
           "dataset: {train: {dir: t, filenames: l}, val: [{dir: v, filenames: l}]}\n";
    run.log("info", "complete after step 100");
    post(RunClosed{run.path(), 100, "complete"});
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return hasButton("Extend…"); }));
    m_page.bar().askExtend();
    ExtendMenu& menu = m_page.bar().extendMenu();
    menu.field().setText(QStringLiteral("100"));
    ASSERT_FALSE(menu.curve().rates().empty());
    EXPECT_EQ(menu.curve().rates().back().x(), 199);
    EXPECT_NEAR(menu.curve().rates().back().y(), 1e-4, 1e-12);
    EXPECT_NEAR(menu.curve().rates().at(100).y(), 1e-4, 1e-12) << "the final rate is kept";
    menu.setSchedule(config::ExtendedSchedule::Stretch);
    EXPECT_NEAR(menu.curve().rates().at(100).y(), 1e-3 * (1 - 0.9 * 100 / 200), 1e-12);
    EXPECT_NEAR(menu.curve().rates().at(99).y(), 1e-3 * (1 - 0.9 * 99 / 100), 1e-12)
        << "what was stays what it was";
    menu.field().setText(QStringLiteral("100000"));
    menu.setSchedule(config::ExtendedSchedule::Restart);
    const auto highest = std::ranges::max(menu.curve().rates(), {}, [](const QPointF& point) {
        return point.x() >= 100 ? point.y() : 0;
    });
    EXPECT_NEAR(highest.y(), 1e-3, 1e-9) << "a peak lies between two points";
    EXPECT_EQ(menu.curve().rates().front().x(), 0);
    menu.field().setText(QStringLiteral("100"));
    menu.setSchedule(config::ExtendedSchedule::Restart);
    EXPECT_NEAR(menu.curve().rates().at(100).y(), 1e-3, 1e-12);
    menu.answer();
    ASSERT_EQ(m_log.resumed.size(), 1U);
    EXPECT_EQ(m_log.resumed[0].schedule, config::ExtendedSchedule::Restart);
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
    m_page.ends().desktop().setShow(
        [&](const QString& title, const QString& text, bool) { told += title + u'|' + text; });
    const SampleRunFolder run = begin();
    m_page.hide(); // not the active window
    post(RunClosed{run.path(), 20, "complete"});
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return told.size() == 1; }));
    EXPECT_TRUE(told[0].startsWith(QStringLiteral("Unlit Studio · mine|mine is complete")))
        << told[0].toStdString();
    EXPECT_TRUE(told[0].contains(QStringLiteral("try it in Infer"))) << told[0].toStdString();
    m_page.starts().resume({.run = run.path()});
    post(Finished{Outcome::Failed,
                  Failure{ErrorKind::Io, "the disk is full", "free some room", {}}});
    ASSERT_TRUE(waitFor([&] { return told.size() == 2; }));
    EXPECT_TRUE(told[1].contains(QStringLiteral("The disk is full."))) << told[1].toStdString();
    EXPECT_TRUE(told[1].contains(QStringLiteral("Free some room."))) << told[1].toStdString();
}

TEST_F(TrainPageTest, ARunThatWaitsForRoomSaysSoAndWhatFor) {
    const SampleRunFolder run = begin();
    post(TrainingPaused{true, 3, AskedBy::FullDisk, "a checkpoint needs 2 GiB"});
    ASSERT_TRUE(waitFor([&] { return m_page.bar().state().isPaused; }));
    EXPECT_TRUE(m_page.bar().state().status.contains(QStringLiteral("disk is full")))
        << m_page.bar().state().status.toStdString();
    EXPECT_TRUE(m_page.bar().state().note.contains(QStringLiteral("2 GiB")));
    post(TrainingPaused{false, 3, AskedBy::FullDisk});
    ASSERT_TRUE(waitFor([&] { return !m_page.bar().state().isPaused; }));
    EXPECT_FALSE(m_page.bar().state().note.contains(QStringLiteral("2 GiB")));
}

TEST_F(TrainPageTest, WhatIsLeftIsWhatTheRunSays) {
    const SampleRunFolder run = begin();
    post(Progress{0.25, 5400, {{.kind = StagePart::Kind::Step, .at = 3, .of = 12}}});
    ASSERT_TRUE(
        waitFor([&] { return m_page.run().isOwn() && m_page.run().secondsLeft() == 5400; }));
    ASSERT_TRUE(waitFor([&] {
        return m_page.bar().state().facts.contains(QStringLiteral("1 h 30 min"));
    })) << m_page.bar().state().facts.toStdString();
}

TEST_F(TrainPageTest, ARunThatNeverCameToBeLeavesAnEmptyPageAndTheReasonInTheLog) {
    m_page.starts().start(kTrainRecipe, toQString(m_root), QStringLiteral("hall"));
    post(Finished{
        Outcome::Failed,
        Failure{ErrorKind::Io, "cannot write /nowhere/hall", "choose another folder", {}}});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(m_page.views().notice().isVisible());
    EXPECT_TRUE(said().contains(QStringLiteral("/nowhere/hall")));
    EXPECT_EQ(m_page.views().console().lines().rowCount(), 1);
}

TEST_F(TrainPageTest, OneTrainingAtATime) {
    const SampleRunFolder first = begin();
    m_page.starts().start(kTrainRecipe, toQString(m_root), QStringLiteral("second"));
    m_page.starts().resume({.run = first.path()});
    EXPECT_EQ(m_log.started.size(), 1U);
    EXPECT_TRUE(m_log.resumed.empty());
    EXPECT_TRUE(said().contains(QStringLiteral("under way"))) << said().toStdString();
}

TEST_F(TrainPageTest, ARehearsalIsReportedCheckByCheck) {
    m_page.starts().rehearse(kTrainRecipe, toQString(m_root), QStringLiteral("hall"));
    ASSERT_EQ(m_log.rehearsed.size(), 1U);
    EXPECT_EQ(m_page.controller().phase(), TrainPhase::Rehearsing);
    RehearsalReport report;
    using Kind = RehearsalCheck::Kind;
    using State = RehearsalCheck::State;
    report.checks = {{Kind::Read, State::Passed, {}, 0.5},
                     {Kind::Train, State::Passed, {.secondsPerStep = 0.5, .loss = 0.2}, 1.0},
                     {Kind::Validate, State::LeftOut, {}, 0},
                     {Kind::Save, State::Failed, {.text = "no room on the disk"}, 0.1}};
    report.isOver = true;
    report.secondsPerStep = 0.5;
    report.maxIter = 7200;
    m_log.tell(report); // from a thread of the engine
    post(Finished{});
    ASSERT_TRUE(waitFor([&] { return m_page.rehearsal().isVisible(); }));
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    const QString text = m_page.rehearsal().text();
    EXPECT_TRUE(text.contains(QStringLiteral("✓ two steps are trained: 0.5 s a step, loss 0.2")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("on one picture of each set: the recipe has no")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("✕ a checkpoint is written: no room on the disk")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("7200 of them about 1 h 0 min")))
        << text.toStdString();
}

TEST_F(TrainPageTest, NothingIsAskedWhenNothingIsTrained) {
    EXPECT_TRUE(m_page.closing().mayClose());
}

} // namespace

} // namespace unlit::ui
