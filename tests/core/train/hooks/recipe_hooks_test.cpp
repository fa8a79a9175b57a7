#include "core/train/extension/recipe_hooks.h"

#include "core/base/error.h"
#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using extension::Moment;
using extension::Point;
using testing::ElementsAre;
using testing::HasSubstr;
using train::RunEnd;

namespace {

class Does : public extension::Hook {
public:
    explicit Does(std::function<void(Moment&)> what) : m_what(std::move(what)) {}

    std::vector<Point> points() const override { return {}; }

    void at(Moment& moment) override { m_what(moment); }

private:
    std::function<void(Moment&)> m_what;
};

std::vector<Point> allPoints() {
    std::vector<Point> all;
    for (std::size_t i = 0; i < extension::kPointNames.size(); ++i)
        all.push_back(static_cast<Point>(i));
    return all;
}

train::MadeHook made(const std::string& name, std::vector<Point> points,
                     std::function<void(Moment&)> what) {
    config::HookConfig config;
    config.name = name;
    return {config, std::move(points), std::make_unique<Does>(std::move(what))};
}

/// A run of four steps of one micro-batch, an epoch of two.
struct HookedRun {
    test::FakeRun run;
    test::FakeTask task{{{}, {}, {.kind = train::MicroStepKind::EpochEnd}, {}, {}, {}}};
    std::vector<train::MadeHook> hooks;

    RunEnd go() {
        run.hooks.push_back(std::make_unique<train::RecipeHooks>(
            std::move(hooks),
            train::RecipeHooksPlace{.run = "/runs/one", .maxIter = 4, .baseRate = 0.5}));
        return run.run(task);
    }

    std::vector<std::string> warnings() const {
        std::vector<std::string> texts;
        for (const LogLine& line : run.all<LogLine>())
            if (line.level == LogLine::Level::Warning)
                texts.push_back(line.text);
        return texts;
    }
};

} // namespace

TEST(RecipeHooks, points_come_in_their_order) {
    HookedRun hooked;
    std::string seen;
    hooked.hooks.push_back(made("spy", allPoints(), [&](Moment& moment) {
        seen += std::string(nameOf(moment.point())) + std::to_string(moment.step()) + " ";
    }));
    hooked.run.limits.maxIter = 3;
    EXPECT_EQ(hooked.go(), RunEnd::Complete);
    const std::string step = "before_step0 after_backward0 before_optimizer0 "
                             "after_optimizer1 after_step1 ";
    EXPECT_EQ(seen, "before_train0 before_epoch0 " + step +
                        "before_step1 after_backward1 before_optimizer1 after_optimizer2 "
                        "after_step2 before_step2 after_epoch2 before_epoch2 after_backward2 "
                        "before_optimizer2 after_optimizer3 after_step3 after_train3 ")
        << "of before_backward the real tasks tell";
}

TEST(RecipeHooks, every_thins_out_steps_alone) {
    HookedRun hooked;
    std::vector<std::int64_t> steps;
    int begins = 0;
    hooked.hooks.push_back(
        made("spy", {Point::AfterStep, Point::BeforeStep, Point::BeforeTrain}, [&](Moment& moment) {
            if (moment.point() == Point::BeforeTrain)
                ++begins;
            else
                steps.push_back(moment.step());
        }));
    hooked.hooks.front().config.every = 2;
    hooked.go();
    EXPECT_THAT(steps, ElementsAre(1, 2, 3, 4)) << "before and after the second and fourth step";
    EXPECT_EQ(begins, 1);
}

TEST(RecipeHooks, figures_come_under_the_hooks_name_and_weights_can_be_read) {
    HookedRun hooked;
    std::vector<double> weights;
    std::vector<float> gradients;
    hooked.hooks.push_back(made("own", {Point::BeforeOptimizer}, [&](Moment& moment) {
        moment.forEachWeight([&](const extension::Weight& weight) {
            EXPECT_EQ(weight.name, "w");
            weights.push_back(weight.values[0]);
            gradients.push_back(weight.gradient[0]);
        });
        moment.figure("steps", static_cast<double>(moment.step()));
        EXPECT_EQ(moment.runFolder(), "/runs/one");
        EXPECT_EQ(moment.maxStep(), 4);
    }));
    std::vector<double> told;
    std::vector<train::Scalar> seen;
    auto look = std::make_unique<test::TestHook>();
    look->atStepEnd = [&](train::StepContext& context) {
        seen.insert(seen.end(), context.scalars.begin(), context.scalars.end());
    };
    hooked.run.hooks.push_back(std::make_unique<train::RecipeHooks>(
        std::move(hooked.hooks), train::RecipeHooksPlace{.run = "/runs/one", .maxIter = 4}));
    hooked.run.hooks.push_back(std::move(look));
    hooked.run.run(hooked.task);
    EXPECT_THAT(gradients, ElementsAre(1.F, 1.F, 1.F, 1.F));
    EXPECT_EQ(weights.size(), 4U);
    ASSERT_EQ(seen.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(seen[i].tag, "own/steps");
        EXPECT_EQ(seen[i].value, static_cast<double>(i));
    }
}

TEST(RecipeHooks, one_that_throws_is_told_and_left_out_after_three_times) {
    HookedRun hooked;
    int bad = 0;
    int good = 0;
    hooked.hooks.push_back(made("bad", {Point::AfterStep}, [&](Moment&) {
        ++bad;
        throw std::runtime_error("no \x1b[31mnetwork");
    }));
    hooked.hooks.push_back(made("good", {Point::AfterStep}, [&](Moment&) { ++good; }));
    EXPECT_EQ(hooked.go(), RunEnd::Complete);
    EXPECT_EQ(bad, 3);
    EXPECT_EQ(good, 4);
    const auto warnings = hooked.warnings();
    ASSERT_EQ(warnings.size(), 4U);
    EXPECT_THAT(warnings.front(),
                HasSubstr("the hook bad failed at after_step (step 1): no ?[31mnetwork"));
    EXPECT_THAT(warnings.back(), HasSubstr("not called any more"));
}

TEST(RecipeHooks, one_failure_is_forgiven_by_a_success) {
    HookedRun hooked;
    int calls = 0;
    hooked.hooks.push_back(made("odd", {Point::BeforeStep, Point::AfterStep}, [&](Moment&) {
        if (++calls % 2 == 1)
            throw std::runtime_error("odd");
    }));
    hooked.go();
    EXPECT_EQ(calls, 8);
}

TEST(RecipeHooks, stop_ends_the_run_as_failed_at_a_whole_step) {
    HookedRun hooked;
    hooked.hooks.push_back(made("strict", {Point::AfterStep}, [&](Moment& moment) {
        if (moment.step() == 2)
            throw std::runtime_error("enough");
    }));
    hooked.hooks.front().config.onFailure = config::HookFailure::Stop;
    try {
        hooked.go();
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("the hook strict failed at after_step (step 2): enough"));
        EXPECT_THAT(error.hint(), HasSubstr("resumed"));
    }
    EXPECT_EQ(hooked.run.position.step, 2);
}

TEST(RecipeHooks, they_end_a_run_set_rates_and_keep_states) {
    HookedRun hooked;
    std::vector<std::string> states;
    hooked.hooks.push_back(made("wise", {Point::AfterStep}, [&](Moment& moment) {
        states.push_back(moment.state());
        moment.setState(moment.state() + "x");
        if (moment.step() == 1) {
            EXPECT_EQ(moment.learningRate(), 0.5);
            moment.setLearningRate(0.25);
            EXPECT_EQ(moment.learningRate(), 0.25);
        }
        if (moment.step() == 3)
            moment.end("good enough");
    }));
    EXPECT_EQ(hooked.go(), RunEnd::Complete);
    EXPECT_EQ(hooked.run.position.step, 3);
    EXPECT_THAT(states, ElementsAre("", "x", "xx"));
    EXPECT_EQ(hooked.run.position.hookStates.at("wise"), "xxx");
    EXPECT_EQ(hooked.run.position.learningRate, 0.25);
}

TEST(RecipeHooks, rates_and_names_that_cannot_be_are_failures) {
    HookedRun hooked;
    hooked.hooks.push_back(
        made("wild", {Point::AfterStep}, [](Moment& moment) { moment.setLearningRate(NAN); }));
    hooked.hooks.push_back(
        made("blank", {Point::AfterStep}, [](Moment& moment) { moment.figure("a\nb", 1); }));
    EXPECT_EQ(hooked.go(), RunEnd::Complete);
    EXPECT_FALSE(hooked.run.position.learningRate.has_value());
    EXPECT_THAT(hooked.warnings(), testing::Contains(HasSubstr("it asks for the learning rate")));
    EXPECT_THAT(hooked.warnings(), testing::Contains(HasSubstr("the name of a figure")));
}

TEST(RecipeHooks, after_train_comes_also_where_the_run_fails) {
    HookedRun hooked;
    std::string ending;
    hooked.hooks.push_back(
        made("last", {Point::AfterTrain}, [&](Moment& moment) { ending = moment.ending(); }));
    auto breaks = std::make_unique<test::TestHook>();
    breaks->atStepEnd = [](train::StepContext&) { throw std::runtime_error("broken"); };
    hooked.run.hooks.push_back(std::move(breaks));
    EXPECT_THROW(hooked.go(), std::runtime_error);
    EXPECT_EQ(ending, "failed");
}
