// Runs of versions that had no events.jsonl.
#include "core/runs/legacy_run_log.h"

#include "core/runs/run_history.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

/// As version 0.1.0 wrote it.
const std::string kMoment = "2026-01-02T03:04:05Z ";

} // namespace

TEST(LegacyRunLog, the_last_line_tells_how_a_run_ended) {
    const TempFolder run;
    const fs::path log = run / "logging.log";
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    appendText(log, kMoment + "info begins\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    appendText(log, kMoment + "info stopped after step 7\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Stopped);
    appendText(log, kMoment + "info goes on after step 7\n" + kMoment + "info paused\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    EXPECT_TRUE(lastWordOf(run.path()).isPaused);
    appendText(log, kMoment + "error the loss is not finite at step 9\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Failed);
    EXPECT_EQ(lastWordOf(run.path()).text, "the loss is not finite at step 9");
    appendText(log, std::string(200000, 'x') + "\n" + kMoment + "info complete after step 9\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Complete);
}

TEST(LegacyRunLog, resumes_and_checkpoints_are_found_as_they_come) {
    const TempFolder run;
    const fs::path log = run / "logging.log";
    RunHistory history(run.path());
    EXPECT_FALSE(history.poll());
    appendText(log,
               kMoment + "info begins\n" + kMoment +
                   "info step 200 saved iter_000200, 9.2 MiB in 0.1 s, training waited 0.0 s\n" +
                   kMoment + "info step 200 saved latest, 9.2 MiB in 0.1 s\n");
    EXPECT_TRUE(history.poll());
    EXPECT_FALSE(history.poll());
    appendText(log,
               kMoment + "info goes on after step 150\n" + kMoment + "info step 400 saved iter_0");
    EXPECT_TRUE(history.poll());
    appendText(log, "00400, 1 B\n");
    EXPECT_TRUE(history.poll());
    EXPECT_THAT(history.resumedAfter(), ElementsAre(150));
    ASSERT_EQ(history.checkpoints().size(), 2U);
    EXPECT_EQ(history.checkpoints()[0].step, 200);
    EXPECT_EQ(history.checkpoints()[1].step, 400);
    EXPECT_EQ(history.checkpoints()[1].name, "iter_000400");
}

TEST(LegacyRunLog, becomes_records_with_the_times_of_its_lines) {
    const TempFolder run;
    appendText(run / "logging.log", kMoment + "info begins\n" + kMoment +
                                        "warning a batch was passed over\n" + kMoment +
                                        "info step 3 epoch 1 train/loss=0.5\n" + kMoment +
                                        "info time is up after step 3\n");
    const std::vector<RunEvent> events = legacyRunEvents(run / "logging.log");
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].kind, RunEventKind::Started);
    EXPECT_EQ(events[0].time, "2026-01-02T03:04:05Z");
    EXPECT_EQ(events[1].kind, RunEventKind::Stopped);
    EXPECT_EQ(events[1].step, 3);
    EXPECT_EQ(events[1].text("by"), "time limit");
}

TEST(LegacyRunLog, is_not_read_where_there_are_records) {
    const TempFolder run;
    RunHistory history(run.path());
    appendText(run / "logging.log", kMoment + "info goes on after step 5\n" + kMoment +
                                        "error a sentence that says so\n");
    EXPECT_TRUE(history.poll());
    EXPECT_THAT(history.resumedAfter(), ElementsAre(5));
    appendText(run / "events.jsonl", R"({"version":1,"step":7,"kind":"resumed"})"
                                     "\n");
    EXPECT_TRUE(history.poll());
    EXPECT_THAT(history.resumedAfter(), ElementsAre(7));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
}
