// Models of several targets, from the list of a set to the folder that is saved.
#include "core/config/load_config.h"
#include "core/image/image_file.h"
#include "core/train/make_task.h"
#include "core/train/validation/pipeline_validator.h"
#include "core/weights/json_file.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/png_pixels.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_device.h"

#include <torch/torch.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace unlit;
using test::expectError;
using test::SmallRun;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

class SeveralTargets : public testing::Test {
protected:
    SeveralTargets() { small.addMaterial(); }

    void list(const std::string& text) const {
        std::ofstream(folder / "set/filename_list.txt") << text;
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

/// Levels of a PNG in [-1, 1], [3, H, W].
torch::Tensor signedLevels(const fs::path& file) {
    return test::readPngPixels(file).permute({2, 0, 1}).to(torch::kFloat32) / 127.5 - 1;
}

/// A picture of one value under that name, of whatever kind the name asks for.
void writeRender(const fs::path& file) {
    if (fs::exists(file))
        return;
    fs::create_directories(file.parent_path());
    Image image = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Srgb);
    std::ranges::fill(image.samples, 0.5F);
    writeImage(file, image, {.format = FileFormat::Png8, .half = false, .overwrite = false});
}

/// Makes what a recipe asks for: its model's folder, and for each set a line of its list.
void provide(const config::TrainConfig& config) {
    const fs::path model = config.run.baseCkptDir / config.model.pretrainedPath;
    if (!fs::exists(model))
        test::writeSmallTextToImageModel(model);
    std::vector<config::DatasetConfig> sets = config.dataset.train.sets();
    sets.insert(sets.end(), config.dataset.val.begin(), config.dataset.val.end());
    sets.insert(sets.end(), config.dataset.vis.begin(), config.dataset.vis.end());
    for (const config::DatasetConfig& set : sets) {
        const fs::path dir = config.run.baseDataDir / set.dir;
        const std::string stem = set.filenames.stem().string();
        std::string line = stem + "_beauty.png";
        for (const config::TargetConfig& target : config.pipeline.targets)
            line += " " + stem + "_" + target.name + ".png";
        std::stringstream names(line);
        for (std::string name; names >> name;)
            writeRender(dir / name);
        const fs::path list = config.run.baseDataDir / set.filenames;
        fs::create_directories(list.parent_path());
        std::ofstream(list) << line << "\n";
    }
}

} // namespace

TEST_F(SeveralTargets, reach_the_network_in_the_models_order) {
    small.config.augmentation = {};
    const train::RunPlan plan = train::planRun(small.config);
    const auto task = train::makeUNetTask(plan);
    train::MicroStepReport report;
    task->observe([&](const train::MicroStepReport& seen) { report = seen; });
    ASSERT_EQ(task->microStep().kind, train::MicroStepKind::Done);
    ASSERT_EQ(report.trace.targetLatents.sizes(), (torch::IntArrayRef{2, 8, 8, 8}));
    const torch::NoGradGuard noGrad;
    auto& vae = task->model().targetVae;
    const auto latentOf = [&](const torch::Tensor& picture_CHW) {
        return vae->encode(picture_CHW.unsqueeze(0)).mean * vae->options().scalingFactor;
    };
    for (std::int64_t i = 0; i < 2; ++i) {
        const std::string number = report.samples[static_cast<std::size_t>(i)].substr(1, 1);
        const torch::Tensor albedo = signedLevels(folder / ("set/a" + number + ".png"));
        torch::Tensor material = signedLevels(folder / ("set/r" + number + ".png")).clone();
        material[2].fill_(-1); // the plane that has no name is zero, which is -1 here
        const torch::Tensor latents = report.trace.targetLatents[i];
        EXPECT_TRUE(torch::allclose(latents.narrow(0, 0, 4), latentOf(albedo)[0], 1e-4, 1e-5));
        EXPECT_TRUE(torch::allclose(latents.narrow(0, 4, 4), latentOf(material)[0], 1e-4, 1e-5));
    }
}

TEST_F(SeveralTargets, train_to_a_model_that_makes_them_all) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto saved = weights::openModelFolder(small.folder("run") / "checkpoint/iter_000012");
    ASSERT_EQ(saved.targets.size(), 2U);
    EXPECT_EQ(saved.targets[0].name, "albedo");
    EXPECT_EQ(saved.targets[1].name, "material");
    EXPECT_THAT(saved.targets[1].subTargets, testing::ElementsAre("roughness", "metallicity", ""));
    EXPECT_EQ(saved.unet.config.at("in_channels"), 12);
    EXPECT_EQ(saved.unet.config.at("out_channels"), 8);
}

TEST_F(SeveralTargets, are_measured_with_the_pictures_own_detail_on_request) {
    small.config.eval.evalMetrics = {"psnr"};
    ASSERT_EQ(small.start("off"), RunEnd::Complete);
    small.config.validation.detail = "guided";
    ASSERT_EQ(small.start("guided"), RunEnd::Complete);
    const auto events = small.all<ValidationDone>();
    ASSERT_EQ(events.size(), 6U);
    for (std::size_t target = 0; target < 2; ++target) {
        const double guided = events[3].metrics[target].second;
        EXPECT_NE(events[0].metrics[target].second, guided) << events[0].metrics[target].first;
        EXPECT_TRUE(std::isfinite(guided));
    }
}

TEST_F(SeveralTargets, are_measured_and_shown_one_by_one) {
    small.config.eval.evalMetrics = {"psnr", "mae"};
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto events = small.all<ValidationDone>();
    ASSERT_EQ(events.size(), 3U);
    std::vector<std::string> names;
    for (const auto& [name, value] : events[0].metrics)
        names.push_back(name);
    EXPECT_THAT(names,
                testing::ElementsAre("albedo_psnr", "albedo_mae", "material_psnr", "material_mae"));
    EXPECT_TRUE(events[0].isBest);
    const auto best =
        train::readCheckpoint(small.folder("run") / "checkpoint/latest").position.bestMetric;
    double most = -1e9;
    for (const ValidationDone& done : events)
        most = std::max(most, done.metrics.front().second);
    EXPECT_EQ(best, most) << "the best is that of the albedo";
    const fs::path shown = small.folder("run") / "visualization/iter_000012/small";
    for (const char* name :
         {"b0.png_beauty.png", "b0.png_albedo_prediction.png", "b0.png_albedo_truth.png",
          "b0.png_albedo_error.png", "b0.png_material_prediction.png", "b0.png_material_truth.png",
          "b0.png_material_error.png"})
        EXPECT_TRUE(fs::exists(shown / name)) << name;
    const torch::Tensor truth = test::readPngPixels(shown / "b0.png_material_truth.png");
    const torch::Tensor file = test::readPngPixels(folder / "set/r0.png");
    EXPECT_TRUE(truth.select(2, 0).equal(file.select(2, 0)));
    EXPECT_EQ(truth.select(2, 2).max().item<int>(), 0);
}

TEST_F(SeveralTargets, without_a_unit_are_measured_at_the_scale_that_fits_best) {
    using config::TargetSpace;
    small.config.pipeline.targets = {
        {.name = "albedo", .predictionSpace = TargetSpace::Linear, .subTargets = {}},
        {.name = "shading",
         .predictionSpace = TargetSpace::Linear,
         .upToScale = true,
         .subTargets = {}}};
    small.config.eval.evalMetrics = {"mse"};
    small.config.validation.mainValMetric = "mse";
    const train::RunPlan plan = train::planRun(small.config);
    const auto task = train::makeUNetTask(plan);
    train::PipelineValidator validator(task->model(), small.config.validation, small.config.eval);
    int pictures = 0;
    const auto scores = validator.run(
        plan.data.validation.at(0), {},
        [&](std::int64_t, std::int64_t, const train::ValidatedPicture& picture) {
            ++pictures;
            const auto& shading = picture.targets.at(1);
            EXPECT_EQ(shading.name, "shading");
            EXPECT_EQ(shading.space, ColorSpace::Linear);
            const torch::Tensor valid = picture.valid_1HW.expand_as(shading.truth);
            const torch::Tensor truth = shading.truth.masked_select(valid);
            const torch::Tensor made = shading.prediction.masked_select(valid);
            // No other scale comes nearer to the truth.
            for (const double scale : {0.25, 0.5, 0.9, 1.0, 1.1, 2.0, 4.0})
                EXPECT_LE(picture.metrics.at(1),
                          (made * scale - truth).square().mean().item<double>() + 1e-6);
            EXPECT_NEAR(picture.metrics.at(0),
                        (picture.targets.at(0).prediction - picture.targets.at(0).truth)
                            .masked_select(valid)
                            .square()
                            .mean()
                            .item<double>(),
                        1e-6);
        });
    ASSERT_TRUE(scores.has_value());
    EXPECT_EQ(pictures, 2);
    EXPECT_THAT(scores->metrics, testing::ElementsAre("albedo_mse", "shading_mse"));
}

TEST_F(SeveralTargets, resume_to_the_same_bytes) {
    small.config.dataloader.numWorkers = 2;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const auto& [step, micro] : {std::pair{1, 1}, std::pair{3, 0}, std::pair{8, 1}}) {
        const std::string name = "stopped_" + std::to_string(step);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped);
        ASSERT_EQ(small.resume(name), RunEnd::Complete);
        EXPECT_EQ(test::traceOf(small.folder(name)), test::traceOf(small.folder("whole")));
    }
}

TEST_F(SeveralTargets, lists_that_do_not_fit_the_model_are_refused_before_anything_is_created) {
    list("b0.png a0.png\n");
    expectError(ErrorKind::InvalidInput, {"filename_list.txt:1", "2 targets"},
                [&] { small.start("run"); });
    list("b0.png a0.png r0.png r1.png r2.png\n");
    expectError(ErrorKind::InvalidInput, {"filename_list.txt:1", "3 or 4"},
                [&] { small.start("run"); });
    list("b0.png a0.png r9.png\n");
    expectError(ErrorKind::NotFound, {"r9.png"}, [&] { small.start("run"); });
    EXPECT_FALSE(fs::exists(small.folder("run")));
}

TEST_F(SeveralTargets, a_model_of_another_number_is_refused_before_anything_is_created) {
    fs::remove_all(folder / "model");
    test::writeSmallModel(folder / "model");
    expectError(ErrorKind::InvalidInput, {"makes 1 target", "asks for 2"},
                [&] { small.start("run"); });
    EXPECT_FALSE(fs::exists(small.folder("run")));
}

TEST_F(SeveralTargets, of_a_trained_model_keep_their_order) {
    small.config.maxIter = 1;
    ASSERT_EQ(small.start("first"), RunEnd::Complete);
    small.config.model.pretrainedPath = small.folder("first") / "checkpoint/iter_000001";
    ASSERT_EQ(small.start("second"), RunEnd::Complete);
    std::swap(small.config.pipeline.targets[0], small.config.pipeline.targets[1]);
    expectError(ErrorKind::InvalidInput, {"another order", "albedo first"},
                [&] { small.start("third"); });
    EXPECT_FALSE(fs::exists(small.folder("third")));
}

TEST_F(SeveralTargets, need_names_of_their_own) {
    small.config.pipeline.targets[1].name = "beauty";
    expectError(ErrorKind::InvalidInput, {"'beauty'"}, [&] { small.start("run"); });
    EXPECT_FALSE(fs::exists(small.folder("run")));
}

TEST(Recipes, can_all_be_planned) {
    int planned = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(UNLIT_SOURCE_DIR) / "configs")) {
        if (entry.path().extension() != ".yaml" || entry.path().filename() == "layers.yaml")
            continue;
        const test::TempFolder folder;
        config::TrainConfig config = config::loadConfig(entry.path()).config;
        config.run.baseDataDir = folder / "data";
        config.run.baseCkptDir = folder / "models";
        config.run.device = test::testDeviceName();
        provide(config);
        const train::RunPlan plan = train::planRun(config);
        EXPECT_EQ(plan.data.train->targetNames().size(), config.pipeline.targets.size());
        const data::Sample sample = plan.data.train->get(0, 0);
        EXPECT_EQ(sample.targets_TCHW.size(), config.pipeline.targets.size()) << entry.path();
        const auto loader = train::makeTrainLoader(plan.data, config.dataloader, 1);
        const auto batch = loader->next();
        ASSERT_TRUE(batch.has_value());
        if (config.gtMaskType) {
            EXPECT_EQ(batch->tensor(*config.gtMaskType).dtype(), torch::kBool) << entry.path();
        }
        ++planned;
    }
    EXPECT_GE(planned, 5);
}
