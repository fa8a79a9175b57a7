// Another strength, detail or black for a result that is there is what a run would have given.
#include "core/session/infer/finish_again.h"

#include "core/session/infer/correct_by_hand.h"
#include "tests/core/session/inference_session_fixture.h"

using namespace unlit;
using test::InferenceSessionTest;
using test::referenceDir;

namespace {

/// What another strength, detail and black are asked of.
struct Finishing {
    double strength = 1;
    DetailMode detail = DetailMode::Guided;
    KeepBlack keepBlack = KeepBlack::Auto;
};

void expectSamePictures(const Prediction& made, const Prediction& run) {
    ASSERT_EQ(made.targets.size(), run.targets.size());
    EXPECT_EQ(made.used.strength, run.used.strength);
    EXPECT_EQ(made.used.detail, run.used.detail);
    EXPECT_EQ(made.used.keepBlack, run.used.keepBlack);
    EXPECT_EQ(made.used.members, run.used.members);
    EXPECT_EQ(made.lightless, run.lightless);
    for (std::size_t k = 0; k < run.targets.size(); ++k) {
        const TargetPrediction& a = made.targets[k];
        const TargetPrediction& b = run.targets[k];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.image.space, b.image.space);
        ASSERT_EQ(a.image.samples.size(), b.image.samples.size());
        ASSERT_EQ(a.uncertainty.has_value(), b.uncertainty.has_value());
        for (std::size_t i = 0; i < b.image.samples.size(); ++i) {
            ASSERT_NEAR(a.image.samples[i], b.image.samples[i], 1e-6) << b.name << " " << i;
            if (b.uncertainty) {
                ASSERT_NEAR(a.uncertainty->samples[i], b.uncertainty->samples[i], 1e-6) << i;
            }
        }
    }
}

bool isSamePicture(const Image& a, const Image& b) {
    return a.samples == b.samples;
}

} // namespace

class FinishAgainTest : public InferenceSessionTest {
protected:
    std::shared_ptr<const InferenceResult> resultOf(const Finishing& finishing,
                                                    const std::string& model = "tiny-albedo",
                                                    TileMode tiles = TileMode::Off) {
        InferenceRequest wanted = request();
        wanted.model = referenceDir() / model;
        wanted.output.reset();
        wanted.options.strength = finishing.strength;
        wanted.options.detail = finishing.detail;
        wanted.options.keepBlack = finishing.keepBlack;
        wanted.options.processingRes = 16;
        wanted.options.ensemble = 2;
        wanted.options.tiles.mode = tiles;
        const JobId job = m_session.submit(wanted);
        EXPECT_EQ(sink.finished(job).outcome, Outcome::Done);
        return sink.of<ResultReady>(job).front().result;
    }

    /// The left half of the picture is black.
    void blackenHalf() const {
        Image image = readImage(folder / "picture.png").image;
        for (int c = 0; c < 3; ++c)
            for (int y = 0; y < image.height; ++y)
                std::fill_n(image.plane(c).begin() + y * image.width, image.width / 2, 0.0F);
        writeImage(folder / "picture.png", image, {FileFormat::Png16, false, true});
    }

    InferenceSession m_session{sink};
};

TEST_F(FinishAgainTest, gives_what_a_run_would_give) {
    const std::vector<Finishing> all{{0.4, DetailMode::Guided},
                                     {0.9, DetailMode::Off},
                                     {0.0, DetailMode::Guided},
                                     {1.0, DetailMode::Guided, KeepBlack::Off}};
    std::vector<std::shared_ptr<const InferenceResult>> runs;
    for (const Finishing& finishing : all)
        runs.push_back(resultOf(finishing));
    EXPECT_FALSE(
        isSamePicture(runs[3]->prediction.targets[0].image, runs[1]->prediction.targets[0].image))
        << "a test that cannot tell";
    for (const auto& from : runs)
        for (const auto& to : runs) {
            ASSERT_TRUE(canFinishAgain(*from));
            const auto made = finishAgain(*from, to->request.options);
            ASSERT_TRUE(made);
            expectSamePictures(made->prediction, to->prediction);
            EXPECT_EQ(made->request.options.strength, to->request.options.strength);
            EXPECT_EQ(made->inputHash, to->inputHash);
            EXPECT_TRUE(canFinishAgain(*made)) << "and once more";
        }
}

TEST_F(FinishAgainTest, strokes_are_of_the_run_and_stay_with_what_is_finished_again) {
    const auto bare = resultOf({0.4, DetailMode::Guided});
    const auto strong = resultOf({0.9, DetailMode::Guided});
    const auto strokes = std::make_shared<const StrokeSet>(StrokeSet{
        .width = bare->display->width,
        .height = bare->display->height,
        .hash = bare->inputHash,
        .strokes = {
            {.kind = StrokeKind::ThisBright, .radius = 5, .points = {{12, 9}}, .value = {0.3}}}});
    InferenceRequest wanted = bare->request;
    wanted.strokes = strokes;
    const JobId job = m_session.submit(wanted);
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    const auto run = sink.of<ResultReady>(job).front().result;
    expectSamePictures(run->prediction, withStrokes(bare, strokes)->prediction);
    EXPECT_FALSE(
        isSamePicture(run->prediction.targets[0].image, bare->prediction.targets[0].image));
    ASSERT_TRUE(run->uncorrected);
    expectSamePictures(run->uncorrected->prediction, bare->prediction);
    const auto made = finishAgain(*run, strong->request.options);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->request.strokes, strokes);
    expectSamePictures(made->prediction, withStrokes(strong, strokes)->prediction);
    expectSamePictures(made->uncorrected->prediction, strong->prediction);
}

TEST_F(FinishAgainTest, holds_for_every_target_and_for_linear_ones) {
    for (const std::string model : {"tiny-iid", "tiny-iid-lighting"}) {
        const auto guided = resultOf({1, DetailMode::Guided}, model);
        const auto off = resultOf({1, DetailMode::Off}, model);
        const auto made = finishAgain(*off, guided->request.options);
        ASSERT_TRUE(made);
        expectSamePictures(made->prediction, guided->prediction);
    }
}

TEST_F(FinishAgainTest, black_stays_black_in_another_detail) {
    blackenHalf();
    const auto guided = resultOf({0.7, DetailMode::Guided});
    const auto off = resultOf({0.7, DetailMode::Off});
    ASSERT_FALSE(guided->prediction.lightless.empty());
    const auto made = finishAgain(*guided, off->request.options);
    ASSERT_TRUE(made);
    expectSamePictures(made->prediction, off->prediction);
    EXPECT_EQ(made->prediction.targets[0].image.samples[0], 0);
}

TEST_F(FinishAgainTest, black_that_the_network_has_to_see_needs_a_run) {
    blackenHalf();
    const auto kept = resultOf({.keepBlack = KeepBlack::Auto});
    const auto seen = resultOf({.keepBlack = KeepBlack::Off});
    EXPECT_FALSE(finishAgain(*kept, seen->request.options));
    EXPECT_FALSE(finishAgain(*seen, kept->request.options));
}

TEST_F(FinishAgainTest, results_in_tiles_have_no_answer_of_the_networks_size) {
    EXPECT_FALSE(canFinishAgain(*resultOf({}, "tiny-albedo", TileMode::On)));
}

TEST_F(FinishAgainTest, what_is_kept_has_the_networks_size) {
    // 16 x 9.6 pixels, padded to what the VAE divides: at most 16 x 16, three numbers each, of what
    // it saw, of one target, and of what its two members differ by.
    const std::uint64_t bytes = resultOf({})->prediction.answerBytes;
    EXPECT_GT(bytes, 0U);
    EXPECT_LE(bytes, 16U * 16 * 3 * sizeof(float) * 3);
}
