// The Train page in its window, and with the engine behind it.
#include "core/runs/run_checkpoints.h"
#include "tests/ui/fake_training.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"
#include "ui/train/session_train_service.h"

#include <QAction>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class TrainWindowTest : public testing::Test {
protected:
    TrainWindowTest() { m_window.show(); }

    void post(decltype(Event::body) body) {
        postTo(page().controller().sink(), m_training.job, std::move(body));
    }

    TrainPage& page() { return m_window.trainPage(); }

    void begin() {
        m_run.addSteps(1, 5);
        page().starts().resume({.run = m_run.path()});
        post(RunOpened{m_run.path(), 5, 100});
        ASSERT_TRUE(waitFor([&] { return page().controller().phase() == TrainPhase::Running; }));
    }

    QMessageBox* question() { return m_window.findChild<QMessageBox*>(); }

    void answer(QMessageBox::ButtonRole role) {
        for (QAbstractButton* button : question()->buttons())
            if (question()->buttonRole(button) == role)
                return button->click();
    }

    QTemporaryDir m_folder;
    SampleRunFolder m_run{fs::path(m_folder.path().toStdString()) / "run"};
    FakeSessionLog m_inference;
    FakeTrainingLog m_training;
    MainWindow m_window{{.settingsFile = {},
                         .stateFolder = {},
                         .makeService = makeFake(m_inference),
                         .inspectModel = describe,
                         .makeTrainService = makeFake(m_training)}};
};

TEST_F(TrainWindowTest, QuittingByItsKeyAsksAsClosingDoes) {
    begin();
    m_window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return m_window.isActiveWindow(); }));
    QTest::keyClick(&m_window, Qt::Key_Q, Qt::ControlModifier);
    EXPECT_TRUE(m_window.isVisible());
    EXPECT_NE(question(), nullptr);
}

TEST_F(TrainWindowTest, ClosingWhileTrainingAsksOnceThenSavesAndCloses) {
    begin();
    m_window.close();
    EXPECT_TRUE(m_window.isVisible());
    ASSERT_NE(question(), nullptr);
    m_window.close(); // impatient
    EXPECT_EQ(m_window.findChildren<QMessageBox*>().size(), 1);
    answer(QMessageBox::AcceptRole);
    EXPECT_TRUE(m_window.isVisible()); // it is being saved
    EXPECT_EQ(m_training.verbs, QStringList{QStringLiteral("stop")});
    m_window.close();
    EXPECT_TRUE(m_window.isVisible());
    post(RunClosed{m_run.path(), 5, "stopped"});
    post(Finished{});
    EXPECT_TRUE(waitFor([&] { return !m_window.isVisible(); }));
}

TEST_F(TrainWindowTest, WhoDoesNotWantToCloseTrainsOn) {
    begin();
    m_window.close();
    ASSERT_NE(question(), nullptr);
    answer(QMessageBox::RejectRole);
    QTest::qWait(20);
    EXPECT_TRUE(m_window.isVisible());
    EXPECT_TRUE(m_training.verbs.isEmpty());
    EXPECT_EQ(page().controller().phase(), TrainPhase::Running);
    m_window.close(); // later he may be asked again
    EXPECT_NE(question(), nullptr);
}

TEST_F(TrainWindowTest, AnEndThatFailsKeepsTheWindowOpenToSaySo) {
    begin();
    m_window.close();
    ASSERT_NE(question(), nullptr);
    answer(QMessageBox::AcceptRole);
    post(Finished{Outcome::Failed, Failure{ErrorKind::Io, "the disk is full", "free some", {}}});
    ASSERT_TRUE(waitFor([&] { return !page().controller().isBusy(); }));
    EXPECT_TRUE(m_window.isVisible());
    EXPECT_TRUE(page().message().isVisible());
}

TEST_F(TrainWindowTest, TheStatusLineShowsTheTrainingAndStopsIt) {
    begin();
    post(Progress{0.25, 60.0, {{.kind = StagePart::Kind::Step, .at = 5, .of = 100}}});
    auto* bar = m_window.studioStatusBar().findChild<QProgressBar*>();
    ASSERT_TRUE(waitFor([&] { return bar->value() == 250; }));
    emit m_window.studioStatusBar().stopped();
    EXPECT_EQ(m_training.verbs, QStringList{QStringLiteral("stop")});
    post(Finished{});
    EXPECT_TRUE(waitFor([&] { return !bar->isVisible(); }));
}

TEST_F(TrainWindowTest, PageAndStatusLineTellTheSameTimeLeft) {
    m_window.showPage(StudioPage::Train);
    begin();
    ASSERT_TRUE(waitFor([&] { return page().isSettled(); }));
    // 95 steps of a second, and validations and saves beside them.
    post(Progress{0.05, 3600.0, {{.kind = StagePart::Kind::Step, .at = 5, .of = 100}}});
    const QString left = QStringLiteral("1 h 0 min left");
    EXPECT_TRUE(waitFor([&] {
        const QList<QLabel*> labels = m_window.studioStatusBar().findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* label) { return label->text() == left; });
    }));
    EXPECT_TRUE(page().bar().state().facts.contains(left))
        << page().bar().state().facts.toStdString();
}

TEST_F(TrainWindowTest, NoTwoActionsOfTheWindowAndThePageShareAKey) {
    m_window.showPage(StudioPage::Train);
    QStringList keys;
    for (const QAction* action : m_window.availableActions()) {
        EXPECT_FALSE(action->text().isEmpty());
        const QString key = action->shortcut().toString();
        EXPECT_FALSE(!key.isEmpty() && keys.contains(key)) << key.toStdString();
        keys += key;
    }
}

TEST_F(TrainWindowTest, TheRunsPageResumesHere) {
    m_run.addSteps(1, 5);
    emit m_window.runsPage().chosen().resumeAsked(m_run.path());
    EXPECT_TRUE(page().isVisible());
    ASSERT_EQ(m_training.resumed.size(), 1U);
    EXPECT_EQ(m_training.resumed[0].run, m_run.path());
}

TEST_F(TrainWindowTest, ARunThatIsTrainedHereIsFoundByTheRunsPage) {
    begin();
    const QString root = toQString(m_run.path().parent_path());
    EXPECT_EQ(m_window.runsPage().settings().roots, QStringList{root});
    m_window.showPage(StudioPage::Runs);
    EXPECT_TRUE(
        waitFor([&] { return m_window.runsPage().found().model().rowOf(m_run.path()) >= 0; }));
    post(RunOpened{m_run.path().parent_path() / "deeper/run", 5, 100}); // that folder is known
    QTest::qWait(20);
    EXPECT_EQ(m_window.runsPage().settings().roots, QStringList{root});
}

TEST_F(TrainWindowTest, ASetOfTheDataPageBecomesARecipeOfTheTrainPage) {
    m_window.showPage(StudioPage::Data);
    TrainOnSet set;
    set.root = "/sets/hall";
    set.list = "/sets/hall/list.txt";
    emit m_window.dataPage().trainWanted(set);
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(page().recipe().document().text(), toQString(recipeFor(set)))
        << "no model, none named";
    m_window.inferPage().chooseModel(QStringLiteral("/models/any"));
    ASSERT_TRUE(waitFor([&] { return m_window.inferPage().model().has_value(); }));
    emit m_window.dataPage().trainWanted(set);
    set.model = m_window.inferPage().model()->folder;
    set.isOneStep = m_window.inferPage().model()->isOneStep;
    EXPECT_EQ(page().recipe().document().text(), toQString(recipeFor(set)));
}

TEST_F(TrainWindowTest, WeightsOfARunBecomeTheModelOfInfer) {
    emit page().hand().useModelAsked(QStringLiteral("/runs/a/checkpoint/latest"));
    EXPECT_TRUE(m_window.inferPage().isVisible());
    EXPECT_EQ(m_window.inferPage().settings().modelFolder,
              QStringLiteral("/runs/a/checkpoint/latest"));
}

/// With the engine: a tiny model on rendered pairs, both made by the recipe.
class RealTrainingTest : public testing::Test {
protected:
    QString recipe(int steps) const {
        return QStringLiteral(
                   "model:\n  pretrained_path: model\n"
                   "dataset:\n"
                   "  train: {disp_name: t, dir: train, filenames: filename_list.txt}\n"
                   "  val:\n  - {disp_name: v, dir: val, filenames: filename_list.txt}\n"
                   "  vis:\n  - {disp_name: v, dir: val, filenames: filename_list.txt}\n"
                   "prepare: {random_model: tiny, synthetic_pairs: 2, synthetic_size: 32}\n"
                   "dataloader: {effective_batch_size: 1, max_train_batch_size: 1}\n"
                   "trainer: {save_period: 2, validation_period: 0, "
                   "visualization_period: 2, backup_period: 0}\n"
                   "validation: {denoising_steps: 1, val_num_batches: 1}\n"
                   "max_iter: %1\n"
                   "lr: 0.0001\n"
                   "run: {name: real, device: cpu, output_dir: %2/out, "
                   "base_data_dir: %2, base_ckpt_dir: %2}\n")
            .arg(steps)
            .arg(m_folder.path());
    }

    bool waitForIdle() {
        return waitFor([&] { return !m_page.controller().isBusy(); });
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    TrainPage m_page{[](EventSink& sink) { return std::make_unique<SessionTrainService>(sink); }};
};

TEST_F(RealTrainingTest, IsRehearsedTrainedStoppedAndResumedFromThePage) {
    m_page.resize(1000, 700);
    m_page.show();
    m_page.starts().rehearse(recipe(3), m_folder.path(), QStringLiteral("recipe"));
    ASSERT_TRUE(waitForIdle());
    EXPECT_FALSE(m_page.rehearsal().text().contains(u'✕'))
        << m_page.rehearsal().text().toStdString();
    EXPECT_TRUE(m_page.rehearsal().text().contains(QStringLiteral("✓ the run is resumed")));
    EXPECT_FALSE(fs::exists(m_root / "out"));

    m_page.starts().start(recipe(3), m_folder.path(), QStringLiteral("recipe"));
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(m_page.run().folder(), m_root / "out/real");
    ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    EXPECT_TRUE(waitFor([&] { return m_page.views().plots().lossPlot().xRange().high == 3; }));
    EXPECT_TRUE(waitFor([&] { return m_page.views().wall().content().step == 2; }));
    ASSERT_TRUE(waitFor([&] {
        return m_page.run().summary() &&
               m_page.run().summary()->status == runs::RunStatus::Finished;
    }));
    const runs::RunCheckpoints saved = runs::checkpointsOfRun(m_page.run().folder());
    ASSERT_NE(saved.find("latest"), nullptr);
    EXPECT_EQ(saved.find("latest")->step, 3);
    ASSERT_NE(saved.find("previous"), nullptr);
    EXPECT_EQ(saved.find("previous")->step, 2);

    m_page.starts().resume(
        {.run = m_page.run().folder(), .extendBy = 1'000'000}); // it is stopped before its end
    ASSERT_TRUE(waitFor([&] { return m_page.views().plots().lossPlot().xRange().high > 3; }));
    m_page.controller().pause();
    ASSERT_TRUE(waitFor([&] { return m_page.controller().phase() == TrainPhase::Paused; }));
    m_page.controller().goOn();
    m_page.controller().stopAndSave();
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(waitFor([&] {
        return m_page.run().summary() && m_page.run().summary()->status == runs::RunStatus::Stopped;
    }));
}

TEST_F(RealTrainingTest, AModelThatHasGoneAtAResumeIsSaidAndTheRunStaysWhole) {
    m_page.starts().start(recipe(2), m_folder.path(), QStringLiteral("recipe"));
    ASSERT_TRUE(waitForIdle());
    const fs::path run = m_root / "out/real";
    const auto sizeOfConfig = fs::file_size(run / "config.yaml");
    for (const fs::path& gone :
         {m_root / "model", run / "checkpoint/latest", run / "checkpoint/previous"})
        fs::remove_all(gone);
    m_page.starts().resume({.run = run, .extendBy = 2});
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(m_page.message().isVisibleTo(&m_page));
    EXPECT_EQ(fs::file_size(run / "config.yaml"), sizeOfConfig);
    EXPECT_EQ(m_page.run().folder(), run);
}

TEST_F(RealTrainingTest, APlaceThatCannotBeWrittenIsSaid) {
    std::ofstream(m_root / "out") << "a file where the folder should be";
    m_page.starts().start(recipe(2), m_folder.path(), QStringLiteral("recipe"));
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(m_page.message().isVisibleTo(&m_page));
    EXPECT_EQ(m_page.run().folder(), fs::path());
}

} // namespace

} // namespace unlit::ui
