// A training of the command line beside a window: seen while it goes, and taken over when it died.
#include "tests/cli/train_fixture.h"
#include "tests/support/wait_for.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"
#include "ui/train/session_train_service.h"

#include <QLabel>

#include <csignal>

namespace unlit::test {

class LiveRun : public TrainCommandTest {
protected:
    LiveRun() {
        std::filesystem::create_directories(path("runs"));
        m_window.resize(1280, 800);
        m_window.show();
        m_window.runsPage().roots().add(ui::toQString(path("runs")));
    }

    ui::TrainPage& page() { return m_window.trainPage(); }

    /// The row of the Runs page; nullptr while there is none.
    const runs::RunSummary* row() {
        const ui::RunsModel& model = m_window.runsPage().found().model();
        return model.rowCount() == 1 ? &model.at(0) : nullptr;
    }

    bool waitForStatus(runs::RunStatus status) {
        return waitFor([&] { return row() != nullptr && row()->status == status; });
    }

    QString said() {
        QString all;
        for (const QLabel* label : page().message().findChildren<QLabel*>())
            all += label->text() + u'\n';
        return all;
    }

    ui::MainWindow m_window{
        {.settingsFile = {},
         .stateFolder = {},
         .makeService =
             [](EventSink& sink) { return std::make_unique<ui::SessionInferenceService>(sink); },
         .inspectModel = inspectModel,
         .makeTrainService =
             [](EventSink& sink) { return std::make_unique<ui::SessionTrainService>(sink); }}};
};

TEST_F(LiveRun, OfATerminalIsFoundWatchedAndResumedHereAfterItsDeath) {
    config("live");
    const std::filesystem::path run = path("runs/live");
    m_window.showPage(ui::StudioPage::Runs);
    Process process(trainArguments("live", {"max_iter=100000"}));
    ASSERT_TRUE(waitForStatus(runs::RunStatus::Running));
    ASSERT_TRUE(waitFor([&] { return row()->step >= 3; }));
    const std::int64_t seen = row()->step;
    EXPECT_TRUE(waitFor([&] { return row()->step > seen; })) << "it grows while one looks";

    emit m_window.runsPage().chosen().watchAsked(run);
    EXPECT_TRUE(page().isVisible());
    ASSERT_TRUE(waitFor([&] { return page().bar().state().verbs == ui::RunVerbs::Watched; }));
    page().starts().resume({run}); // a run has one writer
    ASSERT_TRUE(waitFor([&] { return !page().controller().isBusy(); }));
    EXPECT_TRUE(said().contains(QStringLiteral("another process"))) << said().toStdString();

    process.sendSignal(SIGKILL);
    process.wait();
    ASSERT_TRUE(waitFor([&] { return page().bar().state().canResume; }));
    EXPECT_TRUE(
        waitFor([&] { return page().run().summary()->status == runs::RunStatus::Interrupted; }));
    m_window.showPage(ui::StudioPage::Runs);
    ASSERT_TRUE(waitForStatus(runs::RunStatus::Interrupted));
    const std::int64_t left = row()->step;

    emit m_window.runsPage().chosen().resumeAsked(run);
    ASSERT_TRUE(waitFor([&] { return page().controller().phase() == ui::TrainPhase::Running; }));
    ASSERT_TRUE(waitFor([&] {
        const ui::FollowedRun* followed = page().views().plots().followed();
        return followed != nullptr && followed->series->rowCount() > 0 &&
               followed->series->stepAt(followed->series->rowCount() - 1) > left;
    }));
    page().controller().stopAndSave();
    ASSERT_TRUE(waitFor([&] { return !page().controller().isBusy(); }));
    m_window.showPage(ui::StudioPage::Runs);
    EXPECT_TRUE(waitForStatus(runs::RunStatus::Stopped));
}

} // namespace unlit::test
