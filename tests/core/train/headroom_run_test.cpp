// Training shows scene-linear pictures as inference will: with the model's headroom.
#include "core/image/image_file.h"
#include "core/weights/unlit_json.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;

namespace {

/// Beauties in scene-linear light beside the set's own files.
void addScenes(const std::filesystem::path& set) {
    std::ifstream own(set / "filename_list.txt");
    std::ofstream list(set / "scenes.txt");
    int number = 0;
    for (std::string beauty, albedo, rest; own >> beauty >> albedo; ++number) {
        std::getline(own, rest);
        Image scene = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Linear);
        for (std::size_t i = 0; i < scene.samples.size(); ++i)
            scene.samples[i] = static_cast<float>((i * 7 + static_cast<std::size_t>(number)) % 61) /
                               40.0F; // some above display white
        const std::string name = "scene" + std::to_string(number) + ".exr";
        writeImage(set / name, scene,
                   {.format = FileFormat::Exr, .half = false, .overwrite = true});
        list << name << ' ' << albedo << '\n';
    }
}

/// Of all validations of a short run.
std::vector<std::vector<std::pair<std::string, double>>> figuresAt(double headroomEv,
                                                                   double exposureEv) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    addScenes(small.folder("set"));
    weights::updateUnlitJson(small.folder("model") / "unlit.json", {},
                             {{"headroom_ev", headroomEv}});
    small.config.augmentation.exposureEv = 0;
    for (config::DatasetConfig* set : std::initializer_list<config::DatasetConfig*>{
             &small.config.dataset.train, small.config.dataset.val.data(),
             small.config.dataset.vis.data()}) {
        set->filenames = "scenes.txt";
        set->exposureEv = exposureEv;
    }
    EXPECT_EQ(small.start("run"), train::RunEnd::Complete);
    std::vector<std::vector<std::pair<std::string, double>>> figures;
    for (const ValidationDone& done : small.all<ValidationDone>())
        figures.push_back(done.metrics);
    return figures;
}

} // namespace

TEST(HeadroomRun, a_model_is_trained_at_the_exposure_that_it_will_see) {
    const auto roomy = figuresAt(1, 0);
    ASSERT_FALSE(roomy.empty());
    EXPECT_EQ(roomy, figuresAt(0, -1)) << "a stop darker";
    EXPECT_NE(roomy, figuresAt(0, 0));
}
