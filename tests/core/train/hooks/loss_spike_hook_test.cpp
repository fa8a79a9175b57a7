#include "core/train/hooks/loss_spike_hook.h"

#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::train;
using config::SpikePolicy;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// One step whose loss is `loss`, after steps of 1, 3 and 2, whose median is 2.
class LossSpikes : public testing::Test {
protected:
    RunEnd step(double loss, const config::LossSpikeConfig& spike) {
        m_task.emplace(std::deque<test::FakeTask::Batch>{{.slope = loss}});
        m_task->weight.data().fill_(1);
        m_run.limits.maxIter = 1;
        m_run.position.recentLosses = {1, 3, 2};
        m_run.add().atBackwardEnd = [](StepContext& c) { c.task.optimizer().setLearningRate(1); };
        m_run.hooks.push_back(std::make_unique<LossSpikeHook>(spike));
        return m_run.run(*m_task);
    }

    bool hasMoved() const { return m_task->weight.item<float>() != 1; }

    std::optional<test::FakeTask> m_task;
    test::FakeRun m_run;
};

config::LossSpikeConfig above(double factor, SpikePolicy policy) {
    return {.factor = factor, .window = 3, .policy = policy};
}

} // namespace

TEST_F(LossSpikes, a_loss_up_to_the_factor_is_none) {
    EXPECT_EQ(step(8, above(4, SpikePolicy::Stop)), RunEnd::Complete);
    EXPECT_THAT(m_run.position.recentLosses, ElementsAre(3, 2, 8));
}

TEST_F(LossSpikes, nothing_is_one_before_the_window_is_full) {
    config::LossSpikeConfig spike = above(4, SpikePolicy::Stop);
    spike.window = 4;
    EXPECT_EQ(step(100, spike), RunEnd::Complete);
}

TEST_F(LossSpikes, one_is_told_and_the_step_is_taken) {
    EXPECT_EQ(step(8.5, above(4, SpikePolicy::Warn)), RunEnd::Complete);
    EXPECT_TRUE(hasMoved());
    ASSERT_EQ(m_run.all<LogLine>().size(), 1U);
    EXPECT_THAT(m_run.all<LogLine>().front().text,
                HasSubstr("the loss of step 1 is 8.5, 4.25 times the median of the 3 steps before; "
                          "pictures: p0; the step is taken"));
}

TEST_F(LossSpikes, a_step_is_left_out) {
    EXPECT_EQ(step(8.5, above(4, SpikePolicy::Skip)), RunEnd::Complete);
    EXPECT_FALSE(hasMoved());
}

TEST_F(LossSpikes, the_run_ends_with_the_weights_of_the_step_before) {
    for (const auto& [policy, goesBack] :
         {std::pair(SpikePolicy::Stop, false), std::pair(SpikePolicy::RollBack, true)}) {
        try {
            step(8.5, above(4, policy));
            FAIL();
        } catch (const LossSpike& spike) {
            EXPECT_EQ(spike.goesBack, goesBack);
        }
        EXPECT_FALSE(hasMoved());
        m_run = {};
    }
}

TEST_F(LossSpikes, so_many_in_a_row_are_one) {
    config::LossSpikeConfig spike = above(4, SpikePolicy::Stop);
    spike.patience = 2;
    EXPECT_EQ(step(100, spike), RunEnd::Complete);
}
