#include "core/runs/run_event.h"

#include <gtest/gtest.h>

using namespace unlit::runs;
using Json = nlohmann::json;

TEST(RunEvent, is_one_flat_object_a_line) {
    RunEvent event{RunEventKind::LearningRate, 12, "2026-03-02T10:00:00.042Z"};
    event.fields = {{"from", 3e-5}, {"to", 0.1}, {"by", "window"}};
    EXPECT_EQ(lineOf(event), R"({"version":1,"time":"2026-03-02T10:00:00.042Z","step":12,)"
                             R"("kind":"learning_rate","from":3e-05,"to":0.1,"by":"window"})"
                             "\n");
}

TEST(RunEvent, comes_back_as_it_was) {
    for (int i = 0; i <= static_cast<int>(RunEventKind::BadSample); ++i) {
        RunEvent event{static_cast<RunEventKind>(i), i, "now"};
        event.fields["of"] = "a \"name\"\nof two lines";
        const auto read = runEventOf(lineOf(event));
        ASSERT_TRUE(read.has_value()) << i;
        EXPECT_EQ(read->kind, event.kind);
        EXPECT_EQ(read->step, i);
        EXPECT_EQ(read->time, "now");
        EXPECT_EQ(read->text("of"), "a \"name\"\nof two lines");
        EXPECT_EQ(read->fields.size(), 1U);
    }
}

TEST(RunEvent, what_is_no_record_is_none) {
    for (const char* line :
         {"", "{", R"({"version":1,"time":"x","step":1,"kind":"sav)", "[1]", "7", "\xff\xfe",
          R"({"step":1})", R"({"kind":"saved"})", R"({"kind":"saved","step":"1"})",
          R"({"kind":7,"step":1})", R"({"kind":"of another version","step":1})"})
        EXPECT_FALSE(runEventOf(line).has_value()) << line;
}

TEST(RunEvent, names_that_are_no_text_do_not_cost_the_record) {
    RunEvent event{RunEventKind::Process, 0, "now"};
    event.fields["command"] = std::vector<std::string>{"unlit", "\xff.yaml"};
    EXPECT_TRUE(Json::parse(lineOf(event)).at("command").at(1).is_string());
}

TEST(RunEvent, time_is_utc_with_milliseconds) {
    using namespace std::chrono;
    const auto moment = sys_days{2026y / March / 2} + 10h + 7ms;
    EXPECT_EQ(runEventTime(moment), "2026-03-02T10:00:00.007Z");
}

TEST(RunEvent, one_that_is_nested_without_end_is_none) {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    EXPECT_FALSE(
        runEventOf(R"({"version":1,"time":"x","step":1,"kind":"started","x":)" + deep + "}")
            .has_value());
}
