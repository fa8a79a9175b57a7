// The attention maps of a run: a folder of pictures beside the same result.
#include "core/weights/json_file.h"
#include "tests/core/session/inference_session_fixture.h"

#include <set>

using namespace unlit;
using test::InferenceSessionTest;
using test::referenceDir;

namespace {

class AttentionPicturesTest : public InferenceSessionTest {
protected:
    InferenceRequest wanted(bool withMaps) {
        InferenceRequest wanted = request();
        wanted.model = referenceDir() / "tiny-albedo";
        wanted.output.reset();
        wanted.options.processingRes = 16;
        wanted.options.steps = 2;
        wanted.options.ensemble = 1;
        if (withMaps)
            wanted.attention = AttentionRequest{folder / "maps", {}};
        return wanted;
    }

    Finished run(const InferenceRequest& wanted) {
        m_job = m_session.submit(wanted);
        return sink.finished(m_job);
    }

    std::shared_ptr<const InferenceResult> result() {
        return sink.of<ResultReady>(m_job).front().result;
    }

    void expectRefused(const InferenceRequest& wanted, const std::string& says) {
        const Finished end = run(wanted);
        EXPECT_EQ(end.outcome, Outcome::Failed);
        ASSERT_TRUE(end.failure);
        EXPECT_NE(end.failure->text().find(says), std::string::npos) << end.failure->text();
        EXPECT_FALSE(std::filesystem::exists(folder / "maps"));
    }

    InferenceSession m_session{sink};
    JobId m_job{};
};

} // namespace

TEST_F(AttentionPicturesTest, every_step_layer_and_head_is_a_picture_and_the_result_the_same) {
    ASSERT_EQ(run(wanted(false)).outcome, Outcome::Done);
    const auto plain = result();
    ASSERT_EQ(run(wanted(true)).outcome, Outcome::Done);
    const Image& with = result()->prediction.targets.at(0).image;
    const Image& without = plain->prediction.targets.at(0).image;
    ASSERT_EQ(with.samples.size(), without.samples.size());
    for (std::size_t i = 0; i < with.samples.size(); ++i)
        ASSERT_NEAR(with.samples[i], without.samples[i], 1e-5);

    const auto list = weights::readJsonObject(folder / "maps/attention.json").at("maps");
    std::set<std::string> layers;
    std::set<int> steps;
    for (const auto& map : list) {
        layers.insert(map.at("layer"));
        steps.insert(map.at("step").get<int>());
        const Image picture = readImage(folder / "maps" / map.at("file").get<std::string>()).image;
        EXPECT_EQ(picture.width, map.at("width").get<int>());
        EXPECT_EQ(picture.height, map.at("height").get<int>());
        EXPECT_EQ(*std::ranges::max_element(picture.samples), 1.0F);
        EXPECT_GT(map.at("largest").get<double>(), 0);
        EXPECT_LE(map.at("largest").get<double>(), 1);
    }
    EXPECT_EQ(steps, (std::set<int>{1, 2}));
    EXPECT_TRUE(layers.contains("mid_block.attentions.0.transformer_blocks.0.attn1"));
}

TEST_F(AttentionPicturesTest, what_has_no_maps_is_refused) {
    InferenceRequest request = wanted(true);
    request.options.ensemble = 2;
    expectRefused(request, "an ensemble is asked for");
    request = wanted(true);
    request.options.tiles.mode = TileMode::On;
    expectRefused(request, "tiles are asked for");
    request = wanted(true);
    request.attention->point = {100000, 3};
    expectRefused(request, "outside of the picture");
}

TEST_F(AttentionPicturesTest, a_folder_that_is_there_stays) {
    std::filesystem::create_directories(folder / "maps/other");
    const Finished end = run(wanted(true));
    EXPECT_EQ(end.outcome, Outcome::Failed);
    EXPECT_TRUE(std::filesystem::exists(folder / "maps/other"));
}
