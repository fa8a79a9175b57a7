#include "core/session/data/pair_preview.h"

#include "core/base/error.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class PairPreviewTest : public testing::Test {
protected:
    std::shared_ptr<const data::PictureSource> source() const {
        return data::PictureSource::open(m_folder.path());
    }

    data::ListedPair write(const test::ScenePair& scene) const {
        test::writeExrFile(m_folder / "a_beauty.exr", scene.beauty);
        test::writeExrFile(m_folder / "a_albedo.exr", scene.albedo);
        return {{"a_beauty.exr", ""}, {"a_albedo.exr", ""}, {}, 0};
    }

    test::TempFolder m_folder;
};

} // namespace

TEST_F(PairPreviewTest, marks_what_a_training_leaves_out) {
    test::ScenePair scene = test::makeScene(3, 40, 30);
    for (int c = 0; c < 3; ++c)
        for (int x = 0; x < 40; ++x)
            scene.albedo.plane(c)[static_cast<std::size_t>(x)] = 0; // a row of metal, lit
    for (int c = 0; c < 3; ++c)
        for (int x = 0; x < 40; ++x)
            scene.beauty.plane(c)[static_cast<std::size_t>(x)] = 0.5F;
    const auto preview = previewPair(*source(), write(scene), {});
    ASSERT_TRUE(preview);
    ASSERT_TRUE(preview->leftOut);
    EXPECT_EQ(preview->leftOut->width, 40);
    EXPECT_EQ(preview->leftOut->samples[5], 1.0F);
    EXPECT_EQ(preview->leftOut->samples[45], 0.0F);
    EXPECT_NEAR(preview->leftOutShare, 1.0 / 30, 1e-9);
    EXPECT_EQ(preview->beautyLayers, std::vector<std::string>{""});
}

TEST_F(PairPreviewTest, a_mask_file_counts_and_a_broken_one_is_said) {
    data::ListedPair pair = write(test::makeScene(3, 40, 30));
    Image mask = makeImage(40, 30, {"R", "G", "B"}, ColorSpace::Linear);
    test::writeExrFile(m_folder / "a_mask.exr", mask);
    pair.mask = data::PictureRef{"a_mask.exr", ""};
    EXPECT_EQ(previewPair(*source(), pair, {})->leftOutShare, 1.0);
    pair.mask->path = "none.exr";
    const auto preview = previewPair(*source(), pair, {});
    EXPECT_NE(preview->maskProblem.find("none.exr"), std::string::npos);
    EXPECT_EQ(preview->leftOutShare, 0.0);
}

TEST_F(PairPreviewTest, different_sizes_have_no_mask_and_a_missing_file_is_an_error) {
    test::ScenePair scene = test::makeScene(3, 40, 30);
    scene.albedo = test::halved(scene.albedo);
    data::ListedPair pair = write(scene);
    const auto preview = previewPair(*source(), pair, {});
    ASSERT_TRUE(preview);
    EXPECT_FALSE(preview->leftOut);
    EXPECT_EQ(preview->albedo->width, 20);
    pair.albedo.path = "gone.exr";
    EXPECT_THROW(previewPair(*source(), pair, {}), Error);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(previewPair(*source(), write(scene), stop.get_token()));
}
