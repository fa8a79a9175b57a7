// Several processes whose first one has no room for a checkpoint: all wait, all go on, all end.
#include "core/base/error.h"
#include "tests/core/train/distributed/shared_run_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

using namespace unlit;
using test::SharedRun;
using test::SmallRun;
using testing::HasSubstr;
using train::Peers;
using train::RunEnd;

namespace {

class SharedRoom : public SharedRun {
protected:
    /// What comes of a run of two whose disk has no room from the beginning; `whenItWaits` is
    /// called with the stop of each process. The end, or what was thrown.
    std::vector<std::string>
    endsOf(const std::string& name,
           const std::function<void(std::vector<std::stop_source>&)>& whenItWaits) {
        std::vector<std::stop_source> stops(2);
        return test::inProcesses(folder.path(), 2, [&](std::shared_ptr<Peers> peers) {
            SmallRun run(folder.path() / std::to_string(peers->rank()));
            run.config = whole.config;
            run.peers = peers;
            run.room.onDisk = [this](const std::filesystem::path&) {
                return hasRoom ? 1'000'000'000 : 1000;
            };
            run.stop = stops.at(static_cast<std::size_t>(peers->rank()));
            run.onEvent = [&](const auto& event) {
                const auto* pause = std::get_if<TrainingPaused>(&event);
                if (pause != nullptr && pause->isPaused && pause->by == AskedBy::FullDisk)
                    whenItWaits(stops);
            };
            (void)peers->exchange("");
            try {
                return std::string(toString(run.start(name)));
            } catch (const Error& error) {
                return std::string(error.what());
            }
        });
    }

    void saveAtItsEndAlone() {
        whole.config.trainer.savePeriod = 0;
        whole.config.trainer.backupPeriod = 0;
    }

    std::atomic<bool> hasRoom = false;
};

} // namespace

TEST_F(SharedRoom, all_wait_for_it_and_go_on_as_if_nothing_had_been) {
    ASSERT_EQ(train("whole", 2), std::vector<RunEnd>(2, RunEnd::Complete));
    int waits = 0;
    const auto ends = endsOf("run", [&](auto&) {
        ++waits;
        hasRoom = true;
    });
    EXPECT_EQ(ends, std::vector<std::string>(2, "complete"));
    EXPECT_EQ(waits, 1);
    EXPECT_EQ(test::traceOf(run("run")), test::traceOf(run("whole")));
}

TEST_F(SharedRoom, nobody_leaves_before_the_last_checkpoint_is_on_disk) {
    saveAtItsEndAlone();
    for (const bool isDivided : {false, true}) {
        whole.config.memory.shardOptimizer = isDivided;
        hasRoom = false;
        const auto ends = endsOf(isDivided ? "divided" : "plain",
                                 [&](auto& stops) { stops.front().request_stop(); });
        EXPECT_THAT(ends.front(), testing::AllOf(HasSubstr("process 0 of 2: a checkpoint needs"),
                                                 HasSubstr("has 1000 B left")));
        EXPECT_EQ(ends.back(), train::kLeftToFirst) << "it has not ended as if all were well";
    }
}

TEST_F(SharedRoom, another_one_that_is_told_to_end_ends_the_wait) {
    const auto ends = endsOf("run", [&](auto& stops) { stops.back().request_stop(); });
    EXPECT_THAT(ends.front(), HasSubstr("process 0 of 2: a checkpoint needs"));
    EXPECT_EQ(ends.back(), train::kLeftToFirst);
}
