#include "core/session/train/run_record.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/runs/run_history.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

using namespace unlit;
using runs::RunEvent;
using runs::RunEventKind;
using test::FullDisk;
using test::TempFolder;
using testing::ElementsAre;

namespace {

std::vector<std::string> kindsIn(const train::RunFolder& run) {
    std::vector<std::string> kinds;
    for (const RunEvent& event : runs::runEventsOf(run.path()))
        kinds.emplace_back(toString(event.kind));
    return kinds;
}

class RunRecordTest : public testing::Test {
protected:
    RunEvent last() const { return runs::runEventsOf(run.path()).back(); }

    TempFolder folder;
    train::RunFolder run = train::RunFolder::create(folder / "run", "");
    std::vector<std::optional<Failure>> troubles;
    RunRecord::OnTrouble onTrouble = [this](const auto& failure) { troubles.push_back(failure); };
};

} // namespace

TEST_F(RunRecordTest, the_first_line_says_who_writes) {
    const RunRecord record(run, onTrouble);
    const RunEvent first = runs::runEventsOf(run.path()).front();
    EXPECT_EQ(first.kind, RunEventKind::Process);
    EXPECT_EQ(first.text("program"), "unlit " + std::string(version()));
    EXPECT_EQ(first.fields.at("pid").get<long>(), ::getpid());
    EXPECT_FALSE(first.text("host").empty());
    EXPECT_NE(first.fields.at("command").at(0).get<std::string>().find("train_session_tests"),
              std::string::npos);
    EXPECT_TRUE(troubles.empty());
}

TEST_F(RunRecordTest, tells_states_and_interventions_with_their_fields) {
    RunRecord record(run, onTrouble);
    record.add(RunOpened{run.path(), 0, 12});
    EXPECT_EQ(last().fields.at("max_iter"), 12);
    record.add(ScalarsReady{3, 1, {}});
    record.add(
        RunIntervention{3, RunIntervention::What::LearningRate, AskedBy::Window, 1e-3, 5e-4});
    EXPECT_EQ(last().kind, RunEventKind::LearningRate);
    EXPECT_EQ(last().fields.at("from"), 1e-3);
    EXPECT_EQ(last().fields.at("to"), 5e-4);
    EXPECT_EQ(last().text("by"), "window");
    record.add(RunIntervention{3, RunIntervention::What::Save, AskedBy::Window});
    record.add(RunIntervention{3, RunIntervention::What::Validation, AskedBy::Window});
    record.add(TrainingPaused{true, 3, AskedBy::Window});
    record.add(TrainingPaused{false, 3, AskedBy::Window});
    EXPECT_FALSE(last().fields.contains("waits_for"));
    record.add(TrainingPaused{true, 4, AskedBy::FullDisk, "a checkpoint needs 2 GiB"});
    EXPECT_EQ(last().text("by"), "full disk");
    EXPECT_EQ(last().text("waits_for"), "a checkpoint needs 2 GiB");
    record.add(TrainingPaused{false, 4, AskedBy::FullDisk});
    record.add(BadSample{4, "list:2 (b.exr)", "not finite: beauty in 1 of 4 pixels", false});
    EXPECT_EQ(last().text("sample"), "list:2 (b.exr)");
    EXPECT_EQ(last().text("what"), "not finite: beauty in 1 of 4 pixels");
    EXPECT_EQ(last().fields.at("left_out"), false);
    record.add(CheckpointSaved{4, run.backup(4), 900, 0.5, 0.25});
    EXPECT_EQ(last().text("checkpoint"), "iter_000004");
    record.add(ValidationDone{4, "val", {{"psnr", 20.5}, {"ssim", std::nan("")}}, true});
    EXPECT_EQ(last().fields.at("metrics").at("psnr"), 20.5);
    EXPECT_TRUE(last().fields.at("metrics").at("ssim").is_null());
    EXPECT_EQ(last().fields.at("best"), true);
    record.add(RunClosed{run.path(), 5, "time is up", AskedBy::TimeLimit});
    EXPECT_EQ(last().kind, RunEventKind::Stopped);
    EXPECT_EQ(last().text("by"), "time limit");
    EXPECT_THAT(kindsIn(run),
                ElementsAre("process", "started", "learning_rate", "save_asked", "validation_asked",
                            "paused", "continued", "paused", "continued", "bad_sample", "saved",
                            "validated", "stopped"));
}

TEST_F(RunRecordTest, a_failure_stands_at_the_step_that_was_reached) {
    RunRecord record(run, onTrouble);
    record.add(ScalarsReady{7, 1, {}});
    record.add(Finished{Outcome::Failed, Failure{ErrorKind::Io, "it broke", "mend it", {}}});
    EXPECT_EQ(last().step, 7);
    EXPECT_EQ(last().text("message"), "it broke");
    EXPECT_EQ(last().text("hint"), "mend it");
    EXPECT_EQ(runs::lastWordOf(run.path()).text, "it broke; mend it");
}

TEST_F(RunRecordTest, goes_on_behind_a_torn_line) {
    { RunRecord(run, onTrouble).add(RunOpened{run.path(), 0, 12}); }
    std::ofstream(run.events(), std::ios::app) << R"({"version":1,"time":"2026)";
    RunRecord(run, onTrouble).add(RunOpened{run.path(), 2, 12, "latest", true});
    EXPECT_THAT(kindsIn(run), ElementsAre("process", "started", "process", "resumed"));
    EXPECT_EQ(last().text("checkpoint"), "latest");
}

TEST_F(RunRecordTest, a_run_of_an_earlier_version_gets_what_its_log_tells) {
    std::ofstream(run.log()) << "2026-01-02T03:04:05Z info begins\n"
                                "2026-01-02T03:05:05Z info step 4 saved iter_000004, 1 B in 1 s\n"
                                "2026-01-02T03:06:05Z info stopped after step 5\n";
    RunRecord(run, onTrouble).add(RunOpened{run.path(), 5, 12, "latest", true});
    EXPECT_THAT(kindsIn(run), ElementsAre("process", "started", "saved", "stopped", "resumed"));
    const RunEvent saved = runs::runEventsOf(run.path()).at(2);
    EXPECT_EQ(saved.time, "2026-01-02T03:05:05Z");
    EXPECT_EQ(saved.fields.at("from_log"), true);
    EXPECT_EQ(saved.step, 4);
}

TEST_F(RunRecordTest, what_a_full_disk_did_not_take_is_written_later) {
    RunRecord record(run, onTrouble);
    {
        const FullDisk full(std::filesystem::file_size(run.events()) + 10);
        record.add(RunOpened{run.path(), 0, 12});
        record.add(RunIntervention{1, RunIntervention::What::Save, AskedBy::Window});
        EXPECT_THAT(kindsIn(run), ElementsAre("process"));
        ASSERT_EQ(troubles.size(), 1U);
        EXPECT_TRUE(troubles[0].has_value());
    }
    record.add(RunClosed{run.path(), 1, "complete"});
    EXPECT_THAT(kindsIn(run), ElementsAre("process", "started", "save_asked", "complete"));
    ASSERT_EQ(troubles.size(), 2U);
    EXPECT_FALSE(troubles[1].has_value());
}

TEST_F(RunRecordTest, a_file_that_cannot_be_opened_stops_nothing) {
    std::filesystem::create_directory(run.events());
    RunRecord record(run, onTrouble);
    record.add(RunOpened{run.path(), 0, 12});
    EXPECT_EQ(troubles.size(), 1U);
    EXPECT_TRUE(troubles[0].has_value());
}

TEST_F(RunRecordTest, many_threads_write_whole_lines) {
    RunRecord record(run, onTrouble);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&record] {
                for (int step = 0; step < 20; ++step)
                    record.add(RunIntervention{step, RunIntervention::What::Save, AskedBy::Window});
            });
    }
    EXPECT_EQ(runs::runEventsOf(run.path()).size(), 81U);
}
