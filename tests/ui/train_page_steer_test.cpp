// A run that another process trains is steered from the page; one of the window becomes one of a
// process of its own.
#include "core/config/load_config.h"
#include "core/session/train/run_control_server.h"
#include "tests/ui/train_page_fixture.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

#include <atomic>
#include <fstream>
#include <iterator>

namespace unlit::ui {

namespace {

/// The run's own process, as far as the page can tell.
class OtherProcess {
public:
    explicit OtherProcess(const SampleRunFolder& run)
        : m_lock(run.run()), m_server(
                                 run.path(), m_control,
                                 [this](AskedBy by) {
                                     stoppedBy = by;
                                     isStopped = true;
                                 },
                                 [](std::int64_t) { return 0.01; }) {
        m_server.note(RunOpened{run.path(), 20, 100, {}, false});
        m_server.note(ScalarsReady{20, 1, {{"lr", 0.002}}});
    }

    train::TrainControl& control() { return *m_control; }

    void tell(const decltype(Event::body)& body) { m_server.note(body); }

    std::atomic<bool> isStopped = false;
    std::atomic<AskedBy> stoppedBy = AskedBy::Terminal;

private:
    train::RunLock m_lock;
    std::shared_ptr<train::TrainControl> m_control = std::make_shared<train::TrainControl>();
    RunControlServer m_server;
};

class TrainPageSteering : public TrainPageTest {
protected:
    TrainPageSteering() {
        m_page.processes().setStartProgram([this](const QStringList& words, const auto& done) {
            m_started += words;
            if (words.value(1) == QStringLiteral("--config"))
                m_recipe = textIn(words.value(2));
            done(m_problem, m_printed);
        });
    }

    bool isSteered() {
        return waitFor([&] { return m_page.bar().state().verbs == RunVerbs::Steered; });
    }

    void endAsStopped(const SampleRunFolder& run) {
        post(RunClosed{run.path(), 20, "stopped", AskedBy::Window});
        post(Finished{Outcome::Done, {}});
        ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    }

    /// Of what is on show in a menu.
    static void expectNothingCovered(const QWidget& menu) {
        const auto shown = menu.findChildren<QWidget*>();
        for (const QWidget* one : shown)
            for (const QWidget* other : shown) {
                const bool areBeside = one < other && one->parent() == other->parent() &&
                                       one->isVisible() && other->isVisible();
                if (areBeside) {
                    EXPECT_FALSE(one->geometry().intersects(other->geometry()))
                        << one->metaObject()->className() << " and "
                        << other->metaObject()->className();
                }
            }
        for (const QWidget* one : shown)
            if (one->isVisible()) {
                EXPECT_TRUE(one->parentWidget()->rect().contains(one->geometry()))
                    << one->metaObject()->className();
            }
    }

    static std::string textIn(const QString& file) {
        std::ifstream stream(toPath(file));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    QString m_problem;     ///< of what is started
    QString m_printed;     ///< by it
    std::string m_recipe;  ///< that it was given
    QStringList m_started; ///< words of all programs
};

TEST_F(TrainPageSteering, VerbsReachTheProcessThatTrains) {
    const SampleRunFolder run(m_root / "elsewhere");
    run.addSteps(1, 20);
    OtherProcess other(run);
    m_page.showRun(run.path());
    ASSERT_TRUE(isSteered());
    click("Pause");
    ASSERT_TRUE(waitFor([&] { return other.control().isPaused(); }));
    EXPECT_EQ(other.control().pausedBy(), AskedBy::Window);
    ASSERT_TRUE(waitFor([&] { return hasButton("Go on"); }));
    click("Go on");
    ASSERT_TRUE(waitFor([&] { return !other.control().isPaused(); }));
    train::ControlRequests asked;
    const auto isAsked = [&] {
        const train::ControlRequests more = other.control().take();
        asked.saveNow = asked.saveNow || more.saveNow;
        asked.validateNow = asked.validateNow || more.validateNow;
        if (more.learningRate)
            asked.learningRate = more.learningRate;
        return asked.saveNow && asked.validateNow && asked.learningRate;
    };
    click("Save now");
    EXPECT_TRUE(waitFor([&] { return isAsked() || asked.saveNow; }));
    click("Validate now");
    EXPECT_TRUE(waitFor([&] { return isAsked() || asked.validateNow; }));
    m_page.bar().askRate();
    ValueMenu& rate = m_page.bar().rateMenu();
    EXPECT_EQ(rate.field().text(), QStringLiteral("0.01")); // what it is
    rate.field().setText(QStringLiteral("0.5"));
    rate.answer();
    EXPECT_TRUE(rate.problem().contains(QStringLiteral("50 times")))
        << rate.problem().toStdString();
    EXPECT_FALSE(isAsked());
    expectNothingCovered(rate);
    rate.answer(); // it was meant
    EXPECT_TRUE(waitFor(isAsked));
    EXPECT_EQ(asked.learningRate, 0.5);
    emit m_page.bar().histogramsAsked();
    EXPECT_TRUE(waitFor([&] { return other.control().takeHistograms(); }));
    click("Stop and save");
    ASSERT_TRUE(waitFor([&] { return other.isStopped.load(); }));
    EXPECT_EQ(other.stoppedBy, AskedBy::Window);
}

TEST_F(TrainPageSteering, ARunThatFailsBeforeTheEyesOffersTheWaysOn) {
    const SampleRunFolder run(m_root / "elsewhere");
    run.addSteps(1, 20);
    std::filesystem::create_directories(run.path() / "checkpoint" / "latest");
    auto other = std::make_unique<OtherProcess>(run);
    m_page.showRun(run.path());
    ASSERT_TRUE(isSteered());
    QSignalSpy rolledBack(&m_page.ends(), &RunEnds::rollBackAsked);
    run.log("error", "failed after step 20: the loss is not finite; halve lr");
    other.reset();
    ASSERT_TRUE(waitFor([&] { return said().contains(QStringLiteral("halve lr")); }))
        << said().toStdString();
    QPushButton* back = nullptr;
    for (QPushButton* button : m_page.message().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Roll back…"))
            back = button;
    ASSERT_NE(back, nullptr);
    back->click();
    EXPECT_EQ(rolledBack.count(), 1);
    EXPECT_EQ(m_page.run().folder(), run.path());
}

TEST_F(TrainPageSteering, AnotherProcessSaysWhatIsLeftAndWhatItWaitsFor) {
    const SampleRunFolder run(m_root / "elsewhere");
    run.addSteps(1, 20);
    OtherProcess other(run);
    other.tell(Progress{0.2, 5400, {{.kind = StagePart::Kind::Step, .at = 20, .of = 100}}});
    m_page.showRun(run.path());
    ASSERT_TRUE(isSteered());
    EXPECT_TRUE(waitFor([&] {
        return m_page.bar().state().facts.contains(QStringLiteral("1 h 30 min"));
    })) << m_page.bar().state().facts.toStdString();
    other.tell(TrainingPaused{true, 20, AskedBy::FullDisk, "a checkpoint needs 2 GiB"});
    EXPECT_TRUE(waitFor([&] { return m_page.bar().state().isPaused; }));
    EXPECT_TRUE(m_page.bar().state().note.contains(QStringLiteral("2 GiB")));
}

TEST_F(TrainPageSteering, WhatIsSaidOfAnEndGoesWhenTheRunGoesOnElsewhere) {
    const SampleRunFolder run = begin();
    post(Finished{Outcome::Failed, Failure{ErrorKind::Io, "the disk broke", "mend it", {}}});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(m_page.message().isVisible());
    ASSERT_TRUE(waitFor([&] {
        const auto& summary = m_page.run().summary();
        return summary && summary->status != runs::RunStatus::Running;
    }));
    QTest::qWait(50);
    EXPECT_TRUE(m_page.message().isVisible()) << "nobody goes on yet";
    const OtherProcess other(run);
    EXPECT_TRUE(waitFor([&] { return !m_page.message().isVisible(); }));
}

TEST_F(TrainPageSteering, AProcessThatDiesTakesItsVerbsAlong) {
    const SampleRunFolder run(m_root / "elsewhere");
    run.addSteps(1, 20);
    auto other = std::make_unique<OtherProcess>(run);
    m_page.showRun(run.path());
    ASSERT_TRUE(isSteered());
    other.reset();
    EXPECT_TRUE(waitFor([&] { return m_page.bar().state().verbs == RunVerbs::Resting; }));
    EXPECT_FALSE(hasButton("Pause"));
}

TEST_F(TrainPageSteering, AFolderThatIsDeletedWhileItIsWatchedIsNoFault) {
    const SampleRunFolder run(m_root / "gone");
    run.addSteps(1, 20);
    OtherProcess other(run);
    m_page.showRun(run.path());
    ASSERT_TRUE(isSteered());
    std::filesystem::remove_all(run.path());
    EXPECT_TRUE(waitFor([&] { return !m_page.run().summary().has_value(); }));
    EXPECT_EQ(m_page.bar().state().status, QStringLiteral("its folder is gone"));
    emit m_page.bar().pauseAsked();
    QTest::qWait(100);
    EXPECT_FALSE(other.control().isPaused());
}

TEST_F(TrainPageSteering, TheWindowsRunGoesOnInAProcessOfItsOwn) {
    const SampleRunFolder run = begin();
    emit m_page.bar().detachAsked();
    EXPECT_EQ(m_log.verbs, QStringList{QStringLiteral("stop")});
    EXPECT_TRUE(m_started.isEmpty()); // it has the run's lock still
    endAsStopped(run);
    EXPECT_EQ(m_started, QStringList({QStringLiteral("train"), QStringLiteral("--resume"),
                                      toQString(run.path()), QStringLiteral("--detach"),
                                      QStringLiteral("--quiet")}));
}

TEST_F(TrainPageSteering, ClosingCanLeaveTheRunGoing) {
    const SampleRunFolder run = begin();
    bool isReady = false;
    QObject::connect(&m_page.closing(), &ClosingQuestion::closeReady, &m_page,
                     [&] { isReady = true; });
    ASSERT_FALSE(m_page.closing().mayClose());
    QPushButton* leave = nullptr;
    for (QPushButton* button : m_page.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Close, and go on without the window"))
            leave = button;
    ASSERT_NE(leave, nullptr);
    leave->click();
    EXPECT_FALSE(isReady);
    endAsStopped(run);
    EXPECT_TRUE(waitFor([&] { return isReady; }));
    EXPECT_EQ(m_started.value(2), toQString(run.path()));
}

TEST_F(TrainPageSteering, TheWindowStaysWhereTheRunDoesNotGoOnWithoutIt) {
    m_problem = QStringLiteral("unlit: the checkpoint is damaged");
    const SampleRunFolder run = begin();
    bool isReady = false;
    QObject::connect(&m_page.closing(), &ClosingQuestion::closeReady, &m_page,
                     [&] { isReady = true; });
    ASSERT_FALSE(m_page.closing().mayClose());
    for (QPushButton* button : m_page.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Close, and go on without the window"))
            button->click();
    endAsStopped(run);
    const auto isSaid = [&] {
        return std::ranges::any_of(m_page.findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == m_problem; });
    };
    EXPECT_TRUE(waitFor(isSaid));
    EXPECT_FALSE(isReady);
}

TEST_F(TrainPageSteering, ARunThatCompletesMeanwhileIsNotStartedAgain) {
    const SampleRunFolder run = begin();
    emit m_page.bar().detachAsked();
    post(RunClosed{run.path(), 100, "complete", AskedBy::Window});
    post(Finished{Outcome::Done, {}});
    ASSERT_TRUE(waitFor([&] { return !m_page.controller().isBusy(); }));
    EXPECT_TRUE(m_started.isEmpty());
}

TEST_F(TrainPageSteering, ARunOfSeveralProcessesIsStartedDetachedAndWatched) {
    const SampleRunFolder run(m_root / "several");
    m_printed = toQString(run.path());
    m_page.starts().start(kTrainRecipe + QStringLiteral("run: {processes: 2}\n"), toQString(m_root),
                          QStringLiteral("several"));
    ASSERT_EQ(m_started.value(1), QStringLiteral("--config"));
    EXPECT_TRUE(m_started.contains(QStringLiteral("--detach")));
    EXPECT_TRUE(m_log.started.empty()) << "the window trains nothing itself";
    const config::LoadedConfig given = config::loadConfigText(m_recipe, "several.yaml");
    EXPECT_TRUE(given.isUsable());
    EXPECT_EQ(given.config.run.processes, "2");
    EXPECT_EQ(given.config.run.name, "several");
    EXPECT_TRUE(given.config.run.outputDir.is_absolute());
    EXPECT_EQ(m_page.run().folder(), run.path());
}

TEST_F(TrainPageSteering, ARunOfOneStaysInTheWindow) {
    m_page.starts().start(kTrainRecipe + QStringLiteral("run: {processes: 1}\n"), toQString(m_root),
                          QStringLiteral("one"));
    EXPECT_TRUE(m_started.isEmpty());
    EXPECT_EQ(m_log.started.size(), 1U);
}

} // namespace

} // namespace unlit::ui
