// What a mask says of a picture's light: through the door, as a file beside it and as a layer in
// it.
#include "core/session/infer/light_mask.h"

#include "core/image/image_file.h"
#include "core/session/command_text.h"
#include "core/session/infer/inference_session.h"
#include "tests/core/session/recording_sink.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

using namespace unlit;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

constexpr int kWidth = 60;
constexpr int kHeight = 40;

/// The left third is the background: bright, so that nothing but the mask tells.
bool isBackground(std::size_t pixel) {
    return pixel % kWidth < kWidth / 3;
}

class LightMaskTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "light_mask_test";
    RecordingSink sink;
    InferenceSession session{sink};
    Image scene = makeImage(kWidth, kHeight, {"R", "G", "B"}, ColorSpace::Linear);

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
        for (std::size_t i = 0; i < scene.samples.size(); ++i)
            scene.samples[i] = isBackground(i % scene.planeSize())
                                   ? 40.0F
                                   : static_cast<float>(i % 31 + 3) / 60.0F;
        writeImage(folder / "thing.1.exr", scene, {FileFormat::Exr, false, true});
        writeImage(folder / "thing.matte.png", matte(kWidth, kHeight),
                   {FileFormat::Png8, false, true});
    }

    void TearDown() override { fs::remove_all(folder); }

    static Image matte(int width, int height) {
        Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            image.samples[i] = isBackground(i % image.planeSize()) ? 0.0F : 1.0F;
        return image;
    }

    InferenceRequest request(const std::string& mask) const {
        const char* chosen = std::getenv("UNLIT_REFERENCE_DIR");
        InferenceRequest wanted;
        wanted.input = folder / "thing.1.exr";
        wanted.model =
            fs::path(chosen != nullptr ? chosen : UNLIT_DEFAULT_REFERENCE_DIR) / "tiny-albedo";
        wanted.options.steps = 1;
        wanted.options.processingRes = 0;
        wanted.options.precision = Precision::Float32;
        wanted.inputOptions.mask = mask;
        wanted.output = OutputOptions{};
        wanted.output->folder = folder / "out";
        wanted.output->overwrite = true;
        return wanted;
    }

    std::shared_ptr<const InferenceResult> run(const InferenceRequest& wanted) {
        const JobId job = session.submit(wanted);
        const Finished finished = sink.finished(job);
        EXPECT_EQ(finished.outcome, Outcome::Done) << finished.failure.value_or(Failure{}).text();
        const auto results = sink.of<ResultReady>(job);
        return results.empty() ? std::make_shared<InferenceResult>() : results.front().result;
    }

    std::string failureOf(const InferenceRequest& wanted) {
        const Finished finished = sink.finished(session.submit(wanted));
        EXPECT_EQ(finished.outcome, Outcome::Failed);
        return finished.failure.value_or(Failure{}).text();
    }

    void expectBackgroundKept(const InferenceResult& result) const {
        ASSERT_FALSE(result.outputs.empty());
        const Image written = readImage(result.outputs.at("albedo")).image;
        EXPECT_TRUE(written.mask.empty()) << "a mask cuts nothing out of the result";
        std::size_t changed = 0;
        for (std::size_t i = 0; i < scene.samples.size(); ++i)
            if (isBackground(i % scene.planeSize()))
                ASSERT_EQ(written.samples[i], scene.samples[i]);
            else
                changed += written.samples[i] != scene.samples[i] ? 1 : 0;
        EXPECT_GT(changed, scene.planeSize());
    }
};

} // namespace

TEST_F(LightMaskTest, what_it_says_stays_as_it_is_and_counts_for_nothing) {
    const auto plain = run(request(""));
    const auto masked = run(request((folder / "{name}.matte.png").string()));
    expectBackgroundKept(*masked);
    EXPECT_EQ(std::ranges::count(masked->prediction.lightless, 1), kWidth / 3 * kHeight);
    EXPECT_TRUE(plain->prediction.lightless.empty());
    // The background of 40 would have made all else dark.
    EXPECT_GT(masked->exposureEv, plain->exposureEv + 2);
    // A file of zeros under alpha says the same.
    Image cut = scene;
    cut.mask.assign(cut.planeSize(), 1.0F);
    for (std::size_t i = 0; i < cut.planeSize(); ++i)
        if (isBackground(i))
            cut.mask[i] = 0;
    writeImage(folder / "cut.exr", cut, {FileFormat::Exr, false, true});
    InferenceRequest other = request("");
    other.input = folder / "cut.exr";
    const auto& a = masked->prediction.targets[0].image.samples;
    const auto& b = run(other)->prediction.targets[0].image.samples;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!isBackground(i % scene.planeSize())) {
            ASSERT_EQ(a[i], b[i]) << i;
        }
    }
}

TEST_F(LightMaskTest, may_be_a_layer_of_the_file) {
    Image layer = matte(kWidth, kHeight);
    layer.space = ColorSpace::Raw;
    const fs::path file = folder / "layers.exr";
    writeLayeredExr(file, {{"", &scene}, {"matte", &layer}}, {});
    InferenceRequest wanted = request("");
    wanted.input = file;
    wanted.inputOptions.maskLayer = "matte";
    const auto result = run(wanted);
    expectBackgroundKept(*result);
    wanted.inputOptions.maskLayer = "nothing";
    EXPECT_THAT(failureOf(wanted), HasSubstr("nothing"));
}

TEST_F(LightMaskTest, one_of_another_size_or_that_leaves_nothing_is_refused_in_one_sentence) {
    writeImage(folder / "small.png", matte(30, 20), {FileFormat::Png8, false, true});
    EXPECT_THAT(failureOf(request((folder / "small.png").string())),
                HasSubstr("small.png has 30x20 pixels, but "));
    writeImage(folder / "black.png", makeImage(kWidth, kHeight, {"R", "G", "B"}, ColorSpace::Srgb),
               {FileFormat::Png8, false, true});
    EXPECT_THAT(failureOf(request((folder / "black.png").string())),
                HasSubstr("leaves no pixel of "));
    EXPECT_THAT(failureOf(request((folder / "none.png").string())), HasSubstr("none.png"));
    EXPECT_THAT(failureOf(request("{seed}.png")),
                HasSubstr("there are {stem}, {name} and {frame}"));
    InferenceRequest off = request((folder / "thing.matte.png").string());
    off.options.keepBlack = KeepBlack::Off;
    EXPECT_THAT(failureOf(off), HasSubstr("--keep-black off"));
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(LightMaskTest, fields_are_those_of_the_input) {
    EXPECT_EQ(maskFile("shots/hall.0007.exr", "m/{name}_m.{frame}.png"), "m/hall_m.0007.png");
    EXPECT_EQ(maskFile("shots/hall.0007.exr", "m/{stem}.png"), "m/hall.0007.png");
    test::expectError(ErrorKind::InvalidInput, {"brace"}, [] { maskFile("a.exr", "{stem"); });
}

TEST_F(LightMaskTest, the_command_has_it) {
    InferenceRequest wanted = request("m/{stem}.png");
    EXPECT_THAT(inferCommand(wanted), HasSubstr(" --mask 'm/{stem}.png'"));
    wanted.inputOptions.mask.clear();
    wanted.inputOptions.maskLayer = "matte";
    EXPECT_THAT(inferCommand(wanted), HasSubstr(" --mask-layer matte"));
}

TEST_F(LightMaskTest, numbers_below_zero_in_the_black_stay_as_the_input_has_them) {
    Image dark = scene;
    for (std::size_t i = 0; i < dark.samples.size(); ++i)
        if (isBackground(i % dark.planeSize()))
            dark.samples[i] = i % 2 == 0 ? -0.001F : 0.0F;
    writeImage(folder / "dark.exr", dark, {FileFormat::Exr, false, true});
    InferenceRequest wanted = request("");
    wanted.input = folder / "dark.exr";
    wanted.output->albedoScale = 3; // a factor on paint, which they are none of
    const auto result = run(wanted);
    ASSERT_FALSE(result->outputs.empty());
    const Image written = readImage(result->outputs.at("albedo")).image;
    for (std::size_t i = 0; i < dark.samples.size(); ++i) {
        if (isBackground(i % dark.planeSize())) {
            ASSERT_EQ(written.samples[i], dark.samples[i]) << i;
        }
    }
}
