#include "core/train/run_folder.h"

#include "tests/support/expect_error.h"
#include "tests/support/file_text.h"
#include "tests/support/folder_names.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <regex>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

using namespace unlit;
using namespace unlit::train;
using namespace unlit::test;
namespace fs = std::filesystem;

TEST(RunFolder, appears_whole_with_all_that_a_resume_needs) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "out/deep/run", "lr: 0.5\n");
    EXPECT_EQ(run.path(), folder / "out/deep/run");
    EXPECT_THAT(namesIn(run.path()),
                testing::ElementsAre("build_info.json", "checkpoint", "config.yaml", "evaluation",
                                     "metrics.jsonl", "tensorboard", "visualization"));
    EXPECT_EQ(textOf(run.config()), "lr: 0.5\n");
    EXPECT_EQ(fs::file_size(run.metrics()), 0U);
    EXPECT_THAT(namesIn(folder / "out/deep"), testing::ElementsAre("run"));
}

TEST(RunFolder, says_what_it_was_built_with) {
    const TempFolder folder;
    const auto info =
        nlohmann::json::parse(textOf(RunFolder::create(folder / "run", "").buildInfo()));
    for (const char* key : {"version", "commit", "compiler", "build_type", "libraries", "system"})
        EXPECT_TRUE(info.contains(key)) << key;
    EXPECT_TRUE(info["libraries"].contains("Torch"));
    EXPECT_FALSE(info["version"].get<std::string>().empty());
}

TEST(RunFolder, an_existing_run_stays_as_it_is) {
    const TempFolder folder;
    RunFolder::create(folder / "run", "first\n");
    expectError(ErrorKind::InvalidInput, {(folder / "run").string(), "is a run already"},
                [&] { RunFolder::create(folder / "run", "second\n"); });
    EXPECT_EQ(textOf(folder / "run/config.yaml"), "first\n");
    fs::create_directory(folder / "empty");
    expectError(ErrorKind::InvalidInput, {"exists already and is no run"},
                [&] { RunFolder::create(folder / "empty/", "second\n"); });
    EXPECT_TRUE(fs::is_empty(folder / "empty"));
    EXPECT_THAT(namesIn(folder.path()), testing::ElementsAre("empty", "run"));
}

TEST(RunFolder, of_many_that_are_made_at_once_one_wins_and_nothing_is_left_over) {
    const TempFolder folder;
    std::atomic<int> made = 0;
    std::atomic<int> refused = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&, i] {
                try {
                    RunFolder::create(folder / "run", std::to_string(i));
                    ++made;
                } catch (const Error&) {
                    ++refused;
                }
            });
    }
    EXPECT_EQ(made, 1);
    EXPECT_EQ(refused, 7);
    EXPECT_THAT(namesIn(folder.path()), testing::ElementsAre("run"));
}

TEST(RunFolder, places_where_nothing_can_be_written_are_named) {
    const TempFolder folder;
    std::ofstream(folder / "file") << "x";
    expectError(ErrorKind::InvalidInput, {(folder / "file").string(), "is a file"},
                [&] { RunFolder::create(folder / "file/run", ""); });
    // /proc takes no folders, not even from root: as good as a read-only disk.
    try {
        RunFolder::create("/proc/unlit-run", "");
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("/proc/unlit-run"));
    }
}

// Root may write everywhere: who tries is somebody else.
TEST(RunFolder, one_that_may_only_be_read_is_named_and_stays_as_it_is) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "a: 1\n");
    for (fs::path above = folder.path(); above != fs::temp_directory_path() && above != "/";
         above = above.parent_path())
        fs::permissions(above,
                        fs::perms::group_read | fs::perms::others_read | fs::perms::group_exec |
                            fs::perms::others_exec,
                        fs::perm_options::add);
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
        fs::permissions(entry, fs::perms::all & ~(fs::perms::owner_write | fs::perms::group_write |
                                                  fs::perms::others_write));
    fs::permissions(folder.path(), fs::perms::owner_write, fs::perm_options::remove);
    const auto problemOf = [](const std::function<void()>& attempt) {
        try {
            attempt();
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        constexpr uid_t kNobody = 65534;
        if (geteuid() == 0 && setuid(kNobody) != 0)
            _exit(3);
        const std::string locked = problemOf([&] { const RunLock lock(run); });
        const std::string made = problemOf([&] { RunFolder::create(folder / "second", ""); });
        const bool isNamed =
            locked.find("/run") != std::string::npos && made.find("/second") != std::string::npos;
        _exit(isNamed ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    fs::permissions(folder.path(), fs::perms::owner_write, fs::perm_options::add);
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
        fs::permissions(entry, fs::perms::owner_write, fs::perm_options::add);
    EXPECT_THAT(namesIn(folder.path()), testing::ElementsAre("run"));
}

TEST(RunFolder, opens_by_its_path_or_that_of_a_checkpoint) {
    const TempFolder folder;
    const RunFolder made = RunFolder::create(folder / "run", "");
    fs::create_directory(made.latest());
    EXPECT_EQ(RunFolder::open(folder / "run/").path(), folder / "run");
    EXPECT_EQ(RunFolder::open(folder / "run").askedCheckpoint(), "");
    for (const char* path : {"run/checkpoint/latest", "run/checkpoint/latest/"}) {
        const RunFolder run = RunFolder::open(folder / path);
        EXPECT_EQ(run.path(), folder / "run");
        EXPECT_EQ(run.askedCheckpoint(), "latest");
    }
    expectError(ErrorKind::NotFound, {"there is no checkpoint", "iter_000007"},
                [&] { RunFolder::open(folder / "run/checkpoint/iter_000007"); });
    expectError(ErrorKind::NotFound, {"there is no run", "none"},
                [&] { RunFolder::open(folder / "none"); });
    expectError(ErrorKind::InvalidInput, {"is no run: it has no config.yaml"},
                [&] { RunFolder::open(folder.path()); });
}

TEST(RunFolder, names_its_files_as_the_reference_does) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "");
    EXPECT_EQ(RunFolder::iterationName(42), "iter_000042");
    EXPECT_EQ(RunFolder::iterationName(12345678), "iter_12345678");
    EXPECT_EQ(RunFolder::backupName(42, "val_psnr_21.3"), "iter_000042_val_psnr_21.3");
    EXPECT_EQ(RunFolder::stepOfBackup("iter_000042"), 42);
    EXPECT_EQ(RunFolder::stepOfBackup("iter_000042_val_psnr_21.3"), 42);
    for (const char* other : {"latest", "iter_", "iter_000042.old", "iter_x", "iter_-1"})
        EXPECT_EQ(RunFolder::stepOfBackup(other), std::nullopt) << other;
    EXPECT_EQ(run.backup(50), folder / "run/checkpoint/iter_000050");
    EXPECT_EQ(run.evaluationFile("set", 50), folder / "run/evaluation/eval-set-iter000050.txt");
    EXPECT_EQ(run.visualization("set", 50), folder / "run/visualization/iter_000050/set");
}

TEST(RunFolder, gets_its_name_from_the_config_file_and_a_date_on_request) {
    const auto now = std::chrono::system_clock::now();
    config::RunConfig run;
    EXPECT_EQ(RunFolder::plannedPath(run, "configs/albedo.yaml", now), "./output/albedo");
    run.name = "mine";
    run.outputDir = "/tmp/x";
    EXPECT_EQ(RunFolder::plannedPath(run, "configs/albedo.yaml", now), "/tmp/x/mine");
    run.addDatetimePrefix = true;
    EXPECT_TRUE(std::regex_match(RunFolder::plannedPath(run, "a.yaml", now).filename().string(),
                                 std::regex(R"(\d\d_\d\d_\d\d-\d\d_\d\d_\d\d-mine)")));
    run.name = "../mine";
    expectError(ErrorKind::InvalidInput, {"cannot be the name of a run"},
                [&] { RunFolder::plannedPath(run, "a.yaml", now); });
}

TEST(RunLock, keeps_others_out_as_long_as_it_lives) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "");
    EXPECT_FALSE(RunLock::isTaken(run));
    {
        const RunLock lock(run);
        EXPECT_TRUE(RunLock::isTaken(run));
        expectError(ErrorKind::InvalidInput, {(folder / "run").string(), "another process"},
                    [&] { const RunLock second(run); });
    }
    EXPECT_FALSE(RunLock::isTaken(run));
    const RunLock again(run);
}

TEST(RunLock, ends_with_its_process_however_that_dies) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "");
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const RunLock lock(run);
        [[maybe_unused]] const auto told = ::write(ready[1], "x", 1);
        ::pause();
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    EXPECT_TRUE(RunLock::isTaken(run));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_FALSE(RunLock::isTaken(run));
    ::close(ready[0]);
    ::close(ready[1]);
}
