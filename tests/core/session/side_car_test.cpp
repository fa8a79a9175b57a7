// Side-cars: what they say, and that changed files are told. No network runs here.
#include "core/session/infer/side_car.h"

#include "core/base/content_hash.h"
#include "core/session/infer/model_hash.h"
#include "core/session/infer/result_writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using testing::HasSubstr;
using unlit::test::expectError;
namespace fs = std::filesystem;

namespace {

class SideCarTest : public testing::Test {
protected:
    test::TempFolder folder;
    InferenceResult result;

    void SetUp() override {
        write("m/model_index.json", "{}");
        write("m/unet/weights.safetensors", "numbers");
        write("in.png", "picture");
        result.request.input = folder / "in.png";
        result.request.model = folder / "m";
        result.request.options.seed = 99;
        result.request.output = OutputOptions{};
        result.request.output->folder = folder / "out";
        result.request.output->sidecar = true;
        result.prediction.used.seed = 99;
        result.prediction.used.steps = 3;
        result.inputHash = hashText(hashFile(folder / "in.png"));
        result.modelHash = hashModel(folder / "m");
        result.layer = "View.Combined";
        Image image = makeImage(3, 2, {"R", "G", "B"}, ColorSpace::Srgb);
        result.input = std::make_shared<const Image>(image);
        result.display = result.input;
        result.prediction.targets.push_back({"albedo", image, {}, false, {}});
    }

    fs::path write(const std::string& name, const std::string& text) const {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << text;
        return folder / name;
    }

    std::vector<SideCarMismatch> mismatches() {
        writeSideCar(folder / "side.json", result);
        return compareWithSideCar(readSideCar(folder / "side.json"), folder / "side.json",
                                  result.request);
    }
};

} // namespace

TEST_F(SideCarTest, says_what_went_in_and_how) {
    writeResult(result);
    EXPECT_EQ(result.sidecar, folder / "out/in_unlit.json");
    std::ifstream stream(result.sidecar);
    const auto json = nlohmann::json::parse(stream);
    EXPECT_EQ(json["program"], "unlit");
    EXPECT_FALSE(json["version"].get<std::string>().empty());
    EXPECT_EQ(json["input"]["path"], (folder / "in.png").string());
    EXPECT_EQ(json["input"]["hash"].get<std::string>().size(), 16U);
    EXPECT_EQ(json["input"]["layer"], "View.Combined");
    EXPECT_EQ(json["model"]["hash"], hashModel(folder / "m"));
    EXPECT_EQ(json["lora"], nullptr);
    EXPECT_EQ(json["settings"]["seed"], 99);
    EXPECT_EQ(json["settings"]["steps"], 3);
    EXPECT_EQ(json["outputs"]["albedo"], "in_albedo.exr");
    EXPECT_THAT(json["command"].get<std::string>(), HasSubstr("unlit infer"));
}

TEST_F(SideCarTest, one_lora_is_an_object_as_ever_and_several_are_a_list) {
    const fs::path lora = write("style.safetensors", "weights");
    result.request.loras = {{lora, 1}};
    nlohmann::ordered_json json = sideCarJson(result);
    EXPECT_EQ(json["lora"]["path"], lora.string());
    EXPECT_EQ(json["lora"]["hash"].get<std::string>().size(), 16U);
    EXPECT_FALSE(json["lora"].contains("scale"));
    EXPECT_EQ(json["settings"]["lora"], lora.string());
    write("old.json", json.dump());
    EXPECT_EQ(readSideCar(folder / "old.json").loras.at(0).path, lora);

    result.request.loras = {{lora, 0.5}, {lora, 1}};
    json = sideCarJson(result);
    EXPECT_EQ(json["lora"][0]["scale"], 0.5);
    EXPECT_EQ(json["settings"]["lora"][0], lora.string() + ":0.5");
    write("new.json", json.dump());
    write("style.safetensors", "other weights");
    const auto found =
        compareWithSideCar(readSideCar(folder / "new.json"), folder / "new.json", result.request);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].what, SideCarMismatch::What::Lora);
}

TEST_F(SideCarTest, one_in_utf16_is_refused_in_a_sentence) {
    write("wide.json", std::string("\xFF\xFE{\0}\0", 6));
    expectError(ErrorKind::InvalidInput, {"wide.json", "UTF-16"},
                [&] { readSideCar(folder / "wide.json"); });
}

TEST_F(SideCarTest, the_same_files_have_nothing_to_tell) {
    EXPECT_TRUE(mismatches().empty());
}

TEST_F(SideCarTest, a_changed_input_or_model_is_told_by_name) {
    writeSideCar(folder / "side.json", result);
    write("in.png", "another picture");
    write("m/unet/weights.safetensors", "trained on");
    result.request.output->overwrite = true;
    const auto found =
        compareWithSideCar(readSideCar(folder / "side.json"), folder / "side.json", result.request);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].what, SideCarMismatch::What::Input);
    EXPECT_THAT(found[0].text, HasSubstr("in.png is not the one that made"));
    EXPECT_EQ(found[1].what, SideCarMismatch::What::Model);
}

TEST_F(SideCarTest, an_existing_one_is_not_replaced_unasked) {
    const fs::path file = write("side.json", "{}");
    EXPECT_THROW(writeSideCar(file, result), Error);
    result.request.output->overwrite = true;
    EXPECT_NO_THROW(writeSideCar(file, result));
}

TEST_F(SideCarTest, files_that_are_none_are_refused_by_name) {
    for (const char* text : {"", "[1]", "{\"results\": []}", "{\"settings\": 3}"})
        expectError(ErrorKind::InvalidInput, {"bad.json"},
                    [&] { readSideCar(write("bad.json", text)); });
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    for (const std::string& text : {deep, "{\"settings\": {\"a\": " + deep + "}}"})
        expectError(ErrorKind::InvalidInput, {"bad.json", "nested"},
                    [&] { readSideCar(write("bad.json", text)); });
    expectError(ErrorKind::InvalidInput, {"gone.json"}, [&] { readSideCar(folder / "gone.json"); });
}

TEST_F(SideCarTest, the_hash_of_a_model_is_of_what_makes_its_numbers) {
    const std::string before = hashModel(folder / "m");
    write("m/README.md", "notes");
    write("m/.hidden/x.json", "{}");
    EXPECT_EQ(hashModel(folder / "m"), before);
    fs::rename(folder / "m/unet", folder / "m/vae");
    EXPECT_NE(hashModel(folder / "m"), before);
}

TEST_F(SideCarTest, a_model_that_changed_since_has_no_hash) {
    ModelHashes hashes;
    const std::string stamp = modelStamp(folder / "m");
    EXPECT_EQ(hashes.of(folder / "m", stamp), hashModel(folder / "m"));
    write("m/unet/weights.safetensors", "longer than before");
    EXPECT_EQ(hashes.of(folder / "m", modelStamp(folder / "m")), hashModel(folder / "m"));
    EXPECT_EQ(hashes.of(folder / "m", "of another time"), "");
}

TEST_F(SideCarTest, a_side_car_that_fails_takes_the_pictures_with_it) {
    fs::create_directories(folder / "out/in_unlit.json"); // a folder where the file should go
    EXPECT_THROW(writeResult(result), Error);
    EXPECT_FALSE(fs::exists(folder / "out/in_albedo.exr"));
}
