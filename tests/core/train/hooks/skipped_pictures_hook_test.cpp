#include "core/train/hooks/skipped_pictures_hook.h"

#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;
using testing::ElementsAre;

namespace {

/// What is logged by a run of one step that leaves these out.
std::vector<std::string> logOf(const std::vector<std::string>& names, std::size_t most = 20) {
    test::FakeTask task({{MicroStepKind::Done, 1}});
    for (const std::string& name : names)
        task.skipped.push_back({name, "it is cut off"});
    test::FakeRun run;
    run.limits.maxIter = 1;
    run.hooks.push_back(std::make_unique<SkippedPicturesHook>(most));
    run.run(task);
    std::vector<std::string> texts;
    for (const LogLine& line : run.all<LogLine>())
        if (line.level == LogLine::Level::Warning)
            texts.push_back(line.text);
    return texts;
}

} // namespace

TEST(SkippedPicturesHook, names_each_picture_once_and_counts_them_at_the_end) {
    EXPECT_THAT(logOf({"a.png", "b.png", "a.png"}),
                ElementsAre("left out a.png: it is cut off", "left out b.png: it is cut off",
                            "2 pictures could not be read and were left out, 3 times in all"));
}

TEST(SkippedPicturesHook, a_set_full_of_broken_pictures_does_not_flood_the_log) {
    EXPECT_THAT(logOf({"a.png", "b.png", "c.png", "d.png"}, 2),
                ElementsAre("left out a.png: it is cut off", "left out b.png: it is cut off",
                            "further pictures that are left out are counted at the end of the run",
                            "4 pictures could not be read and were left out, 4 times in all"));
}

TEST(SkippedPicturesHook, says_nothing_where_nothing_is_left_out) {
    EXPECT_TRUE(logOf({}).empty());
}
