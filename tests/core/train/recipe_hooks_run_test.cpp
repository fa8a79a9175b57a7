// Hooks of a recipe in whole runs: commands with files, states in checkpoints, what they change.
#include "core/base/error.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

using namespace unlit;
using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

namespace {

config::HookConfig commandHook(const std::string& name, std::vector<std::string> at,
                               const std::string& script) {
    config::HookConfig hook;
    hook.name = name;
    hook.command = {"sh", "-c", script};
    hook.at = std::move(at);
    return hook;
}

std::vector<json> linesOf(const std::filesystem::path& file) {
    std::vector<json> lines;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(json::parse(line));
    return lines;
}

std::vector<std::string> warningsOf(const test::SmallRun& small) {
    std::vector<std::string> texts;
    for (const LogLine& line : small.all<LogLine>())
        if (line.level == LogLine::Level::Warning && line.text.find("hook") != std::string::npos)
            texts.push_back(line.text);
    return texts;
}

} // namespace

TEST(RecipeHooksRun, a_command_sees_every_point_of_a_real_run) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 4;
    small.config.lrScheduler.totalIter = 4;
    const std::string file = (folder / "seen.jsonl").string();
    std::vector<std::string> at(extension::kPointNames.begin(), extension::kPointNames.end());
    std::erase(at, "before_backward");
    small.config.hooks = {commandHook("spy", at, "cat >> '" + file + "'")};
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    std::set<std::string> points;
    for (const json& line : linesOf(file)) {
        const std::string point = line.at("point");
        points.insert(point);
        EXPECT_EQ(line.at("run"), (folder / "run").string());
        EXPECT_EQ(line.at("max_step"), 4);
        if (point == "after_save") {
            EXPECT_TRUE(std::filesystem::exists(line.at("checkpoint").get<std::string>()));
        }
        if (point == "after_validation") {
            EXPECT_TRUE(line.at("figures").contains("val/small/psnr"));
        }
        if (point == "after_train") {
            EXPECT_EQ(line.at("ending"), "complete");
        }
    }
    EXPECT_EQ(points, std::set<std::string>(at.begin(), at.end()));
    EXPECT_THAT(warningsOf(small), testing::IsEmpty());
}

TEST(RecipeHooksRun, what_hooks_look_at_changes_no_bit) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    ASSERT_EQ(small.start("plain"), train::RunEnd::Complete);
    config::HookConfig norms;
    norms.name = "norms";
    small.config.hooks = {norms};
    ASSERT_EQ(small.start("watched"), train::RunEnd::Complete);
    const auto filesOf = [&](const char* run) {
        return test::traceOf(folder / run).at("latest").dump();
    };
    const auto rows = linesOf(folder / "watched/metrics.jsonl");
    const auto plain = linesOf(folder / "plain/metrics.jsonl");
    std::vector<double> ratios;
    for (const json& row : rows)
        for (const auto& [tag, value] : row.items())
            if (tag.starts_with("norms/update_ratio/"))
                ratios.push_back(value.get<double>());
    EXPECT_FALSE(ratios.empty());
    for (const double ratio : ratios)
        EXPECT_GE(ratio, 0);
    ASSERT_EQ(rows.size(), plain.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& [tag, value] : plain[i].items())
            if (!tag.starts_with("time") && !tag.starts_with("perf")) {
                EXPECT_EQ(rows[i].at(tag), value) << tag;
            }
    // The state says which hooks there were; everything else is the same file.
    json watched = json::parse(filesOf("watched"));
    json bare = json::parse(filesOf("plain"));
    EXPECT_FALSE(bare.empty());
    std::size_t different = 0;
    const json left = bare.flatten();
    const json right = watched.flatten();
    for (const auto& [key, value] : left.items())
        if (right.value(key, json()) != value) {
            ++different;
            EXPECT_THAT(key, HasSubstr("trainer_state.json"));
        }
    EXPECT_LE(different, 2U);
}

TEST(RecipeHooksRun, a_state_is_resumed_as_if_the_run_had_never_stopped) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 6;
    small.config.trainer.validationPeriod = 0;
    // Counts its calls in the state alone, and tells the count as a figure.
    small.config.hooks = {commandHook(
        "count", {"after_step"},
        R"(n=$(sed 's/.*"state":\([0-9a-z]*\).*/\1/'); [ "$n" = null ] && n=0; n=$((n+1));)"
        R"( echo "{\"state\": $n, \"figures\": {\"calls\": $n}}")")};
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    small.stopAt(3, 1);
    ASSERT_EQ(small.start("parts"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    EXPECT_EQ(test::traceOf(folder / "parts"), test::traceOf(folder / "whole"));
    EXPECT_EQ(linesOf(folder / "parts/metrics.jsonl").back().at("count/calls"), 6);
    EXPECT_THAT(warningsOf(small), testing::IsEmpty());
}

TEST(RecipeHooksRun, commands_that_hang_fail_babble_or_ask_for_a_step_back_are_told) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.config.trainer.validationPeriod = 0;
    small.config.hooks = {
        commandHook("hangs", {"after_step"}, "sleep 1000"),
        commandHook("fails", {"after_step"}, "echo out of paper >&2; exit 3"),
        commandHook("babbles", {"after_step"}, "echo hello"),
        commandHook("back", {"after_step"}, R"(echo '{"step": 1}')"),
        commandHook("slips", {"after_step"}, R"(echo '{"figure": {"a": 1}}')"),
        commandHook("deep", {"after_step"}, "yes [ | head -n 100000 | tr -d '\\n'"),
    };
    small.config.hooks[0].timeout = 0.2;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto warnings = warningsOf(small);
    for (const char* text : {"the hook hangs failed at after_step (step 1): was ended after",
                             "exit code 3: out of paper", "its answer is no JSON object: hello",
                             "no hook can take a run to another step",
                             "unknown key figure (did you mean figures?)", "the hook deep failed"})
        EXPECT_THAT(warnings, Contains(HasSubstr(text)));
}

TEST(RecipeHooksRun, a_failing_hook_that_shall_stop_leaves_a_run_that_goes_on) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 4;
    small.config.hooks = {commandHook("strict", {"after_step"}, "exit 1")};
    small.config.hooks[0].every = 2;
    small.config.hooks[0].onFailure = config::HookFailure::Stop;
    EXPECT_THROW(small.start("run"), Error);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.step, 2);
    small.config.hooks.clear();
    EXPECT_EQ(small.resume("run"), train::RunEnd::Complete);
}

TEST(RecipeHooksRun, a_library_that_is_none_is_said_before_the_first_step) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    config::HookConfig hook;
    hook.name = "own";
    hook.sharedLibrary = folder / "own.so";
    small.config.hooks = {hook};
    EXPECT_THROW(small.start("missing"), Error);
    std::ofstream(folder / "own.so") << "no library";
    try {
        small.start("broken");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("own.so"));
    }
}

TEST(RecipeHooksRun, a_trace_is_json_whose_phases_lie_in_their_steps) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 6;
    config::HookConfig trace;
    trace.name = "trace";
    trace.options = {"steps=3", "from=1"};
    small.config.hooks = {trace};
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    std::ifstream stream(folder / "run/trace_000002.json");
    const json file = json::parse(stream);
    std::map<std::int64_t, std::pair<double, double>> steps;
    std::set<std::string> phases;
    std::set<std::string> names;
    for (const json& event : file.at("traceEvents")) {
        // What the format asks of each: https://perfetto.dev/docs/getting-started/other-formats
        ASSERT_TRUE(event.at("name").is_string());
        ASSERT_TRUE(event.at("pid").is_number_integer() && event.at("tid").is_number_integer());
        const std::string kind = event.at("ph");
        names.insert(event.at("name"));
        if (kind == "M")
            continue;
        ASSERT_GE(event.at("ts").get<double>(), 0);
        if (kind == "X" && event.at("cat") == "step")
            steps[event.at("args").at("step").get<std::int64_t>()] = {
                event.at("ts").get<double>(), event.at("dur").get<double>()};
    }
    EXPECT_EQ(steps.size(), 3U);
    EXPECT_TRUE(steps.contains(2) && steps.contains(4)) << "one is left out first";
    EXPECT_TRUE(names.contains("validation")) << "of step 4";
    for (const json& event : file.at("traceEvents")) {
        if (event.at("ph") != "X" || event.at("cat") != "phase")
            continue;
        phases.insert(event.at("name"));
        const auto [begin, length] = steps.at(event.at("args").at("step").get<std::int64_t>());
        const double from = event.at("ts");
        EXPECT_GE(from, begin - 1);
        EXPECT_LE(from + event.at("dur").get<double>(), begin + length + 1);
    }
    EXPECT_EQ(phases,
              (std::set<std::string>{"backward", "data", "encode", "forward", "optimizer"}));
    double shares = 0;
    for (const auto& [phase, share] : file.at("shares").items())
        shares += share.get<double>();
    EXPECT_GT(shares, 0);
    EXPECT_LE(shares, 1.0001) << "no phase is counted within another";
    std::vector<std::string> told;
    for (const LogLine& line : small.all<LogLine>())
        told.push_back(line.text);
    EXPECT_THAT(told, Contains(HasSubstr("trace_000002.json has steps 2 to 4: backward ")));
}

TEST(RecipeHooksRun, a_short_run_has_a_short_trace_and_the_same_weights) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 3;
    ASSERT_EQ(small.start("plain"), train::RunEnd::Complete);
    config::HookConfig trace;
    trace.name = "trace";
    small.config.hooks = {trace};
    ASSERT_EQ(small.start("traced"), train::RunEnd::Complete);
    EXPECT_TRUE(std::filesystem::exists(folder / "traced/trace_000001.json"));
    EXPECT_EQ(train::readCheckpoint(folder / "traced/checkpoint/latest").position,
              train::readCheckpoint(folder / "plain/checkpoint/latest").position);
    small.config.hooks[0].options = {"steps=many"};
    EXPECT_THROW(small.start("wrong"), Error);
}

TEST(RecipeHooksRun, medians_are_told_and_a_resumed_run_tells_the_same) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.trainer.logWindow = 5;
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    small.stopAt(8, 1);
    ASSERT_EQ(small.start("parts"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    const auto mediansOf = [&](const char* run) {
        std::vector<double> medians;
        for (const json& row : linesOf(folder / run / "metrics.jsonl"))
            if (row.contains("median/train/loss"))
                medians.push_back(row.at("median/train/loss"));
        return medians;
    };
    EXPECT_EQ(mediansOf("whole").size(), 2U) << "after 5 and 10 of 12 steps";
    EXPECT_EQ(mediansOf("parts"), mediansOf("whole"));
}
