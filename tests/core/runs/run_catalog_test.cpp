#include "core/runs/run_catalog.h"

#include "core/train/run_folder.h"
#include "core/train/writers/event_record.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <chrono>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

const std::string kConfig = "max_iter: 40\nvalidation:\n  main_val_metric: psnr\n";
const std::string kTime = "2026-01-02T03:04:05Z ";

std::string line(int step, const std::string& more = "\"train/loss\":0.5") {
    return "{\"step\":" + std::to_string(step) + ",\"time\":" + std::to_string(1000 + 2 * step) +
           ",\"epoch\":1," + more + "}\n";
}

double nowSeconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

class RunCatalogTest : public testing::Test {
protected:
    fs::path makeRun(const std::string& name, const std::string& ending) {
        const train::RunFolder run = train::RunFolder::create(m_folder / name, kConfig);
        appendText(run.metrics(), line(10) + line(10, "\"val/s/psnr\":20.5") + line(20) +
                                      line(20, "\"val/s/psnr\":19.5"));
        appendText(run.log(), kTime + "info begins\n" + kTime + ending + "\n");
        return run.path();
    }

    void refresh() {
        m_changed.clear();
        m_problems = m_catalog.refresh(
            nowSeconds(), {},
            [this](const RunSummary& row) {
                m_rows[row.folder] = row;
                m_changed.push_back(row.name);
            },
            [this](const fs::path& folder) {
                m_rows.erase(folder);
                m_gone.push_back(folder.filename().string());
            });
    }

    TempFolder m_folder;
    RunCatalog m_catalog{{m_folder.path()}};
    std::map<fs::path, RunSummary> m_rows;
    std::vector<std::string> m_changed, m_gone, m_problems;
};

} // namespace

TEST_F(RunCatalogTest, a_row_has_status_steps_best_figure_time_and_size) {
    const fs::path run = makeRun("a", "info complete after step 20");
    refresh();
    const RunSummary& row = m_rows[run];
    EXPECT_EQ(row.name, "a");
    EXPECT_EQ(row.status, RunStatus::Finished);
    EXPECT_EQ(row.step, 20);
    EXPECT_EQ(row.maxStep, 40);
    ASSERT_TRUE(row.best);
    EXPECT_EQ(row.best->value, 20.5);
    EXPECT_EQ(row.best->step, 10);
    EXPECT_EQ(row.startTime, 1020);
    EXPECT_EQ(row.seconds, 20);
    EXPECT_GT(row.bytes, fs::file_size(run / "metrics.jsonl"));
    EXPECT_EQ(row.note, "");
}

TEST_F(RunCatalogTest, measures_what_a_checkpoint_adds_and_what_several_share_once) {
    const fs::path run = makeRun("a", "info complete after step 20");
    refresh();
    const std::uint64_t before = m_rows[run].bytes;
    fs::create_directories(run / "checkpoint" / "latest");
    writeText(run / "checkpoint" / "latest" / "vae.safetensors", std::string(5000, 'x'));
    fs::create_directories(run / "checkpoint" / "previous");
    fs::create_hard_link(run / "checkpoint" / "latest" / "vae.safetensors",
                         run / "checkpoint" / "previous" / "vae.safetensors");
    // The clock of another machine; before the figures it would not be the last change.
    fs::last_write_time(run / "checkpoint",
                        fs::file_time_type::clock::now() + std::chrono::hours(24));
    refresh();
    EXPECT_EQ(m_rows[run].bytes, before + 5000);
}

TEST_F(RunCatalogTest, tells_how_runs_ended) {
    const fs::path stopped = makeRun("stopped", "info stopped after step 20");
    const fs::path failed = makeRun("failed", "error the disk is full");
    const fs::path killed = makeRun("killed", "info step 20 epoch 1");
    const fs::path alive = makeRun("alive", "info step 20 epoch 1");
    const train::RunLock lock(train::RunFolder::open(alive));
    refresh();
    EXPECT_EQ(m_rows[stopped].status, RunStatus::Stopped);
    EXPECT_EQ(m_rows[failed].status, RunStatus::Failed);
    EXPECT_EQ(m_rows[failed].note, "the disk is full");
    EXPECT_EQ(m_rows[killed].status, RunStatus::Interrupted);
    EXPECT_THAT(m_rows[killed].note, HasSubstr("can be resumed"));
    EXPECT_EQ(m_rows[alive].status, RunStatus::Running);
}

TEST_F(RunCatalogTest, tells_only_what_has_changed) {
    const fs::path a = makeRun("a", "info complete after step 20");
    makeRun("b", "info complete after step 20");
    refresh();
    EXPECT_THAT(m_changed, ElementsAre("a", "b"));
    refresh();
    EXPECT_THAT(m_changed, ElementsAre());
    appendText(a / "metrics.jsonl", line(30, "\"val/s/psnr\":31.5"));
    refresh();
    EXPECT_THAT(m_changed, ElementsAre("a"));
    EXPECT_EQ(m_rows[a].step, 30);
    EXPECT_EQ(m_rows[a].best->value, 31.5);
    fs::remove_all(a);
    refresh();
    EXPECT_THAT(m_gone, ElementsAre("a"));
    EXPECT_EQ(m_rows.size(), 1U);
}

TEST_F(RunCatalogTest, tells_a_run_anew_whose_row_was_dropped) {
    const fs::path run = makeRun("a", "info complete");
    refresh();
    m_rows.clear();
    m_catalog.tellAgain(run);
    refresh();
    EXPECT_THAT(m_changed, ElementsAre("a")) << "nothing about it has changed";
    fs::remove_all(run);
    m_catalog.tellAgain(run);
    refresh();
    EXPECT_THAT(m_gone, ElementsAre("a"));
}

TEST_F(RunCatalogTest, a_damaged_run_has_a_sentence_and_the_others_their_rows) {
    const fs::path good = makeRun("good", "info complete after step 20");
    writeText(m_folder / "bad_config/config.yaml", "max_iter: [1, 2\n:::\n");
    writeText(m_folder / "bad_config/metrics.jsonl", line(1));
    writeText(m_folder / "no_config/metrics.jsonl", line(1) + "{\"step\":");
    writeText(m_folder / "garbage/metrics.jsonl", std::string(3000, '\xff') + "\n\n\n");
    writeText(m_folder / "garbage/config.yaml", std::string(3000, '\xfe'));
    writeText(m_folder / "begun/config.yaml", kConfig);
    fs::create_directories(m_folder / "begun/checkpoint");
    writeText(m_folder / "odd/config.yaml", kConfig);
    fs::create_directories(m_folder / "odd/metrics.jsonl"); // a folder of that name
    writeText(m_folder / "events/events.out.tfevents.1.x", "no record at all, but long enough");
    refresh();
    EXPECT_EQ(m_rows.size(), 7U);
    EXPECT_EQ(m_rows[good].status, RunStatus::Finished);
    for (const char* name : {"bad_config", "no_config", "garbage", "begun", "odd", "events"})
        EXPECT_NE(m_rows[m_folder / name].note, "") << name;
    EXPECT_EQ(m_rows[m_folder / "no_config"].step, 1);
    EXPECT_EQ(m_rows[m_folder / "garbage"].status, RunStatus::Unreadable);
}

TEST_F(RunCatalogTest, nights_between_stop_and_resume_are_no_time_of_the_run) {
    const fs::path run = makeRun("a", "info complete after step 20");
    std::string rows;
    for (int step = 1; step <= 20; ++step)
        rows += R"({"step":)" + std::to_string(step) + R"(,"epoch":1,"time":)" +
                std::to_string(step <= 10 ? 1000 + step : 90'000 + step) +
                R"(,"train/loss":0.5,"median/time/step":7,"time/step":1.5})" + "\n";
    writeText(run / "metrics.jsonl", rows);
    refresh();
    EXPECT_EQ(m_rows[run].seconds, 30);
}

TEST_F(RunCatalogTest, reads_event_files_of_other_programs) {
    const fs::path run = m_folder / "deep/er/reference";
    writeText(run / "config.yaml", kConfig);
    std::string events = train::recordOf(train::versionEvent(1));
    for (int step = 1; step <= 40; ++step)
        events += train::recordOf(train::scalarsEvent(
            {step, 1, 1000.0 + step, {{"val/s/psnr", static_cast<double>(step % 30)}}}));
    writeText(run / "tensorboard/events.out.tfevents.1700000000.host.1.0", events);
    refresh();
    const RunSummary& row = m_rows[run];
    EXPECT_FALSE(row.isOurs);
    EXPECT_EQ(row.name, "deep/er/reference");
    EXPECT_EQ(row.step, 40);
    EXPECT_EQ(row.status, RunStatus::Finished);
    ASSERT_TRUE(row.best);
    EXPECT_EQ(row.best->value, 29);
    EXPECT_EQ(row.seconds, 39);
}

TEST_F(RunCatalogTest, a_root_that_is_not_there_is_told_and_one_found_twice_counts_once) {
    makeRun("a", "info complete after step 20");
    RunCatalog catalog({m_folder.path(), m_folder / "a", m_folder / "gone"});
    int rows = 0;
    const auto problems = catalog.refresh(
        nowSeconds(), {}, [&](const RunSummary&) { ++rows; }, [](const fs::path&) {});
    EXPECT_EQ(rows, 1);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0], HasSubstr("gone"));
}
