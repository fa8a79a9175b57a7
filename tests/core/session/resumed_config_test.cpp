#include "core/session/train/resumed_config.h"

#include "core/config/config_diff.h"
#include "tests/core/config/config_text.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>

using namespace unlit;
using namespace unlit::test;
using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

class ResumedConfigTest : public testing::Test {
protected:
    /// What is said of it; each finding about a config has its remedy in its own line.
    std::string refusalOf(const std::string& setting) const {
        try {
            requireResumable({.run = m_run.path(), .overrides = {setting}}, AskedBy::Terminal);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
            return error.what();
        }
        return {};
    }

    void complete() const {
        fs::create_directories(m_run.latest());
        std::ofstream(m_run.path() / "events.jsonl")
            << R"({"version":1,"kind":"complete","time":"2026-03-02T10:00:00Z","step":40})" << '\n';
    }

    TempFolder m_folder;
    train::RunFolder m_run =
        train::RunFolder::create(m_folder.path() / "run", kLeastConfig + "max_iter: 40\n");
};

} // namespace

TEST_F(ResumedConfigTest, settings_that_may_change_are_taken) {
    const ResumedRun run{.run = m_run.path(),
                         .overrides = {"trainer.save_period=7", "max_iter=60"}};
    EXPECT_NO_THROW(requireResumable(run, AskedBy::Window));
    const config::TrainConfig before = configOfRun(m_run);
    const config::TrainConfig after = resumedConfig(m_run, before, run);
    EXPECT_EQ(after.trainer.savePeriod, 7);
    EXPECT_EQ(after.maxIter, 60);
    EXPECT_EQ(before.maxIter, 40);
}

TEST_F(ResumedConfigTest, others_are_refused_before_anything_begins) {
    EXPECT_THAT(refusalOf("trainer.save_perod=7"), HasSubstr("did you mean save_period?"));
    EXPECT_THAT(refusalOf("trainer.save_period=often"),
                AllOf(HasSubstr("trainer.save_period must be"), HasSubstr("not often")));
    EXPECT_THAT(refusalOf("optimizer.name=SGD"), HasSubstr("optimizer.name was Adam, is SGD"));
    EXPECT_THAT(refusalOf("lr"), HasSubstr("KEY=VALUE"));
}

TEST_F(ResumedConfigTest, a_complete_run_takes_further_steps_alone) {
    complete();
    const ResumedRun plain{.run = m_run.path()};
    expectError(ErrorKind::InvalidInput, {"complete", "40 steps"},
                [&] { requireResumable(plain, AskedBy::Terminal); });
    EXPECT_THAT(hintOf([&] { requireResumable(plain, AskedBy::Terminal); }), HasSubstr("--extend"));
    const std::string inWindow = hintOf([&] { requireResumable(plain, AskedBy::Window); });
    EXPECT_THAT(inWindow, HasSubstr("Extend…"));
    EXPECT_THAT(inWindow, testing::Not(HasSubstr("--")));
    EXPECT_NO_THROW(
        requireResumable({.run = m_run.path(), .overrides = {"max_iter=41"}}, AskedBy::Window));
    EXPECT_NO_THROW(requireResumable({.run = m_run.path(), .extendBy = 5}, AskedBy::Window));
    fs::remove_all(m_run.latest()); // it goes on from the one before
    EXPECT_NO_THROW(requireResumable(plain, AskedBy::Window));
}

TEST_F(ResumedConfigTest, those_that_may_change_are_offered_as_they_can_be_written) {
    std::vector<std::string> keys;
    std::vector<std::string> same;
    for (const ChangeableSetting& setting : changeableSettings(m_run.path())) {
        keys.push_back(setting.key);
        same.push_back(setting.key + "=" + setting.value);
        EXPECT_FALSE(setting.help.empty()) << setting.key;
    }
    EXPECT_THAT(keys, testing::IsSupersetOf({"lr", "max_iter", "trainer.save_period"}));
    EXPECT_THAT(keys, testing::Not(testing::Contains("optimizer.name")));
    EXPECT_THAT(same, testing::Contains("max_iter=40"));
    const config::TrainConfig before = configOfRun(m_run);
    const config::TrainConfig after =
        resumedConfig(m_run, before, {.run = m_run.path(), .overrides = same});
    EXPECT_TRUE(config::differences(before, after).empty()) << "each reads back to what it is";
}
