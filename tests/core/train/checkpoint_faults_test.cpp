// Checkpoints on machines that are too small for them: the training goes on, what is on disk stays
// whole, and all of it is said.
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/folder_names.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using test::FullDisk;
using test::namesIn;
using test::SmallRun;
using test::traceOf;
using testing::HasSubstr;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

/// The disk is full from the end of one step to the beginning of another.
struct FullForAWhile : train::Hook {
    std::int64_t from = 0, to = 0;
    std::function<void()> look; ///< while it is full, before it ends
    std::unique_ptr<FullDisk> disk;

    void onMicroBegin(train::StepContext& context) override {
        if (context.position.microStep != 0)
            return;
        constexpr rlim_t kLargestFile = 20'000; // more than the figures, less than the weights
        if (context.position.step == from)
            disk = std::make_unique<FullDisk>(kLargestFile);
        if (context.position.step == to && disk) {
            look();
            disk.reset();
        }
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

TEST_F(CheckpointFaults, a_disk_with_too_little_room_is_left_alone) {
    small.room.onDisk = [](const fs::path&) { return 1000; };
    test::expectError(ErrorKind::Io, {"a checkpoint needs", "has 1000 B left", "checkpoint/latest"},
                      [&] { small.start("run"); });
    EXPECT_THAT(namesIn(checkpoints("run")), testing::IsEmpty()) << "nothing was begun";
    EXPECT_THAT(warnings(), testing::Each(testing::AllOf(HasSubstr("was not written"),
                                                         HasSubstr("a checkpoint needs"))));
    EXPECT_EQ(small.all<ScalarsReady>().back().step, 12) << "the training went on to its end";
}

TEST_F(CheckpointFaults, room_that_is_made_is_used_at_once) {
    int asked = 0;
    small.room.onDisk = [&asked](const fs::path&) { return ++asked > 1 ? 1'000'000'000 : 0; };
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(warnings().size(), 1U);
    EXPECT_THAT(warnings(), testing::Contains(HasSubstr("checkpoint of step 3 was not written")));
    EXPECT_EQ(train::readCheckpoint(checkpoints("run") / "latest").position.step, 12);
}

TEST_F(CheckpointFaults, a_disk_that_fills_up_while_one_is_written_costs_that_one_alone) {
    small.config.trainer.savePeriod = 1;
    small.config.trainer.backupPeriod = 0;
    small.config.trainer.validationPeriod = 0;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const bool background : {true, false}) {
        const std::string name = background ? "behind" : "inside";
        small.events.clear();
        small.room.inMemory = [background]() -> std::optional<std::uint64_t> {
            return background ? std::optional<std::uint64_t>() : 1000;
        };
        int looked = 0;
        small.addHooks = [&, name](auto& hooks) {
            auto full = std::make_unique<FullForAWhile>();
            full->from = 5; // `latest` of step 4 or 5 is on disk by then
            full->to = 9;
            full->look = [&, name] {
                ++looked;
                const auto old = train::readCheckpoint(checkpoints(name) / "latest");
                train::verifyChecksums(checkpoints(name) / "latest");
                EXPECT_LE(old.position.step, 5);
                EXPECT_GE(old.position.step, 4);
            };
            hooks.push_back(std::move(full));
        };
        ASSERT_EQ(small.start(name), RunEnd::Complete);
        EXPECT_EQ(looked, 1);
        EXPECT_THAT(warnings(), testing::Contains(HasSubstr("checkpoint of step 7 was not written, "
                                                            "those before it stay")));
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole")));
        EXPECT_THAT(namesIn(checkpoints(name)), testing::Each(testing::Not(HasSubstr(".part"))));
    }
}
