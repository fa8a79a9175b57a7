// A model that was saved predicts what it predicted before, through the whole pipeline.
#include "core/infer/pipeline.h"
#include "core/weights/save_model_folder.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <random>

using namespace unlit;
using namespace unlit::weights;

namespace {

Image noisePicture() {
    Image image = makeImage(20, 14, {"R", "G", "B"}, ColorSpace::Srgb);
    std::mt19937 random(3);
    for (float& sample : image.samples)
        sample = static_cast<float>(random() % 256) / 255.0F;
    return image;
}

std::vector<float> predict(const std::filesystem::path& folder) {
    infer::Pipeline pipeline(infer::loadModel(openModelFolder(folder), "cpu", Precision::Float32));
    InferOptions options;
    options.steps = 2;
    options.processingRes = 0;
    options.seed = 11;
    return pipeline.run(noisePicture(), options, {}, {})->targets.at(0).image.samples;
}

void save(const std::filesystem::path& from, const std::filesystem::path& to) {
    saveModelFolder(to, toSave(openModelFolder(from)), false);
}

} // namespace

TEST(SavedPicture, a_model_read_as_noisy_first_gives_the_same_picture_image_first) {
    const test::TempFolder temp;
    test::writeSmallModel(temp / "noisy_first");
    save(temp / "noisy_first", temp / "image_first");
    ASSERT_EQ(openModelFolder(temp / "noisy_first").concatOrder, ConcatOrder::NoisyFirst);
    ASSERT_EQ(openModelFolder(temp / "image_first").concatOrder, ConcatOrder::ImageFirst);
    const std::vector<float> before = predict(temp / "noisy_first");
    const std::vector<float> after = predict(temp / "image_first");
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_NEAR(after[i], before[i], 2e-5) << i; // the order of summation differs
}

TEST(SavedPicture, saved_again_it_is_the_same_to_the_last_bit) {
    const test::TempFolder temp;
    test::writeSmallModel(temp / "noisy_first");
    save(temp / "noisy_first", temp / "first");
    save(temp / "first", temp / "second");
    EXPECT_EQ(predict(temp / "first"), predict(temp / "second"));
}

TEST(SavedPicture, the_order_matters_for_this_model) {
    const test::TempFolder temp;
    test::writeSmallModel(temp / "model");
    const std::vector<float> before = predict(temp / "model");
    test::editJson(temp / "model/model_index.json", [](nlohmann::json& index) {
        index["_class_name"] = "MarigoldIIDPipeline"; // now read as image first, unchanged
    });
    EXPECT_NE(predict(temp / "model"), before);
}
