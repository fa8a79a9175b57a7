// The checkpoints of a run on the Runs page.
#include "core/session/models/model_commands.h"
#include "tests/support/file_text.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_page.h"

#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class RunsCheckpointsTest : public testing::Test {
protected:
    RunsCheckpointsTest() {
        m_run.addSteps(1, 40);
        m_run.addValidation(10, 21);
        m_run.addValidation(20, 25);
        m_run.addValidation(30, 23);
        m_run.log("info", "complete after step 40");
    }

    fs::path add(const std::string& name, int step, bool hasState) const {
        const fs::path folder = m_run.run().checkpoint(name);
        fs::create_directories(folder);
        std::ofstream(folder / "model_index.json") << "{}";
        if (hasState)
            std::ofstream(folder / "trainer_state.json")
                << "{\"position\":{\"effective_iter\":" << step << "}}";
        return folder;
    }

    void addUsual() const {
        add("latest", 40, true);
        add("previous", 30, true);
        add("iter_000020", 20, false);
        add("iter_000010", 10, false);
    }

    RunsCheckpoints& checkpoints() { return m_page.views().checkpoints(); }

    void open() {
        m_page.resize(1200, 700);
        m_page.show();
        m_page.views().showView(RunsView::Checkpoints);
        m_page.roots().add(toQString(m_root));
        ASSERT_TRUE(
            waitFor([&] { return m_page.found().isLooked() && m_page.table().current() >= 0; }));
        waitForLook();
    }

    void waitForLook() {
        ASSERT_TRUE(waitFor([&] { return checkpoints().isSettled(); }));
        QTest::qWait(1);
    }

    std::vector<std::string> chosen() {
        std::vector<std::string> names;
        for (const runs::RunCheckpoint& checkpoint : checkpoints().table().chosen())
            names.push_back(checkpoint.name);
        return names;
    }

    QString cell(int row, CheckpointTable::Column column) {
        return checkpoints().table().model()->index(row, column).data().toString();
    }

    /// One that is there, whether the page is on show or not; nullptr for none.
    QPushButton* button(const QString& text) {
        for (QPushButton* button : checkpoints().findChildren<QPushButton*>())
            if (button->text() == text && button->isVisibleTo(&checkpoints()))
                return button;
        return nullptr;
    }

    /// A button of the message, "" where there is none.
    QPushButton* choice(const QString& text) {
        for (QPushButton* button : checkpoints().message().findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == text)
                return button;
        return nullptr;
    }

    void answer(const QString& text) {
        ASSERT_TRUE(waitFor([&] { return choice(text) != nullptr; })) << text.toStdString();
        choice(text)->click();
    }

    bool says(const QString& text) {
        const auto labels = checkpoints().message().findChildren<QLabel*>();
        return checkpoints().message().isVisible() &&
               std::ranges::any_of(labels, [&](const QLabel* label) {
                   return label->isVisible() && label->text().contains(text);
               });
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    SampleRunFolder m_run{m_root / "run"};
    FakeSessionLog m_log;
    std::vector<ForkRequest> m_forks;
    std::vector<std::string> m_rollbacks;
    bool m_fails = false;
    RunsPage m_page{makeFake(m_log),
                    {.fork =
                         [this](const ForkRequest& request) {
                             if (m_fails)
                                 throw Error::invalidInput("another process has the run", "wait");
                             m_forks.push_back(request);
                             return Fork{request.output, 20, true, ""};
                         },
                     .rollBack =
                         [this](const fs::path&, const std::string& name) {
                             if (m_fails)
                                 throw Error::invalidInput("another process has the run", "wait");
                             m_rollbacks.push_back(name);
                             return Rollback{40, 30};
                         }}};
};

TEST_F(RunsCheckpointsTest, AreListedAndTheBestIsChosen) {
    addUsual();
    open();
    ASSERT_EQ(checkpoints().table().model()->rowCount(), 4);
    EXPECT_EQ(cell(0, CheckpointTable::Name), QStringLiteral("latest"));
    EXPECT_EQ(cell(0, CheckpointTable::Step), QStringLiteral("40"));
    EXPECT_EQ(cell(1, CheckpointTable::Figure), QStringLiteral("23"));
    EXPECT_EQ(cell(2, CheckpointTable::Name), QStringLiteral("★ iter_000020"));
    EXPECT_EQ(chosen(), std::vector<std::string>{"iter_000020"});
    QString used;
    QObject::connect(&checkpoints(), &RunsCheckpoints::useAsked, &m_page,
                     [&](const QString& folder) { used = folder; });
    button(QStringLiteral("Use in Infer"))->click();
    EXPECT_EQ(used, toQString(m_run.run().checkpoint("iter_000020")));
}

TEST_F(RunsCheckpointsTest, WhoTypesIntoTheFilterGoesOnTyping) {
    addUsual();
    const SampleRunFolder other(m_root / "other");
    other.addSteps(1, 5);
    m_page.resize(1200, 700);
    m_page.show();
    m_page.views().showView(RunsView::Curves);
    m_page.roots().add(toQString(m_root));
    ASSERT_TRUE(
        waitFor([&] { return m_page.found().isLooked() && m_page.table().current() >= 0; }));
    QLineEdit& filter = m_page.table().filter();
    m_page.table().focusFilter();
    for (const char* words : {"other", "run", "nobody"}) {
        filter.setText(QString::fromLatin1(words));
        QTest::qWait(20);
        EXPECT_EQ(m_page.window()->focusWidget(), &filter) << words;
    }
}

TEST_F(RunsCheckpointsTest, ARunWithoutAnySaysWhenTheyCome) {
    open();
    EXPECT_FALSE(button(QStringLiteral("Use in Infer"))->isEnabled());
    const auto labels = checkpoints().findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().contains(QStringLiteral("no checkpoint yet"));
    }));
    checkpoints().forkForm().askAboutChosen();
    EXPECT_TRUE(says(QStringLiteral("no checkpoint to fork from")));
    EXPECT_FALSE(checkpoints().forkForm().isVisible());
}

TEST_F(RunsCheckpointsTest, WhatIsChosenStaysWhenAnotherCheckpointComes) {
    addUsual();
    open();
    checkpoints().table().choose({"iter_000010"});
    add("iter_000030", 30, false);
    m_page.hide();
    m_page.show();
    ASSERT_TRUE(waitFor([&] { return checkpoints().table().model()->rowCount() == 5; }));
    EXPECT_EQ(chosen(), std::vector<std::string>{"iter_000010"});
}

TEST_F(RunsCheckpointsTest, RollingBackIsAskedAboutAndGoesOnToAResume) {
    addUsual();
    open();
    EXPECT_FALSE(button(QStringLiteral("Roll back…"))->isEnabled())
        << "weights alone cannot be gone back to";
    checkpoints().table().choose({"previous"});
    button(QStringLiteral("Roll back…"))->click();
    EXPECT_TRUE(m_rollbacks.empty());
    answer(QStringLiteral("Leave it"));
    EXPECT_TRUE(checkpoints().isSettled());
    checkpoints().changes().askRollBack();
    checkpoints().forkForm().askAboutChosen();
    EXPECT_FALSE(checkpoints().message().isVisible()) << "two questions at a time";
    checkpoints().changes().askRollBack();
    answer(QStringLiteral("Roll back"));
    fs::path resumed;
    QObject::connect(&m_page.chosen(), &ChosenRun::resumeAsked, &m_page,
                     [&](const fs::path& run) { resumed = run; });
    answer(QStringLiteral("Resume it here"));
    EXPECT_EQ(m_rollbacks, std::vector<std::string>{"previous"});
    EXPECT_EQ(resumed, m_run.path());
}

TEST_F(RunsCheckpointsTest, AFailureIsSaidAndNothingElseIsBroken) {
    addUsual();
    open();
    m_fails = true;
    checkpoints().table().choose({"previous"});
    checkpoints().changes().askRollBack();
    answer(QStringLiteral("Roll back"));
    ASSERT_TRUE(waitFor([&] { return says(QStringLiteral("Another process has the run")); }));
    EXPECT_TRUE(button(QStringLiteral("Fork…"))->isEnabled());
}

TEST_F(RunsCheckpointsTest, AForkTakesPlaceAndSettings) {
    addUsual();
    open();
    checkpoints().forkForm().askAboutChosen();
    ASSERT_TRUE(checkpoints().forkForm().isVisible());
    EXPECT_EQ(checkpoints().forkForm().place().text(), toQString(m_root / "run-from-iter_000020"));
    checkpoints().forkForm().place().setText(toQString(m_root / "slower"));
    checkpoints().forkForm().settings().setText(QStringLiteral("lr=1e-5  max_iter=80"));
    checkpoints().forkForm().button().click();
    fs::path resumed;
    QObject::connect(&m_page.chosen(), &ChosenRun::resumeAsked, &m_page,
                     [&](const fs::path& run) { resumed = run; });
    answer(QStringLiteral("Train it here"));
    ASSERT_EQ(m_forks.size(), 1U);
    EXPECT_EQ(m_forks[0].run, m_run.path());
    EXPECT_EQ(m_forks[0].checkpoint, "iter_000020");
    EXPECT_EQ(m_forks[0].output, m_root / "slower");
    EXPECT_EQ(m_forks[0].overrides, (std::vector<std::string>{"lr=1e-5", "max_iter=80"}));
    EXPECT_EQ(resumed, m_root / "slower");
    EXPECT_FALSE(checkpoints().forkForm().isVisible());
}

TEST_F(RunsCheckpointsTest, TheFormOfAForkIsFilledInWithKeysAlone) {
    addUsual();
    open();
    m_page.activateWindow();
    checkpoints().forkForm().askAboutChosen();
    ASSERT_TRUE(waitFor([&] { return checkpoints().forkForm().place().hasFocus(); }));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // "Choose…"
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    ASSERT_TRUE(checkpoints().forkForm().settings().hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    EXPECT_TRUE(checkpoints().forkForm().button().hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(checkpoints().forkForm().isVisible());

    checkpoints().forkForm().askAboutChosen();
    checkpoints().forkForm().settings().setFocus();
    QTest::keyClicks(&checkpoints().forkForm().settings(), QStringLiteral("lr=1e-5"));
    QTest::keyClick(&checkpoints().forkForm().settings(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return m_forks.size() == 1; }));
    EXPECT_EQ(m_forks[0].overrides, std::vector<std::string>{"lr=1e-5"});
}

TEST_F(RunsCheckpointsTest, EscapeTakesAQuestionAway) {
    addUsual();
    open();
    checkpoints().table().choose({"previous"});
    checkpoints().changes().askRollBack();
    ASSERT_TRUE(choice(QStringLiteral("Roll back")) != nullptr);
    QTest::keyClick(button(QStringLiteral("Roll back…")), Qt::Key_Escape);
    EXPECT_FALSE(checkpoints().message().isVisible());
    EXPECT_TRUE(m_rollbacks.empty());
}

TEST_F(RunsCheckpointsTest, TheTipSaysWhyARunCannotGoBackToACheckpoint) {
    addUsual();
    open();
    const auto tip = [&](const std::string& name) {
        checkpoints().table().choose({name});
        const QPushButton* rollBack = button(QStringLiteral("Roll back…"));
        return std::pair{rollBack->isEnabled(), rollBack->toolTip()};
    };
    EXPECT_TRUE(tip("previous").first);
    EXPECT_FALSE(tip("latest").first);
    EXPECT_TRUE(tip("latest").second.contains(QStringLiteral("latest"))) << "why";
    EXPECT_FALSE(tip("iter_000020").first);
    EXPECT_TRUE(tip("iter_000020").second.contains(QStringLiteral("weights alone")));
}

TEST_F(RunsCheckpointsTest, TheFocusStaysAtTheTableWhenSomeAreDeleted) {
    addUsual();
    open();
    m_page.activateWindow();
    checkpoints().table().choose({"previous"}); // the second row
    checkpoints().changes().askRemove();
    choice(QStringLiteral("Delete"))->setFocus();
    answer(QStringLiteral("Delete"));
    ASSERT_TRUE(waitFor([&] { return checkpoints().table().model()->rowCount() == 3; }));
    EXPECT_TRUE(checkpoints().table().hasFocus());
    EXPECT_EQ(chosen(), std::vector<std::string>{"iter_000020"}) << "the one that followed";
    checkpoints().changes().askRemove();
    choice(QStringLiteral("Keep"))->setFocus();
    answer(QStringLiteral("Keep"));
    EXPECT_TRUE(checkpoints().table().hasFocus());
}

TEST_F(RunsCheckpointsTest, AForkThatFailsLeavesTheFocusInItsForm) {
    addUsual();
    m_fails = true;
    open();
    m_page.activateWindow();
    checkpoints().forkForm().askAboutChosen();
    QLineEdit& place = checkpoints().forkForm().place();
    ASSERT_TRUE(waitFor([&] { return place.hasFocus(); }));
    QTest::keyClick(&place, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return says(QStringLiteral("There is no new run")); }));
    EXPECT_TRUE(says(QStringLiteral("Another process has the run")));
    EXPECT_TRUE(place.hasFocus());
}

TEST_F(RunsCheckpointsTest, AMeanGetsAPlaceThatIsFreeAndSaysWhatItIsOf) {
    addUsual();
    open();
    checkpoints().table().choose({"latest", "iter_000010", "iter_000020"});
    checkpoints().exportForm().askAboutChosen();
    EXPECT_EQ(checkpoints().exportForm().place().text(), toQString(m_root / "run-mean-of-3"));
    fs::create_directories(m_root / "run-mean-of-3" / "unet");
    checkpoints().exportForm().askAboutChosen();
    EXPECT_EQ(checkpoints().exportForm().place().text(), toQString(m_root / "run-mean-of-3-2"));
    checkpoints().exportForm().place().setText(toQString(m_root / "run-mean-of-3"));
    checkpoints().exportForm().button().click();
    EXPECT_TRUE(says(QStringLiteral("is there already")));
    EXPECT_FALSE(says(QStringLiteral("--overwrite")));
    EXPECT_TRUE(checkpoints().isSettled());
}

TEST_F(RunsCheckpointsTest, DeletingIsAskedAbout) {
    addUsual();
    open();
    checkpoints().table().choose({"iter_000010", "iter_000020"});
    checkpoints().changes().askRemove();
    EXPECT_TRUE(says(QStringLiteral("iter_000020, iter_000010")));
    answer(QStringLiteral("Keep"));
    EXPECT_TRUE(fs::exists(m_run.run().checkpoint("iter_000010")));
    checkpoints().changes().askRemove();
    answer(QStringLiteral("Delete"));
    ASSERT_TRUE(waitFor([&] { return checkpoints().table().model()->rowCount() == 2; }));
    EXPECT_FALSE(fs::exists(m_run.run().checkpoint("iter_000010")));
    EXPECT_FALSE(fs::exists(m_run.run().checkpoint("iter_000020")));
    EXPECT_TRUE(fs::exists(m_run.run().latest()));
}

TEST_F(RunsCheckpointsTest, WhatALiveRunIsResumedFromIsNotDeleted) {
    addUsual();
    const train::RunLock lock(m_run.run());
    open();
    checkpoints().table().choose({"latest", "iter_000010"});
    checkpoints().changes().askRemove();
    EXPECT_EQ(choice(QStringLiteral("Delete")), nullptr);
    EXPECT_TRUE(says(QStringLiteral("under way")));
    checkpoints().table().choose({"previous"});
    EXPECT_FALSE(button(QStringLiteral("Roll back…"))->isEnabled());
}

TEST_F(RunsCheckpointsTest, SeveralAreComparedOnOnePicture) {
    addUsual();
    open();
    EXPECT_FALSE(button(QStringLiteral("Compare…"))->isEnabled());
    checkpoints().table().choose({"latest", "iter_000020", "iter_000010"});
    checkpoints().comparison().setPicture("/pictures/hall.exr");
    button(QStringLiteral("Compare…"))->click();
    ModelComparison& comparison = checkpoints().comparison().comparison();
    for (std::size_t i = 1; i <= 3; ++i) {
        ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == i; }));
        EventSink& sink = comparison.comparer().sink();
        postTo(sink, m_log.jobs.back(), ResultReady{makeResult(m_log.submitted.back(), 4, 4)});
        postTo(sink, m_log.jobs.back(), Finished{Outcome::Done, {}});
    }
    ASSERT_TRUE(waitFor([&] { return comparison.viewer().layers().size() == 4; }));
    EXPECT_EQ(m_log.submitted[1].model, m_run.run().checkpoint("iter_000020"));
    EXPECT_EQ(m_log.submitted[1].input, "/pictures/hall.exr");
    EXPECT_EQ(comparison.viewer().layers()[3].name, QStringLiteral("iter_000010 · albedo"));
    EXPECT_FALSE(comparison.isBusy());
}

TEST_F(RunsCheckpointsTest, TheMeanOfTwoBecomesAModelFolder) {
    writeRandomModel("tiny", m_run.run().checkpoint("iter_000010"), 1, false, {});
    writeRandomModel("tiny", m_run.run().checkpoint("iter_000020"), 2, false, {});
    open();
    m_page.activateWindow();
    checkpoints().table().choose({"iter_000010", "iter_000020"});
    checkpoints().exportForm().askAboutChosen();
    const fs::path output = m_root / "mean";
    checkpoints().exportForm().place().setText(toQString(output));
    checkpoints().exportForm().button().click();
    EXPECT_FALSE(checkpoints().isSettled());
    ASSERT_TRUE(waitFor([&] { return choice(QStringLiteral("Use it in Infer")) != nullptr; }));
    EXPECT_TRUE(checkpoints().table().hasFocus());
    EXPECT_EQ(inspectModel(output).targets, std::vector<std::string>{"albedo"});
    EXPECT_NE(test::textOf(output / "unlit.json").find("averaged with"), std::string::npos);
    EXPECT_FALSE(fs::exists(output / "trainer_state.json"));
}

TEST_F(RunsCheckpointsTest, ARunThatFailedOffersTheWaysOn) {
    addUsual();
    m_run.log("error", "failed after step 40: the loss is not a number");
    open();
    m_page.views().showView(RunsView::Notes);
    const auto find = [this](const QString& text) -> QPushButton* {
        for (QPushButton* button : m_page.views().notes().findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    };
    ASSERT_EQ(m_page.found().model().at(0).status, runs::RunStatus::Failed);
    ASSERT_NE(find(QStringLiteral("Roll back…")), nullptr);
    find(QStringLiteral("Roll back…"))->click();
    ASSERT_TRUE(waitFor([&] { return choice(QStringLiteral("Roll back")) != nullptr; }));
    EXPECT_EQ(chosen(), std::vector<std::string>{"previous"});
}

TEST_F(RunsCheckpointsTest, AnotherPageCanAskForARunThatIsNotFoundYet) {
    addUsual();
    m_page.resize(1200, 700);
    m_page.show();
    m_page.showCheckpoints(m_run.path(), CheckpointAsk::Fork);
    ASSERT_TRUE(waitFor([&] { return checkpoints().forkForm().isVisible(); }));
    EXPECT_EQ(m_page.settings().roots, QStringList{toQString(m_root)});
    EXPECT_EQ(chosen(), std::vector<std::string>{"previous"});
}

} // namespace

} // namespace unlit::ui
