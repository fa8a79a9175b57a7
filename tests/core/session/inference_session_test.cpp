// The main job through the door: a picture in, events and files out, with the tiny trained model of
// the reference pack.
#include "core/session/infer/change_strength.h"
#include "core/weights/unlit_json.h"
#include "tests/core/session/inference_session_fixture.h"
#include "tests/support/file_text.h"

#include <fstream>

using namespace unlit;
using test::InferenceSessionTest;
using test::referenceDir;
using test::textOf;
namespace fs = std::filesystem;

TEST_F(InferenceSessionTest, a_picture_becomes_an_albedo_file) {
    InferenceSession session(sink);
    const JobId job = session.submit(request());
    const Finished finished = sink.finished(job);
    ASSERT_EQ(finished.outcome, Outcome::Done) << finished.failure.value_or(Failure{}).text();
    ASSERT_EQ(sink.of<InputReady>(job).size(), 1U);
    ASSERT_EQ(sink.of<ResultReady>(job).size(), 1U);
    const InferenceResult& result = *sink.of<ResultReady>(job).front().result;
    ASSERT_EQ(result.prediction.targets.size(), 1U);
    EXPECT_EQ(result.prediction.targets[0].name, "albedo");
    EXPECT_EQ(result.prediction.used.steps, 2);
    const Image written = readImage(result.outputs.at("albedo")).image;
    EXPECT_EQ(written.width, 40);
    EXPECT_EQ(written.height, 24);
    EXPECT_TRUE(std::holds_alternative<Started>(sink.events().front().body));
    EXPECT_TRUE(std::holds_alternative<Finished>(sink.events().back().body));
    EXPECT_DOUBLE_EQ(sink.of<Progress>(job).back().fraction, 1.0);
}

// Picture and model are read beside each other: which of them fails first is left to chance.
TEST_F(InferenceSessionTest, of_a_picture_and_a_model_that_fail_the_picture_is_told) {
    const fs::path model = folder / "mixed";
    fs::copy(referenceDir() / "tiny-albedo", model, fs::copy_options::recursive);
    fs::copy_file(model / "vae/diffusion_pytorch_model.safetensors",
                  model / "unet/diffusion_pytorch_model.safetensors",
                  fs::copy_options::overwrite_existing);
    std::ofstream(folder / "broken.png") << "no picture";
    InferenceSession session(sink);
    InferenceRequest wanted = request();
    const auto failureOf = [&](const fs::path& picture, const fs::path& with) {
        wanted.input = picture;
        wanted.model = with;
        const JobId job = session.submit(wanted);
        EXPECT_EQ(sink.finished(job).outcome, Outcome::Failed);
        EXPECT_EQ(sink.of<InputReady>(job).size(), picture == folder / "picture.png" ? 1U : 0U);
        return sink.finished(job).failure.value_or(Failure{}).text();
    };
    for (int i = 0; i < 5; ++i) {
        EXPECT_NE(failureOf(folder / "broken.png", model).find("broken.png"), std::string::npos);
        EXPECT_NE(failureOf(folder / "broken.png", referenceDir() / "tiny-albedo").find("broken"),
                  std::string::npos);
        EXPECT_NE(failureOf(folder / "picture.png", model).find("mixed"), std::string::npos);
    }
    wanted.model = referenceDir() / "tiny-albedo"; // nothing of a loading that was stopped is left
    EXPECT_EQ(sink.finished(session.submit(wanted)).outcome, Outcome::Done);
}

TEST_F(InferenceSessionTest, a_model_with_headroom_is_shown_scenes_darker) {
    Image scene = makeImage(40, 24, {"R", "G", "B"}, ColorSpace::Linear);
    for (std::size_t i = 0; i < scene.samples.size(); ++i)
        scene.samples[i] = static_cast<float>(i % 89) / 30.0F;
    writeImage(folder / "scene.exr", scene, {FileFormat::Exr, false, true});
    fs::copy(referenceDir() / "tiny-albedo", folder / "roomy", fs::copy_options::recursive);
    weights::updateUnlitJson(folder / "roomy/unlit.json", {}, {{"headroom_ev", 1.0}});
    InferenceSession session(sink);
    const auto resultOf = [&](const InferenceRequest& wanted) {
        const JobId job = session.submit(wanted);
        const Finished finished = sink.finished(job);
        EXPECT_EQ(finished.outcome, Outcome::Done) << finished.failure.value_or(Failure{}).text();
        return sink.of<ResultReady>(job).front().result;
    };
    InferenceRequest wanted = request("roomy-out");
    wanted.input = folder / "scene.exr";
    const auto automatic = resultOf(wanted);
    wanted.model = folder / "roomy";
    wanted.output->folder = folder / "roomy-out2";
    const auto roomy = resultOf(wanted);
    EXPECT_EQ(roomy->exposureEv, automatic->exposureEv) << "people see both alike";
    wanted.model = referenceDir() / "tiny-albedo";
    wanted.inputOptions.exposureEv = automatic->exposureEv - 1;
    wanted.output->folder = folder / "roomy-out3";
    const auto darker = resultOf(wanted);
    const auto samples = [](const std::shared_ptr<const InferenceResult>& result) {
        return result->prediction.targets.at(0).image.samples;
    };
    EXPECT_EQ(samples(roomy), samples(darker));
    EXPECT_NE(samples(roomy), samples(automatic));
}

TEST_F(InferenceSessionTest, what_was_cut_out_stays_cut_out) {
    Image image = readImage(folder / "picture.png").image;
    InferenceSession session(sink);
    const auto albedoUnder = [&](const std::vector<float>& alpha, FileFormat format) {
        image.mask = alpha;
        writeImage(folder / "picture.png", image, {FileFormat::Png16, false, true});
        InferenceRequest wanted = request();
        wanted.output->format = format;
        wanted.output->overwrite = true;
        const JobId job = session.submit(wanted);
        EXPECT_EQ(sink.finished(job).outcome, Outcome::Done);
        return readImage(sink.of<ResultReady>(job).front().result->outputs.at("albedo")).image;
    };
    std::vector<float> half(image.planeSize(), 1.0F);
    std::fill_n(half.begin(), half.size() / 2, 0.0F);
    EXPECT_EQ(albedoUnder(half, FileFormat::Png16).mask, half);
    const Image multiplied = albedoUnder(half, FileFormat::Exr);
    EXPECT_EQ(multiplied.mask, half);
    EXPECT_EQ(multiplied.samples.front(), 0.0F);
    EXPECT_GT(multiplied.samples.back(), 0.0F);
    // Alpha that says nothing is not written, and takes no colours away.
    for (const float everywhere : {0.0F, 1.0F}) {
        const std::vector<float> plain(image.planeSize(), everywhere);
        const Image whole = albedoUnder(plain, FileFormat::Exr);
        EXPECT_TRUE(whole.mask.empty());
        EXPECT_GT(whole.samples.front(), 0.0F);
    }
}

TEST_F(InferenceSessionTest, same_seed_gives_the_same_bytes_and_another_seed_does_not) {
    InferenceSession session(sink);
    InferenceRequest other = request("c");
    other.options.seed = 7;
    session.submit(request("a"));
    session.submit(request("b"));
    ASSERT_EQ(sink.finished(session.submit(other)).outcome, Outcome::Done);
    EXPECT_EQ(textOf(folder / "a/picture_albedo.exr"), textOf(folder / "b/picture_albedo.exr"));
    EXPECT_NE(textOf(folder / "a/picture_albedo.exr"), textOf(folder / "c/picture_albedo.exr"));
}

TEST_F(InferenceSessionTest, cancel_ends_a_long_run_and_writes_nothing) {
    InferenceSession session(sink);
    InferenceRequest endless = request();
    endless.options.steps = 999;
    endless.options.ensemble = 50;
    endless.options.batchSize = 1;
    const JobId job = session.submit(endless);
    ASSERT_TRUE(sink.waitFor([&](const RecordingSink&) { return sawStep(job); }));
    session.cancel(job);
    EXPECT_EQ(sink.finished(job).outcome, Outcome::Cancelled);
    EXPECT_TRUE(sink.of<ResultReady>(job).empty());
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(InferenceSessionTest, a_bad_file_fails_by_name_and_the_next_one_is_done) {
    InferenceSession session(sink);
    InferenceRequest missing = request();
    missing.input = folder / "nowhere.png";
    const JobId bad = session.submit(missing);
    const JobId good = session.submit(request());
    const Finished failed = sink.finished(bad);
    EXPECT_EQ(failed.outcome, Outcome::Failed);
    ASSERT_TRUE(failed.failure);
    EXPECT_NE(failed.failure->message.find("nowhere.png"), std::string::npos)
        << failed.failure->message;
    EXPECT_EQ(sink.finished(good).outcome, Outcome::Done);
}

TEST_F(InferenceSessionTest, an_existing_result_is_refused_before_the_network_runs) {
    InferenceSession session(sink);
    ASSERT_EQ(sink.finished(session.submit(request())).outcome, Outcome::Done);
    const std::string before = textOf(folder / "out/picture_albedo.exr");
    const JobId again = session.submit(request());
    const Finished finished = sink.finished(again);
    EXPECT_EQ(finished.outcome, Outcome::Failed);
    EXPECT_FALSE(sawStep(again));
    EXPECT_EQ(textOf(folder / "out/picture_albedo.exr"), before);
}

TEST_F(InferenceSessionTest, a_result_is_saved_later_without_the_network) {
    InferenceSession session(sink);
    InferenceRequest unsaved = request();
    unsaved.output.reset();
    const JobId job = session.submit(unsaved);
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    session.releaseModel();
    OutputOptions options;
    options.folder = folder / "saved";
    options.format = FileFormat::Png8;
    const JobId saving = session.save(sink.of<ResultReady>(job).front().result, options);
    ASSERT_EQ(sink.finished(saving).outcome, Outcome::Done);
    EXPECT_TRUE(fs::exists(folder / "saved/picture_albedo.png"));
    EXPECT_EQ(sink.of<ResultReady>(saving).front().result->outputs.at("albedo"),
              folder / "saved/picture_albedo.png");
}

TEST_F(InferenceSessionTest, pixels_that_are_no_numbers_are_said_and_a_picture_of_them_is_refused) {
    Image image = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(image.samples, 0.5F); // black would have no light, which is said too
    image.samples[5] = std::numeric_limits<float>::quiet_NaN();
    writeImage(folder / "some.exr", image, {FileFormat::Exr, false, true});
    std::ranges::fill(image.samples, std::numeric_limits<float>::quiet_NaN());
    writeImage(folder / "all.exr", image, {FileFormat::Exr, false, true});
    InferenceSession session(sink);
    InferenceRequest some = request();
    some.input = folder / "some.exr";
    InferenceRequest all = request();
    all.input = folder / "all.exr";
    const JobId someJob = session.submit(some);
    const JobId allJob = session.submit(all);
    EXPECT_EQ(sink.finished(someJob).outcome, Outcome::Done);
    std::vector<LogLine> warnings = sink.of<LogLine>(someJob);
    std::erase_if(warnings, [](const LogLine& line) { // what is no paint is told as well
        return line.level != LogLine::Level::Warning;
    });
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].text.find("1 pixel"), std::string::npos);
    EXPECT_EQ(sink.finished(allJob).outcome, Outcome::Failed);
}

TEST_F(InferenceSessionTest, uncertainty_of_a_single_member_is_refused) {
    InferenceSession session(sink);
    InferenceRequest wanted = request();
    wanted.output->uncertainty = true;
    const Finished finished = sink.finished(session.submit(wanted));
    ASSERT_EQ(finished.outcome, Outcome::Failed);
    EXPECT_NE(finished.failure->text().find("--ensemble"), std::string::npos);
}

TEST_F(InferenceSessionTest, destruction_during_a_run_posts_the_last_event) {
    JobId job;
    {
        InferenceSession session(sink);
        InferenceRequest endless = request();
        endless.options.steps = 999;
        job = session.submit(endless);
        ASSERT_TRUE(sink.waitFor([&](const RecordingSink&) { return sawStep(job); }));
    }
    ASSERT_EQ(sink.of<Finished>(job).size(), 1U);
    EXPECT_EQ(sink.of<Finished>(job)[0].outcome, Outcome::Cancelled);
}

TEST_F(InferenceSessionTest, finishing_early_keeps_the_members_that_are_done) {
    InferenceSession session(sink);
    InferenceRequest endless = request();
    endless.options.ensemble = 1000;
    endless.options.batchSize = 1;
    endless.output->sidecar = true;
    const JobId job = session.submit(endless);
    ASSERT_TRUE(sink.waitFor([&](const RecordingSink& seen) {
        const auto all = seen.of<Progress>(job);
        return std::ranges::any_of(all, [](const Progress& p) {
            return toEnglish(p.stage).starts_with("member 3 of 1000");
        });
    }));
    session.finishEarly(job);
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    const Prediction& stopped = sink.of<ResultReady>(job).front().result->prediction;
    EXPECT_EQ(stopped.used.ensemble, 1000);
    EXPECT_GE(stopped.used.members, 3);
    EXPECT_LT(stopped.used.members, 1000);
    EXPECT_TRUE(stopped.targets[0].uncertainty.has_value());

    // What it left is what asking for so many of the same ensemble makes.
    InferenceRequest again = request("again");
    again.options.ensemble = 1000;
    again.options.stopAfter = stopped.used.members;
    again.options.batchSize = 1;
    const JobId second = session.submit(again);
    ASSERT_EQ(sink.finished(second).outcome, Outcome::Done);
    EXPECT_EQ(sink.of<ResultReady>(second).front().result->prediction.targets[0].image.samples,
              stopped.targets[0].image.samples);
    EXPECT_NE(textOf(folder / "out/picture_unlit.json")
                  .find("\"stop_after\": " + std::to_string(stopped.used.members)),
              std::string::npos);
}

TEST_F(InferenceSessionTest, members_so_far_are_shown_before_the_end) {
    InferenceSession session(sink);
    InferenceRequest several = request();
    several.options.ensemble = 4;
    several.options.batchSize = 1;
    const JobId job = session.submit(several);
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    const auto previews = sink.of<PreviewReady>(job);
    ASSERT_FALSE(previews.empty());
    const InferenceResult& first = *previews.front().result;
    EXPECT_EQ(first.prediction.used.members, 1);
    EXPECT_EQ(first.prediction.targets[0].image.width, 40);
    EXPECT_EQ(first.prediction.targets[0].image.height, 24);
    ASSERT_NE(first.input, nullptr);
    EXPECT_EQ(first.input, sink.of<ResultReady>(job).front().result->input);
    EXPECT_EQ(sink.of<ResultReady>(job).front().result->prediction.used.members, 4);

    const JobId single = session.submit(request("single"));
    ASSERT_EQ(sink.finished(single).outcome, Outcome::Done);
    EXPECT_TRUE(sink.of<PreviewReady>(single).empty());
}

TEST_F(InferenceSessionTest, finishing_what_has_ended_or_never_was_does_nothing) {
    InferenceSession session(sink);
    const JobId job = session.submit(request());
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    session.finishEarly(job);
    session.finishEarly(JobId{12345});
    ASSERT_EQ(sink.finished(session.submit(request("next"))).outcome, Outcome::Done);
}

TEST_F(InferenceSessionTest, another_strength_without_a_run_is_what_a_run_would_give) {
    InferenceSession session(sink);
    const auto resultAt = [&](double strength, TileMode tiles) {
        InferenceRequest wanted = request();
        wanted.output.reset();
        wanted.options.strength = strength;
        wanted.options.processingRes = 16;
        wanted.options.ensemble = 2;
        wanted.options.tiles.mode = tiles;
        const JobId job = session.submit(wanted);
        EXPECT_EQ(sink.finished(job).outcome, Outcome::Done);
        return sink.of<ResultReady>(job).front().result;
    };
    for (const TileMode tiles : {TileMode::Off, TileMode::On}) {
        const auto weak = resultAt(0.4, tiles);
        const auto strong = resultAt(0.9, tiles);
        ASSERT_TRUE(canChangeStrength(*weak));
        const auto changed = withStrength(*weak, 0.9);
        const TargetPrediction& made = changed->prediction.targets.at(0);
        const TargetPrediction& run = strong->prediction.targets.at(0);
        ASSERT_EQ(made.image.samples.size(), run.image.samples.size());
        for (std::size_t i = 0; i < run.image.samples.size(); ++i) {
            ASSERT_NEAR(made.image.samples[i], run.image.samples[i], 1e-6) << i;
            ASSERT_NEAR(made.uncertainty->samples[i], run.uncertainty->samples[i], 1e-6) << i;
        }
    }
}
