#include "core/session/train/run_log.h"

#include "core/base/error.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

using namespace unlit;
using test::FullDisk;
using test::TempFolder;
using testing::ContainsRegex;
using testing::ElementsAre;

namespace {

std::vector<std::string> linesOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

constexpr const char* kTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z ";

auto line(const std::string& rest) {
    return ContainsRegex(kTime + rest + "$");
}

} // namespace

TEST(RunLog, tells_what_happened_with_time_and_level_as_soon_as_it_did) {
    const TempFolder folder;
    const auto run = train::RunFolder::create(folder / "run", "");
    RunLog log(run.path());
    log.add(RunOpened{run.path(), 0, 12});
    log.add(LogLine{LogLine::Level::Warning, "100 % of {} was lost"});
    log.add(ScalarsReady{.step = 3, .epoch = 1, .scalars = {{"train/loss", 0.5}}});
    log.add(Finished{Outcome::Failed, Failure{ErrorKind::Io, "it broke", "mend it", {}}});
    EXPECT_THAT(linesOf(run.log()),
                ElementsAre(line("info begins"), line("warning 100 % of \\{\\} was lost"),
                            line("info step 3 epoch 1 train/loss=0.5"),
                            ContainsRegex("error it broke")));
}

TEST(RunLog, goes_on_behind_what_is_there) {
    const TempFolder folder;
    const auto run = train::RunFolder::create(folder / "run", "");
    RunLog(run.path()).add(RunOpened{run.path(), 0, 12});
    RunLog(run.path()).add(RunOpened{run.path(), 5, 12});
    EXPECT_THAT(linesOf(run.log()),
                ElementsAre(line("info begins"), line("info goes on after step 5")));
}

TEST(RunLog, a_full_disk_costs_lines_and_not_the_run) {
    const TempFolder folder;
    const auto run = train::RunFolder::create(folder / "run", "");
    RunLog log(run.path());
    log.add(LogLine{LogLine::Level::Info, "before"});
    {
        const FullDisk full(std::filesystem::file_size(run.log()));
        log.add(LogLine{LogLine::Level::Info, "lost"});
    }
    log.add(LogLine{LogLine::Level::Info, "after"});
    const auto lines = linesOf(run.log());
    EXPECT_THAT(lines.front(), line("info before"));
    EXPECT_THAT(lines.back(), line("info after"));
}

TEST(RunLog, one_that_cannot_be_opened_is_named) {
    const TempFolder folder;
    const auto run = train::RunFolder::create(folder / "run", "");
    std::filesystem::create_directory(run.log()); // where the file should be
    try {
        const RunLog log(run.path());
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("logging.log"));
    }
}
