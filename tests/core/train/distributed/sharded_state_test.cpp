// Optimizer state and running mean divided among processes: the numbers of a training that has them
// whole.
#include "core/train/distributed/sharded_state.h"
#include "core/train/make_task.h"
#include "core/weights/files/safetensors.h"
#include "tests/core/train/distributed/shared_run_fixture.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace unlit;
using test::inProcesses;
using test::SmallRun;
using train::Peers;
using train::RunEnd;

namespace {

class ShardedRun : public test::SharedRun {
protected:
    ShardedRun() {
        whole.config.trainer.validationPeriod = 6;
        whole.config.validation.initSeed = 5;
        whole.config.trainer.savePeriod = 3;
        whole.config.ema = config::EmaConfig{};
    }

    static std::vector<RunEnd> complete(int count) {
        return std::vector<RunEnd>(static_cast<std::size_t>(count), RunEnd::Complete);
    }

    /// Sizes and hashes of the checkpoint's files and the figures; without the recipe, in which the
    /// trainings differ.
    nlohmann::json tracedWithoutRecipe(const std::string& name) const {
        nlohmann::json trace = test::traceOf(run(name));
        EXPECT_EQ(trace.at("latest").at("files").erase("trainer_state.json"), 1U);
        return trace;
    }

    void expectSameAs(const std::string& plain, const std::string& sharded) const {
        EXPECT_EQ(tracedWithoutRecipe(sharded), tracedWithoutRecipe(plain));
    }
};

train::NamedParameter parameter(std::int64_t numbers) {
    return {std::to_string(numbers), torch::zeros({numbers})};
}

} // namespace

TEST(ShardedState, gives_each_process_about_as_much) {
    const std::vector<train::NamedParameter> parameters = {
        parameter(5), parameter(90), parameter(40), parameter(30), parameter(25), parameter(10)};
    // 90 and 10 to the first, 40, 30, 25 and 5 to the second.
    EXPECT_EQ(train::ownersOf(parameters, 2), (std::vector<int>{1, 0, 1, 1, 1, 0}));
    EXPECT_EQ(train::ownersOf(parameters, 1), std::vector<int>(6, 0));
}

TEST_F(ShardedRun, has_the_bytes_of_one_whose_state_is_whole) {
    for (const auto kind : {config::OptimizerKind::Adam, config::OptimizerKind::AdamW,
                            config::OptimizerKind::Sgd, config::OptimizerKind::Muon}) {
        const std::string name = "kind_" + std::to_string(static_cast<int>(kind));
        whole.config.optimizer.name = kind;
        whole.config.memory.shardOptimizer = false;
        ASSERT_EQ(train(name, 3), complete(3));
        whole.config.memory.shardOptimizer = true;
        ASSERT_EQ(train(name + "_sharded", 3), complete(3));
        expectSameAs(name, name + "_sharded");
    }
}

TEST_F(ShardedRun, has_the_bytes_of_one_whose_state_is_whole_with_lora_and_checkpointing) {
    whole.config.memory.gradientCheckpointing = true;
    whole.config.lora = config::LoraConfig{};
    ASSERT_EQ(train("plain", 2), complete(2));
    whole.config.memory.shardOptimizer = true;
    ASSERT_EQ(train("sharded", 2), complete(2));
    expectSameAs("plain", "sharded");
}

TEST_F(ShardedRun, goes_on_with_another_number_of_processes_sharded_or_not) {
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const auto stopAfter = [](std::int64_t steps) {
        return [steps](SmallRun& run, int rank) {
            if (rank == 0)
                run.stopAt(steps, 0);
        };
    };
    whole.config.memory.shardOptimizer = true;
    EXPECT_EQ(train("parts", 3, false, stopAfter(4)), std::vector<RunEnd>(3, RunEnd::Stopped));
    EXPECT_EQ(train("parts", 2, true, stopAfter(7)), std::vector<RunEnd>(2, RunEnd::Stopped));
    whole.config.memory.shardOptimizer = false;
    EXPECT_EQ(train("parts", 4, true, stopAfter(10)), std::vector<RunEnd>(4, RunEnd::Stopped));
    whole.config.memory.shardOptimizer = true;
    EXPECT_EQ(train("parts", 2, true), complete(2));
    expectLikeWhole("parts");
}

TEST_F(ShardedRun, keeps_a_share_of_the_state_in_each_process) {
    constexpr int kCount = 4;
    const auto bytesOf = [](const weights::StateDict& tensors) {
        std::uint64_t bytes = 0;
        for (const auto& [name, tensor] : tensors)
            bytes += tensor.nbytes();
        return bytes;
    };

    struct Kept {
        std::uint64_t optimizer, means, weights;
    };

    whole.config.memory.shardOptimizer = true;
    const auto kept = inProcesses(folder.path(), kCount, [&](std::shared_ptr<Peers> peers) {
        train::RunPlan plan = train::planRun(whole.config);
        plan.peers = peers;
        const auto task = train::makeUNetTask(plan);
        std::uint64_t weights = 0;
        for (const train::NamedParameter& each : task->optimizer().parameters()) {
            weights += each.value.nbytes();
            torch::Tensor(each.value).mutable_grad() = torch::ones_like(each.value);
        }
        task->optimizer().setLearningRate(0.01);
        task->optimizer().step();
        return Kept{bytesOf(task->optimizer().state()), bytesOf(task->ema()->means()), weights};
    });
    std::uint64_t optimizer = 0, means = 0;
    for (const Kept& share : kept) {
        optimizer += share.optimizer;
        means += share.means;
        EXPECT_LE(share.means, kept[0].weights / kCount * 11 / 10) << "a quarter, about";
    }
    EXPECT_EQ(means, kept[0].weights) << "each has one owner";
    EXPECT_GE(optimizer, 2 * kept[0].weights);
    EXPECT_LE(optimizer, 2 * kept[0].weights + 8 * 1000) << "two moments, and a count of steps";
}

TEST_F(ShardedRun, saves_what_was_done_when_a_step_ends_it) {
    whole.config.memory.shardOptimizer = true;
    const auto failAfterStep = [](SmallRun& run, int rank) {
        struct Failing : train::Hook {
            void onStepEnd(train::StepContext& context) override {
                if (context.position.step == 5)
                    throw std::runtime_error("a hook of the first process fails");
            }
        };
        if (rank == 0)
            run.addHooks = [](auto& hooks) { hooks.push_back(std::make_unique<Failing>()); };
    };
    EXPECT_THROW(train("failed", 2, false, failAfterStep), std::exception);
    EXPECT_EQ(train::readCheckpoint(run("failed") / "checkpoint" / "latest").position.step, 5);
}
