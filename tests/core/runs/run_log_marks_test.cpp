#include "core/runs/run_log_marks.h"

#include "core/runs/run_notes.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

const std::string kMoment = "2026-01-02T03:04:05Z ";

} // namespace

TEST(RunLogMarks, the_last_line_tells_how_a_run_ended) {
    const TempFolder folder;
    const fs::path log = folder / "logging.log";
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Open);
    appendText(log, kMoment + "info begins\n");
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Open);
    appendText(log, kMoment + "info stopped after step 7\n");
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Stopped);
    appendText(log, kMoment + "info goes on after step 7\n" + kMoment + "info paused\n");
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Open);
    EXPECT_TRUE(lastWordOf(log).isPaused);
    appendText(log, kMoment + "error the loss is not finite at step 9\n");
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Failed);
    EXPECT_EQ(lastWordOf(log).text, "the loss is not finite at step 9");
    appendText(log, std::string(20000, 'x') + "\n" + kMoment + "info complete after step 9\n");
    EXPECT_EQ(lastWordOf(log).ending, RunEnding::Complete);
}

TEST(RunLogMarks, resumes_and_checkpoints_are_found_as_they_come) {
    const TempFolder folder;
    const fs::path log = folder / "logging.log";
    RunLogMarks marks(log);
    EXPECT_FALSE(marks.poll());
    appendText(log,
               kMoment + "info begins\n" + kMoment +
                   "info step 200 saved iter_000200, 9.2 MiB in 0.1 s, training waited 0.0 s\n" +
                   kMoment + "info step 200 saved latest, 9.2 MiB in 0.1 s\n");
    EXPECT_TRUE(marks.poll());
    EXPECT_FALSE(marks.poll());
    appendText(log,
               kMoment + "info goes on after step 150\n" + kMoment + "info step 400 saved iter_0");
    EXPECT_TRUE(marks.poll());
    appendText(log, "00400, 1 B\n");
    EXPECT_TRUE(marks.poll());
    EXPECT_THAT(marks.resumedAfter(), ElementsAre(150));
    ASSERT_EQ(marks.checkpoints().size(), 2U);
    EXPECT_EQ(marks.checkpoints()[0].step, 200);
    EXPECT_EQ(marks.checkpoints()[1].step, 400);
    EXPECT_EQ(marks.checkpoints()[1].name, "iter_000400");
}

TEST(RunNotes, are_kept_replaced_and_removed) {
    const TempFolder folder;
    EXPECT_EQ(readNotes(folder.path()), "");
    writeNotes(folder.path(), "größer\nlr 3e-5");
    EXPECT_EQ(readNotes(folder.path()), "größer\nlr 3e-5");
    writeNotes(folder.path(), "other");
    EXPECT_EQ(readNotes(folder.path()), "other");
    writeNotes(folder.path(), "");
    EXPECT_FALSE(fs::exists(folder / "notes.txt"));
    expectError(ErrorKind::NotFound, {"no run"}, [&] { writeNotes(folder / "gone", "x"); });
}
