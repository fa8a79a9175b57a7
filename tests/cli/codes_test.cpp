// `unlit model tokenize` and `detokenize`: pictures to codes and back, and what is refused.
#include "tests/cli/model_making_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Codes : public ModelMaking {
protected:
    /// 16 latent channels of three levels would be too many codes: four.
    std::string makeQuantized(const std::string& name, const std::vector<std::string>& more = {}) {
        std::vector<std::string> settings = {"vae.latent_channels=4",
                                             "vae.quantizer={name: fsq, levels: 5}"};
        settings.insert(settings.end(), more.begin(), more.end());
        return makeNew(name, settings);
    }

    ProcessResult tokenize(const std::string& model, const std::vector<std::string>& rest) {
        return codes("tokenize", model, rest);
    }

    ProcessResult detokenize(const std::string& model, const std::vector<std::string>& rest) {
        return codes("detokenize", model, rest);
    }

    std::string errorOf(const ProcessResult& result) {
        EXPECT_EQ(result.exitCode, 1) << result.errors;
        return objectOf(result)["failed"].at(0)["error"].get<std::string>();
    }

private:
    ProcessResult codes(const char* verb, const std::string& model,
                        const std::vector<std::string>& rest) {
        std::vector<std::string> arguments = {"model", verb, model, "--device", "cpu", "--json"};
        arguments.insert(arguments.end(), rest.begin(), rest.end());
        return runUnlit(arguments);
    }
};

} // namespace

TEST_F(Codes, a_picture_comes_back_in_its_size) {
    const std::string model = makeQuantized("m");
    const std::string picture = makePicture("hall.exr", 23, 15); // no multiple of the factor 2
    const json there = objectOf(tokenize(model, {picture, "-o", text("codes")}));
    EXPECT_EQ(there["quantizer"], "fsq 5x5x5x5");
    EXPECT_EQ(there["codes"], 625);
    ASSERT_EQ(there["done"].size(), 1U);
    EXPECT_EQ(there["done"][0]["cells"], 12 * 8);
    EXPECT_THAT(filesIn("codes"), ElementsAre("hall.codes.safetensors"));

    const json back =
        objectOf(detokenize(model, {text("codes/hall.codes.safetensors"), "-o", text("out")}));
    EXPECT_EQ(back["done"][0]["width"], 23);
    const ImageInfo info = readImageInfo(path("out/hall.png"));
    EXPECT_EQ(info.width, 23);
    EXPECT_EQ(info.height, 15);
}

// Names in, names out: the numbers of a clip's frames are those of its maps and of what comes back,
// and each frame is what it would be alone.
TEST_F(Codes, frames_of_a_clip_come_back_by_their_numbers) {
    const std::string model = makeQuantized("m");
    std::filesystem::create_directories(path("shot"));
    const std::vector<std::string> frames = {makePicture("shot/hall.0002.png", 16, 8),
                                             makePicture("shot/hall.0001.png", 12, 8)};
    const json there = objectOf(tokenize(model, {text("shot"), "-o", text("codes")}));
    ASSERT_EQ(there["done"].size(), 2U);
    EXPECT_EQ(there["done"][0]["width"], 12) << "the first by its number";
    EXPECT_THAT(filesIn("codes"),
                ElementsAre("hall.0001.codes.safetensors", "hall.0002.codes.safetensors"));
    ASSERT_EQ(detokenize(model, {text("codes/hall.0001.codes.safetensors"),
                                 text("codes/hall.0002.codes.safetensors"), "-o", text("out")})
                  .exitCode,
              0);
    EXPECT_THAT(filesIn("out"), ElementsAre("hall.0001.png", "hall.0002.png"));
    ASSERT_EQ(tokenize(model, {frames[0], "-o", text("alone")}).exitCode, 0);
    EXPECT_EQ(textOf(path("alone/hall.0002.codes.safetensors")),
              textOf(path("codes/hall.0002.codes.safetensors")));
    const std::string other = makeQuantized("other", {"--seed", "9"});
    EXPECT_THAT(
        errorOf(detokenize(other, {text("codes/hall.0001.codes.safetensors"), "-o", text("no")})),
        HasSubstr("holds codes of another codebook"));
}

TEST_F(Codes, light_comes_back_as_bright_as_it_was) {
    const std::string model = makeQuantized("m");
    const std::string picture = makePicture("hall.exr");
    const auto meanOf = [&](const std::string& exposure) {
        const std::string folder = "x" + exposure;
        EXPECT_EQ(tokenize(model, {picture, "-o", text(folder), "--exposure", exposure}).exitCode,
                  0);
        EXPECT_EQ(detokenize(model, {text(folder + "/hall.codes.safetensors"), "-o", text(folder),
                                     "--format", "exr"})
                      .exitCode,
                  0);
        const Image image = readImage(path(folder + "/hall.exr")).image;
        EXPECT_EQ(image.space, ColorSpace::Linear);
        double sum = 0;
        for (const float sample : image.samples)
            sum += sample;
        return sum;
    };
    // An untrained model draws about the same grey for both: four stops are taken off again.
    const double ratio = meanOf("-2") / meanOf("2");
    EXPECT_GT(ratio, 8);
    EXPECT_LT(ratio, 32);
}

TEST_F(Codes, of_another_codebook_are_refused_in_one_sentence) {
    const std::string first = makeQuantized("first");
    const std::string second = makeQuantized("second", {"--seed", "9"});
    ASSERT_EQ(tokenize(first, {makePicture("hall.exr"), "-o", text("codes")}).exitCode, 0);
    const std::string map = text("codes/hall.codes.safetensors");
    const std::string error = errorOf(detokenize(second, {map, "-o", text("out")}));
    EXPECT_THAT(error, HasSubstr("holds codes of another codebook"));
    EXPECT_THAT(error, HasSubstr(second));
    EXPECT_TRUE(filesIn("out").empty());
}

TEST_F(Codes, a_model_without_a_quantizer_has_none) {
    const ProcessResult result =
        tokenize(makeNew("m"), {makePicture("hall.exr"), "-o", text("codes")});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.errors, HasSubstr("has no quantizer"));
    EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
}

TEST_F(Codes, what_is_no_code_map_is_refused_and_the_others_go_on) {
    const std::string model = makeQuantized("m");
    ASSERT_EQ(tokenize(model, {makePicture("hall.exr"), "-o", text("codes")}).exitCode, 0);
    const std::string weights = text("m/vae/diffusion_pytorch_model.safetensors");
    const ProcessResult result = detokenize(model, {weights, text("codes/hall.codes.safetensors"),
                                                    text("none.safetensors"), "-o", text("out")});
    EXPECT_EQ(result.exitCode, 1);
    const json told = objectOf(result);
    EXPECT_EQ(told["failed"].size(), 2U);
    EXPECT_THAT(result.errors, HasSubstr("is no code map"));
    EXPECT_THAT(filesIn("out"), ElementsAre("hall.png"));
}

TEST_F(Codes, nothing_is_overwritten_unasked) {
    const std::string model = makeQuantized("m");
    const std::string picture = makePicture("hall.exr");
    ASSERT_EQ(tokenize(model, {picture, "-o", text("codes")}).exitCode, 0);
    EXPECT_THAT(errorOf(tokenize(model, {picture, "-o", text("codes")})),
                HasSubstr("exists already"));
    EXPECT_EQ(tokenize(model, {picture, "-o", text("codes"), "--overwrite"}).exitCode, 0);
    std::filesystem::create_directories(path("more"));
    const std::string other = makePicture("more/hall.exr");
    const ProcessResult both = tokenize(model, {picture, other, "-o", text("twice")});
    EXPECT_EQ(both.exitCode, 1);
    EXPECT_THAT(both.errors, HasSubstr("would both become"));
}

TEST_F(Codes, the_running_mean_is_asked_for_and_has_to_be_there) {
    const std::string model = makeQuantized("m");
    const std::string picture = makePicture("hall.exr");
    const ProcessResult none = tokenize(model, {picture, "-o", text("codes"), "--ema"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_THAT(none.errors, HasSubstr("no running mean"));
    const std::string other = makeQuantized("other", {"--seed", "9"});
    std::filesystem::copy(path("other/vae"), path("m/vae_ema"));
    const json mean = objectOf(tokenize(model, {picture, "-o", text("a"), "--ema"}));
    const json own = objectOf(tokenize(model, {picture, "-o", text("b")}));
    EXPECT_NE(mean["codebook"], own["codebook"]);
    EXPECT_EQ(mean["codebook"], objectOf(tokenize(other, {picture, "-o", text("c")}))["codebook"]);
}

TEST_F(Codes, the_kind_stands_in_what_a_model_says_of_itself) {
    const json info = objectOf(runUnlit({"model", "info", makeQuantized("m"), "--json"}));
    EXPECT_EQ(info["quantizer"], "fsq 5x5x5x5");
    EXPECT_TRUE(
        objectOf(runUnlit({"model", "info", makeNew("n"), "--json"}))["quantizer"].is_null());
}

// The whole program runs a model with codes as it runs others.
TEST_F(Codes, a_model_with_codes_makes_albedos) {
    const std::string model = makeQuantized("m");
    EXPECT_EQ(runUnlit({"model", "check", model}).exitCode, 0);
    const ProcessResult result = runUnlit({"infer", makePicture("hall.exr"), "--model", model,
                                           "--output", text("out"), "--device", "cpu"});
    EXPECT_EQ(result.exitCode, 0) << result.errors;
}
