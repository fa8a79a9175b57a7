#include "core/runs/run_history.h"

#include "core/runs/run_notes.h"
#include "core/runs/run_reader.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <sys/stat.h>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

std::string record(const std::string& kind, int step, const std::string& fields = "") {
    return R"({"version":1,"time":"2026-01-02T03:04:05.000Z","step":)" + std::to_string(step) +
           R"(,"kind":")" + kind + "\"" + (fields.empty() ? "" : ",") + fields + "}\n";
}

} // namespace

TEST(RunHistory, the_last_state_tells_how_a_run_ended) {
    const TempFolder run;
    const fs::path file = run / "events.jsonl";
    appendText(file, record("process", 0) + record("started", 0));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    appendText(file, record("stopped", 7, R"("by":"window")"));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Stopped);
    appendText(file, record("process", 0) + record("resumed", 7) + record("paused", 8) +
                         record("saved", 8, R"("checkpoint":"latest")"));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    EXPECT_TRUE(lastWordOf(run.path()).isPaused);
    appendText(file, record("continued", 8));
    EXPECT_FALSE(lastWordOf(run.path()).isPaused);
    appendText(file, record("failed", 9, R"("message":"it broke","hint":"mend it")"));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Failed);
    EXPECT_EQ(lastWordOf(run.path()).text, "it broke; mend it");
    appendText(file, std::string(200000, 'x') + "\n" + record("complete", 9));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Complete);
}

TEST(RunHistory, a_fork_that_nobody_has_trained_stands_where_it_began) {
    const TempFolder run;
    appendText(run / "config.yaml", "max_iter: 100\n");
    appendText(run / "metrics.jsonl", "");
    appendText(run / "events.jsonl",
               record("process", 0) + record("forked", 80, R"("checkpoint":"iter_000080")"));
    EXPECT_EQ(lastWordOf(run.path()).step, 80);
    RunReader reader({run.path(), "fork"});
    EXPECT_EQ(reader.refresh(0, {}).step, 80);
    EXPECT_EQ(reader.refresh(0, {}).step, 80);
}

TEST(RunHistory, a_torn_line_takes_no_other_with_it) {
    const TempFolder run;
    const fs::path file = run / "events.jsonl";
    appendText(file, record("stopped", 7) + R"({"version":1,"time":"2026-01-02T03:0)");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Stopped);
    EXPECT_EQ(runEventsOf(run.path()).size(), 1U);
    appendText(file, "\n" + record("resumed", 7));
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
    EXPECT_EQ(runEventsOf(run.path()).size(), 2U);
}

TEST(RunHistory, what_the_log_says_does_not_count) {
    const TempFolder run;
    appendText(run / "events.jsonl", record("started", 0));
    appendText(run / "logging.log", "2026-01-02T03:04:05Z error it broke\n"
                                    "2026-01-02T03:04:05Z info complete after step 9\n");
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
}

TEST(RunHistory, resumes_and_checkpoints_are_found_as_they_come) {
    const TempFolder run;
    const fs::path file = run / "events.jsonl";
    appendText(file, record("started", 0));
    RunHistory history(run.path());
    EXPECT_FALSE(history.poll());
    appendText(file, record("saved", 200, R"("checkpoint":"iter_000200")") +
                         record("saved", 200, R"("checkpoint":"latest")"));
    EXPECT_TRUE(history.poll());
    EXPECT_FALSE(history.poll());
    const std::string last = record("saved", 400, R"("checkpoint":"iter_000400")");
    appendText(file, record("resumed", 150) + last.substr(0, 60));
    EXPECT_TRUE(history.poll());
    appendText(file, last.substr(60));
    EXPECT_TRUE(history.poll());
    EXPECT_THAT(history.resumedAfter(), ElementsAre(150));
    ASSERT_EQ(history.checkpoints().size(), 2U);
    EXPECT_EQ(history.checkpoints()[1].step, 400);
    EXPECT_EQ(history.checkpoints()[1].name, "iter_000400");
}

TEST(RunHistory, marks_of_steps_that_a_resume_has_taken_away_go_with_them) {
    const TempFolder run;
    const fs::path file = run / "events.jsonl";
    RunHistory history(run.path());
    appendText(file, record("learning_rate", 500, R"("from":0.001,"to":0.0005,"by":"window")") +
                         record("resumed", 510) +
                         record("learning_rate", 519, R"("from":0.0005,"to":0.02,"by":"window")"));
    EXPECT_TRUE(history.poll());
    EXPECT_EQ(history.courseMarks().size(), 2U);
    appendText(file, record("resumed", 500));
    EXPECT_TRUE(history.poll());
    EXPECT_THAT(history.courseMarks(),
                ElementsAre(CourseMark{CourseMark::Kind::LearningRate, 500, 0.001, 0.0005}));
    EXPECT_THAT(history.resumedAfter(), ElementsAre(500));
}

TEST(RunHistory, marks_where_somebody_has_changed_the_course) {
    const TempFolder run;
    const fs::path file = run / "events.jsonl";
    RunHistory history(run.path());
    appendText(file, record("started", 0) +
                         record("learning_rate", 10, R"("from":0.001,"to":0.0005,"by":"window")"));
    EXPECT_TRUE(history.poll());
    appendText(file, record("changed", 12, R"("setting":"lr","from":"0.0005","to":"1e-4")") +
                         record("changed", 12, R"("setting":"max_iter","from":"20","to":"40")") +
                         record("rolled_back", 4, R"("checkpoint":"iter_000004","from_step":20)"));
    EXPECT_TRUE(history.poll());
    using Kind = CourseMark::Kind;
    EXPECT_THAT(history.courseMarks(),
                ElementsAre(CourseMark{Kind::LearningRate, 10, 0.001, 0.0005},
                            CourseMark{Kind::LearningRate, 12, 0.0005, 1e-4},
                            CourseMark{Kind::RolledBack, 4, 20, 0}));
    EXPECT_FALSE(history.poll());
}

TEST(RunNotes, lines_that_begin_with_a_step_are_marks) {
    EXPECT_THAT(stepNotesIn("first\nstep 120: it becomes grey \r\n  Schritt 7:x\nstep: 3\n"
                            "step 1.5: no\nstep -3: no\nrun 2: no\nstep 40:"),
                ElementsAre(StepNote{120, "it becomes grey"}, StepNote{7, "x"}, StepNote{40, ""}));
    const TempFolder folder;
    StepNotes notes(folder.path());
    EXPECT_FALSE(notes.poll());
    writeNotes(folder.path(), "step 3: a");
    EXPECT_TRUE(notes.poll());
    EXPECT_THAT(notes.notes(), ElementsAre(StepNote{3, "a"}));
    EXPECT_FALSE(notes.poll());
    writeNotes(folder.path(), "");
    EXPECT_TRUE(notes.poll());
    EXPECT_TRUE(notes.notes().empty());
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

TEST(RunHistory, a_pipe_in_a_logs_place_is_none) {
    const TempFolder run;
    ASSERT_EQ(::mkfifo((run / "logging.log").c_str(), 0600), 0);
    EXPECT_TRUE(runEventsOf(run.path()).empty());
    EXPECT_EQ(lastWordOf(run.path()).ending, RunEnding::Open);
}
