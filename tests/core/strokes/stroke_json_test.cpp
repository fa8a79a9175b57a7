#include "core/base/error.h"
#include "core/strokes/stroke_json.h"
#include "tests/core/strokes/stroke_scene.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>

namespace unlit {

using test::line;
using ::testing::HasSubstr;

namespace {

using Json = nlohmann::ordered_json;

StrokeSet everyKind() {
    StrokeSet set{.width = 640, .height = 480, .hash = "0123456789abcdef", .strokes = {}};
    set.strokes = {line(StrokeKind::SamePaint, 7.25F, {{1.1F, 2.2F}, {3.3F, 1e-7F}}),
                   line(StrokeKind::SameLight, 0, {{-50, 1000}}),
                   line(StrokeKind::Keep, 3, {{5, 5}}),
                   line(StrokeKind::Unknown, 3, {{5, 5}}),
                   line(StrokeKind::ThisBright, 3, {{5, 5}}, {0.18}),
                   line(StrokeKind::ThisBright, 3, {{5, 5}}, {0.1, 1.0 / 3, 1})};
    set.strokes[2].isOn = false;
    return set;
}

std::string refusal(const Json& json) {
    try {
        strokesFromJson(json, "drawn.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
        return error.what();
    }
    return "nothing was refused";
}

Json changed(const std::function<void(Json&)>& change) {
    Json json = strokesJson(everyKind());
    change(json);
    return json;
}

} // namespace

TEST(StrokeJson, comes_back_to_the_last_bit) {
    const StrokeSet set = everyKind();
    EXPECT_EQ(strokesFromJson(Json::parse(strokesJson(set).dump()), ""), set);
}

TEST(StrokeJson, a_file_by_itself_and_a_side_car_are_read) {
    const test::TempFolder folder;
    const auto file = folder.path() / "drawn.json";
    writeStrokes(file, everyKind(), false);
    EXPECT_EQ(readStrokes(file), everyKind());
    EXPECT_THROW(writeStrokes(file, everyKind(), false), Error);
    const auto sideCar = folder.path() / "hall_unlit.json";
    std::ofstream(sideCar) << Json{
        {"program", "unlit"}, {"settings", Json::object()}, {"strokes", strokesJson(everyKind())}};
    EXPECT_EQ(readStrokes(sideCar), everyKind());
    std::ofstream(sideCar) << Json{{"program", "unlit"}, {"settings", Json::object()}};
    try {
        readStrokes(sideCar);
        ADD_FAILURE() << "a side-car without strokes was read";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("side-car without strokes"));
    }
}

TEST(StrokeJson, says_what_is_wrong) {
    EXPECT_THAT(refusal(changed([](Json& j) { j["version"] = 2; })), HasSubstr("later version"));
    EXPECT_THAT(refusal(changed([](Json& j) { j.erase("width"); })), HasSubstr("no \"width\""));
    EXPECT_THAT(refusal(changed([](Json& j) { j["height"] = 0; })), HasSubstr("height"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][1]["kind"] = "glue"; })),
                HasSubstr("stroke 2 is of the kind \"glue\""));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["points"].push_back(1); })),
                HasSubstr("without its y"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["points"][0] = nullptr; })),
                HasSubstr("no finite number"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["points"][0] = 1e300; })),
                HasSubstr("no finite number"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["radius"] = -1; })),
                HasSubstr("radius"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["points"] = Json::array(); })),
                HasSubstr("no points"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][4].erase("value"); })),
                HasSubstr("without a value"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][4]["value"] = 1.5; })),
                HasSubstr("that no albedo has"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["value"] = 0.5; })),
                HasSubstr("has a value"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"][0]["soft"] = true; })),
                HasSubstr("\"soft\" that this program does not know"));
    EXPECT_THAT(refusal(changed([](Json& j) { j["strokes"] = 3; })), HasSubstr("no list"));
    EXPECT_THAT(refusal(Json::array()), HasSubstr("no object"));
}

} // namespace unlit
