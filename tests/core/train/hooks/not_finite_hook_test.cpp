#include "core/train/hooks/not_finite_hook.h"

#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// A run of two steps whose first one sees these.
struct NotFiniteRun {
    explicit NotFiniteRun(const std::vector<std::string>& names, std::size_t most = 20) {
        test::FakeTask task({{MicroStepKind::Done, 1}, {MicroStepKind::Done, 1}});
        for (const std::string& name : names)
            task.notFinite.push_back({name, "not finite: beauty in 1 of 256 pixels"});
        run.limits.maxIter = 2;
        run.hooks.push_back(std::make_unique<NotFiniteHook>(most));
        run.add().atStepEnd = [this](StepContext& context) {
            for (const Scalar& scalar : context.scalars)
                figures.emplace_back(context.position.step, scalar.value);
        };
        run.run(task);
        for (const LogLine& line : run.all<LogLine>())
            texts.push_back(line.text);
    }

    test::FakeRun run;
    std::vector<std::string> texts;
    std::vector<std::pair<std::int64_t, double>> figures;
};

} // namespace

TEST(NotFiniteHook, names_each_sample_once_and_counts_those_of_a_step) {
    const NotFiniteRun seen({"a.exr", "b.exr", "a.exr"});
    EXPECT_THAT(seen.texts,
                ElementsAre("a.exr: not finite: beauty in 1 of 256 pixels",
                            "b.exr: not finite: beauty in 1 of 256 pixels",
                            "2 samples of the training set have pixels that are not finite; find "
                            "them all with unlit dataset check"));
    EXPECT_THAT(seen.figures, ElementsAre(std::pair(1, 3.0)));
    const auto told = seen.run.all<BadSample>();
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].sample, "a.exr");
    EXPECT_EQ(told[0].what, "not finite: beauty in 1 of 256 pixels");
    EXPECT_FALSE(told[0].isLeftOut);
}

TEST(NotFiniteHook, a_set_full_of_them_does_not_flood_log_and_events) {
    const NotFiniteRun seen({"a", "b", "c", "d"}, 2);
    EXPECT_EQ(seen.texts.size(), 4U);
    EXPECT_EQ(seen.run.all<BadSample>().size(), 2U);
    EXPECT_THAT(seen.figures, ElementsAre(std::pair(1, 4.0)));
}

TEST(NotFiniteHook, says_nothing_of_a_set_that_is_finite) {
    const NotFiniteRun seen({});
    EXPECT_THAT(seen.texts, IsEmpty());
    EXPECT_THAT(seen.figures, IsEmpty());
}
