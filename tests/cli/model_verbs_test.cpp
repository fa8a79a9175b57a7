// `unlit model info`, `check`, `random` and `new`.
#include "tests/cli/command_fixture.h"

#include "tests/support/file_text.h"

#include <gmock/gmock.h>

#include <map>

using namespace unlit::test;
using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

namespace {

class ModelVerbs : public CommandTest {
protected:
    std::string makeRandom(const std::string& name, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments = {"model", "random", "--like", "tiny", text(name)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProcessResult run = runUnlit(arguments);
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        return bytesOf(name);
    }

    std::string bytesOf(const std::string& model) const {
        return textOf(path(model) / "unet" / "diffusion_pytorch_model.safetensors");
    }
};

} // namespace

TEST_F(ModelVerbs, random_writes_a_model_that_info_and_check_accept) {
    const ProcessResult made =
        runUnlit({"model", "random", "--like", "tiny", text("m"), "--json", "--seed", "5"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_EQ(objectOf(made), (json{{"output", text("m")}, {"like", "tiny"}, {"seed", 5}}));

    const json info = objectOf(runUnlit({"model", "info", text("m"), "--json"}));
    EXPECT_THAT(info["targets"], Contains("albedo"));
    EXPECT_EQ(info["is_random"], true);
    EXPECT_GT(info["components"].size(), 2u);

    const ProcessResult check = runUnlit({"model", "check", text("m"), "--json"});
    EXPECT_EQ(check.exitCode, 0) << check.output;
    EXPECT_EQ(objectOf(check)["ok"], true);
    EXPECT_THAT(runUnlit({"model", "info", text("m")}).output, HasSubstr("never trained"));
}

TEST_F(ModelVerbs, random_follows_its_seed) {
    const std::string first = makeRandom("a", {"--seed", "1"});
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, makeRandom("b", {"--seed", "1"}));
    EXPECT_NE(first, makeRandom("c", {"--seed", "2"}));
}

TEST_F(ModelVerbs, random_keeps_a_folder_that_is_not_empty) {
    makeFile("m/notes.txt", "precious");
    const ProcessResult run = runUnlit({"model", "random", "--like", "tiny", text("m")});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr(text("m")));
    EXPECT_THAT(filesIn("m"), testing::ElementsAre("notes.txt"));
}

TEST_F(ModelVerbs, check_lists_all_faults_with_exit_code_1) {
    model();
    const std::string weights = "diffusion_pytorch_model.safetensors";
    std::filesystem::resize_file(path("model/unet") / weights, 100);
    std::filesystem::remove(path("model/vae") / weights);
    const ProcessResult run = runUnlit({"model", "check", text("model"), "--json"});
    EXPECT_EQ(run.exitCode, 1);
    const json object = objectOf(run);
    EXPECT_EQ(object["ok"], false);
    int faults = 0;
    for (const json& finding : object["findings"])
        faults += finding["severity"] == "error" ? 1 : 0;
    EXPECT_GE(faults, 2) << object;
    EXPECT_THAT(runUnlit({"model", "check", text("model")}).output, HasSubstr("has faults"));
}

TEST_F(ModelVerbs, info_of_no_model_names_the_folder) {
    for (const std::string& folder : {text("nowhere"), makeFile("empty/readme.txt", "x")}) {
        const ProcessResult run = runUnlit({"model", "info", folder, "--json"});
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_THAT(objectOf(run)["error"].get<std::string>(), HasSubstr(folder));
    }
}

TEST_F(ModelVerbs, new_writes_the_sizes_of_its_file) {
    const std::string file =
        makeFile("new.yaml", "unet: {block_out_channels: [16, 24], attention: [0, 1], heads: [2], "
                             "layers_per_block: 1, norm_num_groups: 4}\n"
                             "vae: {block_out_channels: [8, 8], layers_per_block: 1, "
                             "latent_channels: 16, norm_num_groups: 4, sample_size: 64}\n");
    const ProcessResult made = runUnlit(
        {"model", "new", "--config", file, text("m"), "--seed", "5", "dtype=float16", "--json"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    const json object = objectOf(made);
    EXPECT_EQ(object["seed"], 5);
    EXPECT_EQ(object["output"], text("m"));
    const json info = objectOf(runUnlit({"model", "info", text("m"), "--json"}));
    EXPECT_EQ(info["vae_factor"], 2);
    EXPECT_EQ(info["is_random"], true);
    for (const json& part : info["components"])
        if (part["parameters"] > 0) {
            EXPECT_EQ(part["dtype"], "float16");
            EXPECT_EQ(object["parameters"][part["name"].get<std::string>()], part["parameters"]);
        }
    EXPECT_EQ(runUnlit({"model", "check", text("m")}).exitCode, 0);

    // 16 latent channels all the way to a picture.
    const ProcessResult inferred =
        runUnlit({"infer", makePicture("in.exr"), "--model", text("m"), "--output", text("out"),
                  "--steps", "1", "--processing-res", "32"});
    EXPECT_EQ(inferred.exitCode, 0) << inferred.errors;
}

TEST_F(ModelVerbs, new_refuses_a_file_with_faults_and_writes_nothing) {
    const std::string file = makeFile("new.yaml", "vae:\n  latent_channels: 0\nunets: {}\n");
    const ProcessResult run = runUnlit({"model", "new", "--config", file, text("m")});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr(file + ":2:20: vae.latent_channels must be"));
    EXPECT_THAT(run.errors, HasSubstr(file + ":3:1: unknown key unets (did you mean unet?)"));
    EXPECT_FALSE(std::filesystem::exists(path("m")));
}

TEST_F(ModelVerbs, list_finds_models_below_the_named_folder_and_says_what_is_wrong_with_one) {
    makeRandom("set/good");
    makeRandom("set/run/bad");
    std::filesystem::remove(path("set/run/bad/unet/config.json"));
    const ProcessResult run = runUnlit({"model", "list", text("set"), "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    std::map<std::string, json> models;
    const json listed = objectOf(run)["models"]; // outlives the loop
    for (const json& entry : listed)
        models[entry["name"]] = entry;
    EXPECT_THAT(models["good"]["targets"], Contains("albedo"));
    EXPECT_EQ(models["good"]["problem"], "");
    EXPECT_EQ(models["good"]["dtype"], "float32");
    EXPECT_EQ(models["good"]["is_random"], true);
    EXPECT_EQ(models["run/bad"]["targets"], json::array());
    EXPECT_THAT(models["run/bad"]["problem"].get<std::string>(), HasSubstr("unet"));
    EXPECT_THAT(runUnlit({"model", "list", text("set")}).output, HasSubstr("cannot be used: "));
}

TEST_F(ModelVerbs, list_says_which_folder_is_not_there_and_goes_on_with_the_others) {
    makeRandom("set/good");
    const ProcessResult run = runUnlit({"model", "list", text("gone"), text("set")});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr(text("gone") + " is not there"));
    EXPECT_THAT(run.output, HasSubstr(text("set/good")));
}

TEST_F(ModelVerbs, export_splits_weights_and_refuses_a_lora_that_is_none) {
    const ProcessResult split =
        runUnlit({"model", "export", model(), text("out"), "--most-mb", "1"});
    EXPECT_EQ(split.exitCode, 0) << split.errors;
    EXPECT_EQ(runUnlit({"model", "check", text("out")}).exitCode, 0);
    const std::string none = makeFile("none.safetensors", "words");
    const ProcessResult run = runUnlit({"model", "export", model(), text("other"), "--lora", none});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr(none));
    EXPECT_FALSE(std::filesystem::exists(path("other")));
}
