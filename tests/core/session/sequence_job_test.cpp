// A sequence through the door: pictures in, files out, with the tiny trained model of the reference
// pack.
#include "core/session/infer/inference_session.h"

#include "tests/core/session/recording_sink.h"
#include "tests/support/folder_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

using namespace unlit;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

class SequenceJobTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "sequence_job_test";

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
    }

    void TearDown() override { fs::remove_all(folder); }

    /// Scene-linear, the same blots under light that grows from frame to frame.
    fs::path makeFrame(int number, int width = 40, float light = 0) const {
        Image image = makeImage(width, 24, {"R", "G", "B"}, ColorSpace::Linear);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            image.samples[i] = static_cast<float>(i % 97 + 3) / 100.0F *
                               (light > 0 ? light : 1 + 0.2F * static_cast<float>(number));
        const fs::path file = folder / ("f." + std::to_string(number) + ".exr");
        writeImage(file, image, {FileFormat::Exr, false, true});
        return file;
    }

    InferenceRequest request(const fs::path& input) const {
        const char* chosen = std::getenv("UNLIT_REFERENCE_DIR");
        InferenceRequest wanted;
        wanted.input = input;
        wanted.model =
            fs::path(chosen != nullptr ? chosen : UNLIT_DEFAULT_REFERENCE_DIR) / "tiny-albedo";
        wanted.options.steps = 1;
        wanted.options.processingRes = 0;
        wanted.options.precision = Precision::Float32;
        wanted.output = OutputOptions{};
        wanted.output->folder = folder / "out";
        return wanted;
    }

    std::vector<InferenceRequest> makeFrames(int count) const {
        std::vector<InferenceRequest> frames;
        for (int i = 1; i <= count; ++i)
            frames.push_back(request(makeFrame(i)));
        return frames;
    }

    /// What each frame came to, in order.
    std::vector<Finished> run(const std::vector<InferenceRequest>& frames) {
        m_sink = std::make_unique<RecordingSink>(); // ids begin anew
        InferenceSession session(*m_sink);
        m_jobs = session.submitSequence(frames);
        std::vector<Finished> ends;
        for (const JobId job : m_jobs)
            ends.push_back(m_sink->finished(job));
        return ends;
    }

    std::shared_ptr<const InferenceResult> resultOf(std::size_t frame) const {
        const auto results = m_sink->of<ResultReady>(m_jobs[frame]);
        return results.empty() ? nullptr : results.front().result;
    }

    std::vector<float> samplesOf(int number) const {
        return readImage(folder / "out" / ("f." + std::to_string(number) + "_albedo.exr"))
            .image.samples;
    }

    std::unique_ptr<RecordingSink> m_sink;
    std::vector<JobId> m_jobs;
};

void expectDone(const std::vector<Finished>& ends) {
    for (const Finished& end : ends)
        EXPECT_EQ(end.outcome, Outcome::Done) << end.failure.value_or(Failure{}).text();
}

} // namespace

TEST_F(SequenceJobTest, every_frame_has_its_result_and_all_one_exposure) {
    const auto frames = makeFrames(3);
    expectDone(run(frames));
    // The exposure is log2(0.8 / bright), so that of 1.4 times the light lies in the middle.
    ASSERT_TRUE(resultOf(1));
    RecordingSink sink;
    InferenceSession alone(sink);
    InferenceRequest middle = frames[1];
    middle.output.reset();
    const JobId job = alone.submit(middle);
    ASSERT_EQ(sink.finished(job).outcome, Outcome::Done);
    const double exposure = sink.of<ResultReady>(job).front().result->exposureEv;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_DOUBLE_EQ(resultOf(i)->exposureEv, exposure);
        EXPECT_DOUBLE_EQ(resultOf(i)->request.inputOptions.exposureEv.value(), exposure);
        EXPECT_EQ(resultOf(i)->request.sequence->frame, static_cast<int>(i) + 1);
        EXPECT_EQ(resultOf(i)->request.sequence->frames, 3);
        EXPECT_TRUE(fs::exists(resultOf(i)->outputs.at("albedo")));
    }
    EXPECT_EQ(test::namesIn(folder / "out").size(), 3U) << "nothing else is left";
}

TEST_F(SequenceJobTest, a_broken_frame_and_one_of_another_size_fail_alone) {
    auto frames = makeFrames(5);
    fs::resize_file(frames[1].input, 20);
    makeFrame(4, 64);
    const auto ends = run(frames);
    for (const std::size_t good : {0U, 2U, 4U})
        EXPECT_EQ(ends[good].outcome, Outcome::Done);
    ASSERT_EQ(ends[1].outcome, Outcome::Failed);
    EXPECT_THAT(ends[1].failure->text(), HasSubstr("f.2.exr"));
    ASSERT_EQ(ends[3].outcome, Outcome::Failed);
    EXPECT_THAT(ends[3].failure->text(), HasSubstr("f.4.exr has 64x24 pixels"));
    EXPECT_THAT(ends[3].failure->text(), HasSubstr("40x24"));
    EXPECT_EQ(test::namesIn(folder / "out").size(), 3U);
}

TEST_F(SequenceJobTest, frames_whose_results_exist_are_kept_and_the_others_come_out_the_same) {
    const auto frames = makeFrames(7);
    expectDone(run(frames));
    const auto wanted = samplesOf(6);
    fs::remove(folder / "out/f.6_albedo.exr");
    fs::last_write_time(folder / "out/f.1_albedo.exr", fs::file_time_type{});
    expectDone(run(frames));
    EXPECT_FALSE(resultOf(0));
    EXPECT_THAT(m_sink->of<LogLine>(m_jobs[0]).front().text, HasSubstr("kept"));
    EXPECT_TRUE(resultOf(5));
    EXPECT_EQ(fs::last_write_time(folder / "out/f.1_albedo.exr"), fs::file_time_type{});
    EXPECT_EQ(samplesOf(6), wanted);
}

TEST_F(SequenceJobTest, what_was_cancelled_goes_on_where_it_ended) {
    const auto frames = makeFrames(40);
    expectDone(run(frames));
    const auto wanted = samplesOf(40);
    fs::remove_all(folder / "out");
    {
        RecordingSink sink;
        InferenceSession session(sink);
        m_jobs = session.submitSequence(frames);
        sink.finished(m_jobs[2]);
        session.cancelAll();
        EXPECT_EQ(sink.finished(m_jobs[39]).outcome, Outcome::Cancelled);
    }
    const auto left = test::namesIn(folder / "out");
    EXPECT_TRUE(std::ranges::any_of(
        left, [](const std::string& name) { return name.starts_with(".unlit-sequence-"); }));
    expectDone(run(frames));
    EXPECT_EQ(samplesOf(40), wanted);
    EXPECT_EQ(test::namesIn(folder / "out").size(), 40U) << "the record is gone";
}

TEST_F(SequenceJobTest, one_frame_is_as_a_picture) {
    const InferenceRequest only = request(makeFrame(1));
    expectDone(run({only}));
    const auto asSequence = samplesOf(1);
    EXPECT_FALSE(resultOf(0)->request.sequence);
    RecordingSink sink;
    InferenceSession session(sink);
    InferenceRequest alone = only;
    alone.output->overwrite = true;
    ASSERT_EQ(sink.finished(session.submit(alone)).outcome, Outcome::Done);
    EXPECT_EQ(samplesOf(1), asSequence);
}

TEST_F(SequenceJobTest, tiles_are_refused_and_ensembles_are_not) {
    auto frames = makeFrames(2);
    for (InferenceRequest& frame : frames)
        frame.options.tiles = {TileMode::On, 32, 0};
    for (const Finished& end : run(frames)) {
        ASSERT_EQ(end.outcome, Outcome::Failed);
        EXPECT_THAT(end.failure->text(), HasSubstr("tiles"));
    }
    for (InferenceRequest& frame : frames) {
        frame.options.tiles = {};
        frame.options.ensemble = 2;
        frame.output->uncertainty = true;
    }
    expectDone(run(frames));
    EXPECT_EQ(resultOf(1)->uncertaintyOutputs.size(), 1U);
}
