// Checkpoints on machines that are too small for them: the training goes on or waits, what is on
// disk stays whole, and all of it is said.
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/folder_names.h"
#include "tests/support/full_disk.h"
#include "tests/support/small_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

using namespace unlit;
using test::FullDisk;
using test::namesIn;
using test::SmallRun;
using test::traceOf;
using testing::HasSubstr;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

/// The disk is full from the beginning of a step on.
struct FullFrom : train::Hook {
    std::int64_t step = 0;
    std::unique_ptr<FullDisk>* disk = nullptr;

    void onMicroBegin(train::StepContext& context) override {
        constexpr rlim_t kLargestFile = 20'000; // more than the figures, less than the weights
        if (context.position.microStep == 0 && context.position.step == step)
            *disk = std::make_unique<FullDisk>(kLargestFile);
    }
};

class CheckpointFaults : public testing::Test {
protected:
    /// Of checkpoints: that the set is validated on is told, too.
    std::vector<std::string> warnings() const {
        std::vector<std::string> texts;
        for (const LogLine& line : small.all<LogLine>())
            if (line.level == LogLine::Level::Warning &&
                line.text.find("checkpoint") != std::string::npos)
                texts.push_back(line.text);
        return texts;
    }

    /// `act` when the run begins to wait for room.
    void whenItWaits(const std::function<void()>& act) {
        small.onEvent = [act](const auto& event) {
            const auto* pause = std::get_if<TrainingPaused>(&event);
            if (pause != nullptr && pause->isPaused && pause->by == AskedBy::FullDisk)
                act();
        };
    }

    /// How often it has waited, and gone on.
    std::pair<int, int> waits() const {
        std::pair<int, int> count{0, 0};
        for (const TrainingPaused& pause : small.all<TrainingPaused>())
            ++(pause.isPaused ? count.first : count.second);
        return count;
    }

    void expectSame(const std::string& name) const {
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole"))) << name;
    }

    std::vector<std::string> saved() const {
        std::vector<std::string> names;
        for (const CheckpointSaved& checkpoint : small.all<CheckpointSaved>())
            names.push_back(checkpoint.folder.filename().string() + " " +
                            std::to_string(checkpoint.step));
        return names;
    }

    fs::path checkpoints(const std::string& name) const {
        return small.folder(name) / "checkpoint";
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(CheckpointFaults, without_memory_for_a_copy_the_step_writes_and_the_pause_is_said) {
    ASSERT_EQ(small.start("copied"), RunEnd::Complete);
    EXPECT_THAT(warnings(), testing::IsEmpty());
    small.events.clear();
    small.room.inMemory = [] { return 1000; };
    ASSERT_EQ(small.start("streamed"), RunEnd::Complete);
    EXPECT_EQ(traceOf(small.folder("streamed")), traceOf(small.folder("copied")));
    const auto saved = small.all<CheckpointSaved>();
    ASSERT_FALSE(saved.empty());
    for (const CheckpointSaved& checkpoint : saved)
        EXPECT_EQ(checkpoint.pauseSeconds, checkpoint.seconds)
            << "the training waited all the time";
    EXPECT_EQ(warnings().size(), saved.size());
    EXPECT_THAT(warnings(),
                testing::Each(testing::AllOf(HasSubstr("memory does not suffice for a copy"),
                                             HasSubstr("training waited"))));
}

TEST_F(CheckpointFaults, memory_that_is_not_known_is_taken_to_suffice) {
    small.room.inMemory = [] { return std::nullopt; };
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_THAT(warnings(), testing::IsEmpty());
}

TEST_F(CheckpointFaults, a_run_that_is_stopped_while_it_waits_for_room_says_what_is_lost) {
    small.room.onDisk = [](const fs::path&) { return 1000; };
    whenItWaits([stop = small.stop]() mutable { stop.request_stop(); });
    test::expectError(ErrorKind::Io, {"a checkpoint needs", "has 1000 B left", "checkpoint/latest"},
                      [&] { small.start("run"); });
    EXPECT_THAT(namesIn(checkpoints("run")), testing::IsEmpty()) << "nothing was begun";
    EXPECT_THAT(warnings(), testing::Contains(testing::AllOf(
                                HasSubstr("the run waits, with the checkpoint of step 3"),
                                HasSubstr("a checkpoint needs"), HasSubstr("run continue"))));
    EXPECT_EQ(small.all<ScalarsReady>().back().step, 3) << "nothing was learnt that can be lost";
    const auto pauses = small.all<TrainingPaused>();
    ASSERT_FALSE(pauses.empty());
    EXPECT_THAT(pauses.front().waitsFor, HasSubstr("has 1000 B left"));
}

TEST_F(CheckpointFaults, room_that_is_made_is_used_and_nothing_is_lost) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const auto savedOfWhole = saved();
    small.events.clear();
    std::atomic<bool> hasRoom = false;
    small.room.onDisk = [&hasRoom](const fs::path&) { return hasRoom ? 1'000'000'000 : 0; };
    whenItWaits([&hasRoom] { hasRoom = true; });
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(waits(), std::pair(1, 1));
    EXPECT_EQ(warnings().size(), 1U);
    EXPECT_EQ(saved(), savedOfWhole);
    expectSame("run");
}

TEST_F(CheckpointFaults, the_end_of_a_run_waits_for_room_too) {
    small.config.trainer.savePeriod = 0;
    small.config.trainer.backupPeriod = 0;
    small.config.trainer.validationPeriod = 0;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.events.clear();
    std::atomic<bool> hasRoom = false;
    small.room.onDisk = [&hasRoom](const fs::path&) { return hasRoom ? 1'000'000'000 : 0; };
    whenItWaits([&hasRoom] { hasRoom = true; });
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(waits(), std::pair(1, 1));
    EXPECT_THAT(saved(), testing::ElementsAre("latest 12", "iter_000012 12"));
    expectSame("run");
}

TEST_F(CheckpointFaults, a_run_that_waits_tries_again_when_it_is_let_go_on) {
    small.config.maxIter = 3;
    small.config.trainer.validationPeriod = 0;
    small.roomPatience = std::chrono::hours(1);
    std::atomic<bool> hasRoom = false;
    small.room.onDisk = [&hasRoom](const fs::path&) { return hasRoom ? 1'000'000'000 : 0; };
    whenItWaits([&hasRoom, control = small.control] {
        hasRoom = true;
        control->resume();
    });
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(waits(), std::pair(1, 1));
}

TEST_F(CheckpointFaults, a_disk_that_fills_up_while_one_is_written_loses_nothing) {
    small.config.trainer.savePeriod = 1;
    small.config.trainer.backupPeriod = 0;
    small.config.trainer.validationPeriod = 0;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const auto savedOfWhole = saved();
    for (const bool background : {true, false}) {
        const std::string name = background ? "behind" : "inside";
        small.events.clear();
        small.room.inMemory = [background]() -> std::optional<std::uint64_t> {
            return background ? std::optional<std::uint64_t>() : 1000;
        };
        std::unique_ptr<FullDisk> disk;
        small.addHooks = [&disk](auto& hooks) {
            auto full = std::make_unique<FullFrom>();
            full->step = 5; // `latest` of step 4 or 5 is on disk by then
            full->disk = &disk;
            hooks.push_back(std::move(full));
        };
        whenItWaits([&, name] {
            const auto old = train::readCheckpoint(checkpoints(name) / "latest");
            train::verifyChecksums(checkpoints(name) / "latest");
            EXPECT_LE(old.position.step, 5);
            EXPECT_GE(old.position.step, 4);
            disk.reset();
        });
        ASSERT_EQ(small.start(name), RunEnd::Complete);
        EXPECT_EQ(waits(), std::pair(1, 1));
        EXPECT_EQ(saved(), savedOfWhole);
        expectSame(name);
        EXPECT_THAT(namesIn(checkpoints(name)), testing::Each(testing::Not(HasSubstr(".part"))));
    }
}

TEST_F(CheckpointFaults, a_run_whose_folder_is_gone_waits_until_it_is_back) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const auto savedOfWhole = saved();
    small.events.clear();

    struct TakeAway : train::Hook {
        fs::path run;

        void onMicroBegin(train::StepContext& context) override {
            if (context.position.step == 2 && context.position.microStep == 0 && fs::exists(run)) {
                fs::rename(run, run.string() + ".away");
                fs::create_directories(run); // what is under a mount
            }
        }
    };

    small.addHooks = [this](auto& hooks) {
        auto takeAway = std::make_unique<TakeAway>();
        takeAway->run = small.folder("run");
        hooks.push_back(std::move(takeAway));
    };
    whenItWaits([this] {
        const fs::path run = small.folder("run");
        EXPECT_FALSE(fs::exists(run / "checkpoint")) << "nothing was written elsewhere";
        fs::remove_all(run);
        fs::rename(run.string() + ".away", run);
    });
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(waits(), std::pair(1, 1));
    EXPECT_THAT(warnings(), testing::Contains(testing::AllOf(HasSubstr("is gone"),
                                                             HasSubstr("mount its disk again"))));
    EXPECT_EQ(saved(), savedOfWhole);
    expectSame("run");
}

TEST_F(CheckpointFaults, a_backup_leaves_the_room_that_the_next_latest_needs) {
    small.config.maxIter = 3;
    small.config.trainer.savePeriod = 2;
    small.config.trainer.backupPeriod = 1;
    small.config.trainer.validationPeriod = 0;
    small.config.checkpoint.background = false;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    std::uint64_t backup = 0, latest = 0; // beside the frozen parts, which are there by then
    for (const CheckpointSaved& checkpoint : small.all<CheckpointSaved>())
        if (checkpoint.step == 2)
            (checkpoint.folder.filename() == "latest" ? latest : backup) = checkpoint.bytes;
    small.config.trainer.savePeriod = 0;
    for (const bool suffices : {true, false}) {
        small.events.clear();
        std::atomic<std::uint64_t> room = backup + latest - (suffices ? 0 : 1);
        small.room.onDisk = [&room](const fs::path& target) -> std::uint64_t {
            return target.filename() == "iter_000002" ? room.load() : 1'000'000'000;
        };
        whenItWaits([&room] { room = 1'000'000'000; });
        ASSERT_EQ(small.start(suffices ? "enough" : "scarce"), RunEnd::Complete);
        EXPECT_EQ(waits(), suffices ? std::pair(0, 0) : std::pair(1, 1));
    }
}

TEST_F(CheckpointFaults, a_disk_that_is_really_full_pauses_the_run) {
    constexpr std::uint64_t kBytes = 8 << 20;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const test::SmallDisk disk(folder / "disk", kBytes);
    if (!disk.problem().empty())
        GTEST_SKIP() << "a small disk cannot be mounted here: " << disk.problem();
    small.events.clear();
    small.room.onDisk = [](const fs::path&) { return std::nullopt; }; // nobody looks before
    const fs::path ballast = folder / "disk/ballast";
    {
        std::ofstream file(ballast, std::ios::binary); // until it is full
        const std::string piece(4096, 'x');
        while (file.write(piece.data(), static_cast<std::streamsize>(piece.size())).flush()) {
        }
    }
    fs::resize_file(ballast, fs::file_size(ballast) - 100'000); // what a run begins with
    whenItWaits([&] {
        if (fs::exists(ballast))
            fs::remove(ballast);
    });
    ASSERT_EQ(small.start("disk/run"), RunEnd::Complete);
    EXPECT_EQ(waits(), std::pair(1, 1));
    EXPECT_THAT(small.all<TrainingPaused>().front().waitsFor, HasSubstr("No space left on device"));
    expectSame("disk/run");
}
