// `unlit model new`, `scale-latents`, `export` and `calibrate`: from nothing to a model that says
// how far it can be trusted.
#include "tests/cli/model_making_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(ModelMaking, the_bundled_sizes_stay_below_30_megabytes_in_float16) {
    const ProcessResult made =
        runUnlit({"model", "new", "--config", UNLIT_SOURCE_DIR "/configs/unlit_small/model.yaml",
                  text("m"), "dtype=float16", "--json"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_LT(objectOf(made)["bytes"].get<std::int64_t>(), 30'000'000);
}

TEST_F(ModelMaking, latents_are_scaled_to_a_spread_of_one) {
    const std::string model = makeNew("m");
    const std::string list = makeSet(3);
    const auto scale = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"model", "scale-latents", model, "--dataset",
                                              list,    "--device",      "cpu", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return objectOf(runUnlit(arguments));
    };
    const json measured = scale({"--dry-run"});
    EXPECT_EQ(measured["before"], 1.0);
    EXPECT_EQ(measured["pairs"], 3);
    EXPECT_EQ(measured["numbers"], 3 * 2 * 16 * 24 * 16); // beauty and albedo, 24 x 16 cells of 16
    EXPECT_EQ(jsonIn("m/vae/config.json")["scaling_factor"], 1.0);

    const json written = scale({});
    EXPECT_NEAR(written["scaling_factor"].get<double>() * written["deviation"].get<double>(), 1,
                1e-9);
    EXPECT_EQ(jsonIn("m/vae/config.json")["scaling_factor"], written["scaling_factor"]);
    EXPECT_EQ(objectOf(runUnlit({"model", "info", model, "--json"}))["scaling_factor"],
              written["scaling_factor"]);
    EXPECT_EQ(scale({"--dry-run"})["before"], written["scaling_factor"]);
    EXPECT_EQ(scale({"--pairs", "1"})["pairs"], 1);
}

TEST_F(ModelMaking, export_puts_parts_together_in_a_smaller_type) {
    const std::string first = makeNew("first");
    const std::string second = makeNew("second", {"--seed", "9", "vae.scaling_factor=0.5"});
    const ProcessResult made =
        runUnlit({"model", "export", first, text("out"), "--vae", second, "--dtype", "float16",
                  "--steps", "3", "--processing-res", "64", "--provenance", "of two", "--json"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_EQ(objectOf(made)["dtype"], "float16");
    expectType(text("out"), "float16");
    EXPECT_EQ(jsonIn("out/vae/config.json")["scaling_factor"], 0.5);
    EXPECT_EQ(jsonIn("out/model_index.json")["default_denoising_steps"], 3);
    EXPECT_EQ(jsonIn("out/unlit.json")["provenance"], "of two");
    EXPECT_EQ(runUnlit({"model", "check", text("out")}).exitCode, 0);

    // Back in float32, the second's VAE rounded once: twice the bytes, and stable from then on.
    EXPECT_EQ(runUnlit({"model", "export", text("out"), text("wide")}).exitCode, 0);
    expectType(text("wide"), "float32");
    EXPECT_EQ(
        runUnlit({"model", "export", text("wide"), text("again"), "--dtype", "float16"}).exitCode,
        0);
    const std::string weights = "/vae/diffusion_pytorch_model.safetensors";
    EXPECT_FALSE(bytesOf("out" + weights).empty());
    EXPECT_EQ(bytesOf("out" + weights), bytesOf("again" + weights));
    EXPECT_NE(bytesOf("out" + weights), bytesOf("first" + weights));
}

TEST_F(ModelMaking, export_makes_a_model_deeper_that_says_the_same) {
    const std::string model = makeNew("m");
    makeSet(1);
    const auto albedo = [&](const std::string& of) {
        const std::string picture = path("set/p0_beauty.exr").string();
        const ProcessResult run = runUnlit({"infer", picture, "--model", of, "--output",
                                            text("out"), "--overwrite", "--device", "cpu"});
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        return readImage(path("out/p0_beauty_albedo.exr")).image.samples;
    };
    const ProcessResult made =
        runUnlit({"model", "export", model, text("deeper"), "--layers-per-block", "3,2"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_EQ(jsonIn("deeper/unet/config.json")["layers_per_block"], (json{3, 2}));
    EXPECT_EQ(runUnlit({"model", "check", text("deeper")}).exitCode, 0);
    const auto before = albedo(model), after = albedo(text("deeper"));
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_NEAR(before[i], after[i], 1e-4) << i;

    const auto refusal = [&](const std::string& layers) {
        const ProcessResult run =
            runUnlit({"model", "export", model, text("none"), "--layers-per-block", layers});
        EXPECT_NE(run.exitCode, 0);
        EXPECT_FALSE(std::filesystem::exists(path("none")));
        return run.errors;
    };
    EXPECT_THAT(refusal("3"), HasSubstr("has [1,1] residual blocks by resolution, but 1 were"));
    EXPECT_THAT(refusal("3,,1"), HasSubstr("--layers-per-block"));
    EXPECT_THAT(refusal("3,17"), HasSubstr("whole numbers from 1 to 16"));
}

TEST_F(ModelMaking, export_refuses_parts_that_do_not_fit_and_writes_nothing) {
    const std::string model = makeNew("m");
    const std::string channels = makeNew("channels", {"vae.latent_channels=8"});
    const std::string factor = makeNew("factor", {"vae.block_out_channels=[8, 8, 8]"});
    const auto refused = [&](const std::string& other) {
        const ProcessResult run = runUnlit({"model", "export", model, text("out"), "--vae", other});
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_FALSE(std::filesystem::exists(path("out")));
        return run.errors;
    };
    EXPECT_THAT(refused(channels), HasSubstr("the UNet does not fit the VAE: in_channels 32"));
    EXPECT_THAT(refused(factor), HasSubstr("unlit_vae_factor 2"));
}

TEST_F(ModelMaking, export_takes_the_mean_of_models) {
    const std::string a = makeNew("a", {"--seed", "1"});
    const std::string b = makeNew("b", {"--seed", "2"});
    const auto exported = [&](const std::string& name, const std::vector<std::string>& options) {
        std::vector<std::string> arguments = {"model", "export", a, text(name)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runUnlit(arguments);
    };
    EXPECT_EQ(exported("plain", {}).exitCode, 0);
    EXPECT_EQ(exported("mine", {"--mean-with", b, "--mean-share", "0"}).exitCode, 0);
    EXPECT_EQ(exported("mean", {"--mean-with", b}).exitCode, 0);
    const std::string weights = "/unet/diffusion_pytorch_model.safetensors";
    EXPECT_EQ(bytesOf("mine" + weights), bytesOf("plain" + weights));
    EXPECT_NE(bytesOf("mean" + weights), bytesOf("plain" + weights));
    EXPECT_NE(bytesOf("mean/unlit.json").find("averaged with b"), std::string::npos);
    // Which of the two is the first makes no difference to a mean in equal shares.
    EXPECT_EQ(runUnlit({"model", "export", b, text("other"), "--mean-with", a}).exitCode, 0);
    EXPECT_EQ(bytesOf("other" + weights), bytesOf("mean" + weights));
    const ProcessResult alone = exported("alone", {"--mean-share", "0.5"});
    EXPECT_EQ(alone.exitCode, 2);
    EXPECT_NE(alone.errors.find("--mean-with"), std::string::npos) << alone.errors;
}

TEST_F(ModelMaking, calibration_makes_uncertainties_expected_errors) {
    const std::string model = makeNew("m");
    const std::string list = makeSet(4);
    const auto infer = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {"infer",         path("set/p0_beauty.exr").string(),
                                          "--model",       model,
                                          "--output",      text("out"),
                                          "--uncertainty", "--overwrite",
                                          "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return runUnlit(words);
    };
    const auto meaning = [&](const std::vector<std::string>& more) {
        return objectOf(infer(more))["results"][0]["uncertainty_is"];
    };
    EXPECT_EQ(infer({}).exitCode, 2); // not calibrated, and no spread
    EXPECT_EQ(meaning({"--ensemble", "4"}),
              (json{{"albedo", "median absolute deviation of the ensemble"}}));

    const ProcessResult made =
        runUnlit({"model", "calibrate", model, "--dataset", list, "--bins", "5", "--json"});
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    const json object = objectOf(made);
    EXPECT_EQ(object["pictures"], 4);
    EXPECT_EQ(object["samples"], 4 * 48 * 32);
    double share = 0;
    for (const json& bin : object["bins"])
        share += bin["samples"].get<double>();
    EXPECT_EQ(share, 4 * 48 * 32);
    const json stored = jsonIn("m/unlit.json")["calibration"];
    EXPECT_EQ(stored["set"], "list.txt");
    EXPECT_TRUE(stored["targets"]["albedo"]["features"].contains("chroma"));
    EXPECT_EQ(jsonIn("m/unlit.json")["is_random"], true); // the rest stays
    EXPECT_THAT(runUnlit({"model", "info", model}).output,
                HasSubstr("calibrated: expected errors, 4 pictures of list.txt"));

    const json expected = {{"albedo", "expected absolute error"}};
    const json& errors = stored["targets"]["albedo"]["error"];
    for (const std::vector<std::string>& how : std::vector<std::vector<std::string>>{
             {},
             {"--ensemble", "4"},
             {"--processing-res", "32", "--tiles", "on", "--tile-size", "32"}}) {
        EXPECT_EQ(meaning(how), expected);
        const LoadedImage file = readImage(path("out/p0_beauty_albedo_uncertainty.exr"));
        EXPECT_EQ(file.image.metadata.at("unlit.uncertainty"), "expected absolute error");
        for (const float value : file.image.samples) {
            ASSERT_GE(value, errors.front().get<float>() - 1e-3F);
            ASSERT_LE(value, 1.0F); // 1 where there is no light
        }
    }
}

TEST_F(ModelMaking, a_calibration_is_checked_without_being_changed) {
    const std::string model = makeNew("m");
    const std::string list = makeSet(3);
    const ProcessResult none =
        runUnlit({"model", "calibrate", model, "--dataset", list, "--check"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_THAT(none.errors, HasSubstr("has no calibration"));
    EXPECT_EQ(runUnlit({"model", "calibrate", model, "--dataset", list}).exitCode, 0);
    const std::string before = bytesOf("m/unlit.json");
    const json checked =
        objectOf(runUnlit({"model", "calibrate", model, "--dataset", list, "--check", "--json"}));
    EXPECT_EQ(checked["ensemble"], 1);
    EXPECT_EQ(checked["written"], false);
    // On the very pictures that it was fitted on, the errors are those that it says.
    EXPECT_LT(checked["calibration_error"].get<double>(),
              0.2 * checked["mean_error"].get<double>());
    EXPECT_EQ(bytesOf("m/unlit.json"), before);

    // It goes with the same networks, and not with others.
    EXPECT_EQ(runUnlit({"model", "export", model, text("same")}).exitCode, 0);
    EXPECT_EQ(jsonIn("same/unlit.json")["calibration"], jsonIn("m/unlit.json")["calibration"]);
    EXPECT_EQ(
        runUnlit({"model", "export", model, text("other"), "--vae", makeNew("second")}).exitCode,
        0);
    EXPECT_FALSE(jsonIn("other/unlit.json").contains("calibration"));
}

TEST_F(ModelMaking, calibration_refuses_what_tells_nothing) {
    const std::string model = makeNew("m");
    const std::string list = makeSet(1);
    const ProcessResult few = runUnlit({"model", "calibrate", model, "--dataset", list});
    EXPECT_EQ(few.exitCode, 1);
    EXPECT_THAT(few.errors, HasSubstr("there are 1 usable pictures, too few"));
    EXPECT_FALSE(jsonIn("m/unlit.json").contains("calibration"));
}

TEST_F(ModelMaking, a_half_trained_folder_and_a_newer_one_are_told_apart) {
    const std::string model = makeNew("m");
    EXPECT_THAT(runUnlit({"infer", makePicture("in.exr"), "--model", model, "--output", text("out"),
                          "--processing-res", "32"})
                    .errors,
                HasSubstr("has random weights: its pictures mean nothing"));
    std::filesystem::remove(path("m/unet/diffusion_pytorch_model.safetensors"));
    const ProcessResult half = runUnlit({"infer", makePicture("in.exr"), "--model", model,
                                         "--output", text("out2"), "--processing-res", "32"});
    EXPECT_EQ(half.exitCode, 1);
    EXPECT_THAT(half.errors, HasSubstr(text("m/unet")));
    EXPECT_TRUE(filesIn("out2").empty());

    json unlit = jsonIn("m/unlit.json");
    unlit["format"] = 99;
    makeFile("m/unlit.json", unlit.dump());
    const ProcessResult newer = runUnlit({"model", "info", model});
    EXPECT_EQ(newer.exitCode, 1);
    EXPECT_THAT(newer.errors, HasSubstr("has format 99, newer than"));
}
