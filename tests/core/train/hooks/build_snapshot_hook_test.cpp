#include "core/train/hooks/build_snapshot_hook.h"

#include "core/weights/json_file.h"
#include "tests/core/train/small_run.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

bool isToldOf(const test::SmallRun& small, const std::string& version) {
    const auto lines = small.all<LogLine>();
    return std::ranges::any_of(lines, [&](const LogLine& line) {
        return line.text.find("version " + version) != std::string::npos;
    });
}

} // namespace

TEST(BuildSnapshotHook, says_when_another_build_goes_on) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.stopAt(1, 0);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    test::editJson(folder / "run/build_info.json",
                   [](nlohmann::json& info) { info["version"] = "0.0.1-of-old"; });
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    EXPECT_TRUE(isToldOf(small, "0.0.1-of-old"));
}

TEST(BuildSnapshotHook, is_silent_when_it_is_the_same) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.stopAt(1, 0);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    EXPECT_FALSE(isToldOf(small, ""));
}
