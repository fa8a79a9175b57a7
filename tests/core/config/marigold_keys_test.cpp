// The keys of public Marigold files: taken where they mean something here, listed where they do
// not.
#include "tests/core/config/config_text.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

// Written for this test, with every key that files of that kind have.
constexpr const char* kAppearance = R"(
logging: {filename: logging.log, format: ' %(asctime)s', console_level: 20, file_level: 10}
wandb:
  project: someone
model: {name: some_pipeline, pretrained_path: sd, latent_scale_factor: 0.18215}
dataset:
  train:
    name: mixed
    prob_ls: [0.75, 0.25]
    dataset_list:
    - {name: one_iid, disp_name: one, dir: one.tar, filenames: one.txt}
    - name: two_iid
      disp_name: two
      dir: two
      filenames: two.txt
      resize_to_hw:
      - 480
      - 640
  val:
  - {name: one_iid, disp_name: one_val, dir: one.tar, filenames: one_val.txt}
  vis:
  - {name: one_iid, disp_name: one_vis, dir: one.tar, filenames: one_vis.txt, resize_to_hw: null}
pipeline:
  name: MarigoldIIDPipeline
  kwargs:
    default_denoising_steps: 5
    default_processing_resolution: 640
    target_properties:
      target_names:
          - albedo
          - material
      albedo:
        prediction_space: srgb
      material:
        prediction_space: stack
        sub_target_names:
        - roughness
        - metallicity
        - null
      roughness:
        prediction_space: linear
        up_to_scale: false
      metallicity:
        prediction_space: linear
        up_to_scale: false
augmentation:
  lr_flip_p: 0.5
dataloader: {num_workers: 3, effective_batch_size: 24, max_train_batch_size: 3, seed: 7}
trainer:
  name: MarigoldIIDTrainer
  training_noise_scheduler:
    pretrained_path: sd
  init_seed: 11
  save_period: 51
  backup_period: 2001
  validation_period: 501
  visualization_period: 1001
multi_res_noise: {strength: 0.8, annealed: false, downscale_strategy: every_layer}
gt_mask_type: mask
max_epoch: 9
max_iter: 50001
optimizer: {name: Adam}
loss: {name: mse_loss, kwargs: {reduction: mean}}
lr: 3.0e-05
lr_scheduler: {name: IterExponential, kwargs: {total_iter: 251, final_ratio: 0.02, warmup_steps: 13}}
validation:
  denoising_steps: 6
  ensemble_size: 2
  processing_res: 768
  match_input_res: false
  resample_method: bicubic
  main_val_metric: psnr
  main_val_metric_goal: maximize
  init_seed: 5
  use_mask: false
eval:
  eval_metrics: [psnr]
  targets_to_eval_in_linear_space: [material]
)";

std::vector<std::string> ignoredKeys(const LoadedConfig& loaded) {
    std::vector<std::string> keys;
    for (const IgnoredSetting& setting : loaded.ignored)
        keys.push_back(setting.key);
    return keys;
}

} // namespace

TEST(MarigoldKeys, an_intrinsic_recipe_is_understood_value_by_value) {
    const LoadedConfig loaded = loadText(kAppearance);
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    const TrainConfig& config = loaded.config;
    EXPECT_EQ(config.model.pretrainedPath, "sd");
    ASSERT_EQ(config.dataset.train.sets().size(), 2U);
    EXPECT_THAT(config.dataset.train.probLs, ElementsAre(0.75, 0.25));
    EXPECT_EQ(config.dataset.train.sets()[1].resizeToHw, (std::array<std::int64_t, 2>{480, 640}));
    EXPECT_EQ(config.dataset.vis.at(0).dispName, "one_vis");
    ASSERT_EQ(config.pipeline.targets.size(), 2U);
    EXPECT_EQ(config.pipeline.targets[1].predictionSpace, TargetSpace::Stack);
    EXPECT_THAT(config.pipeline.targets[1].subTargets, ElementsAre("roughness", "metallicity", ""));
    EXPECT_EQ(config.pipeline.defaultDenoisingSteps, 5);
    EXPECT_EQ(config.pipeline.defaultProcessingResolution, 640);
    EXPECT_EQ(config.augmentation.lrFlipP, 0.5);
    EXPECT_EQ(config.dataloader.accumulationSteps(), 8);
    EXPECT_EQ(config.trainer.trainingNoiseScheduler.pretrainedPath, "sd");
    EXPECT_EQ(config.trainer.initSeed, 11);
    EXPECT_EQ(config.trainer.savePeriod, 51);
    EXPECT_EQ(config.multiResNoise->downscaleStrategy, "every_layer");
    EXPECT_FALSE(config.multiResNoise->annealed);
    EXPECT_EQ(config.gtMaskType, "mask");
    EXPECT_EQ(config.lr, 3e-5);
    EXPECT_EQ(config.lrScheduler.totalIter, 251);
    EXPECT_EQ(config.lrScheduler.finalRatio, 0.02);
    EXPECT_EQ(config.lrScheduler.warmupSteps, 13);
    EXPECT_EQ(config.validation.resampleMethod, "bicubic");
    EXPECT_EQ(config.validation.mainValMetricGoal, MetricGoal::Maximize);
    EXPECT_FALSE(config.validation.useMask);
    EXPECT_THAT(config.eval.targetsToEvalInLinearSpace, ElementsAre("material"));
}

// As published, both intrinsic recipes would keep the checkpoint of the lowest PSNR.
TEST(MarigoldKeys, the_published_goal_of_psnr_is_refused_and_of_a_run_passed_over) {
    std::string text = kAppearance;
    text.replace(text.find("maximize"), std::string("maximize").size(), "minimize");
    EXPECT_THAT(linesOf(loadText(text)),
                ElementsAre(testing::HasSubstr("would keep the worst checkpoint as the best")));
    const TempFolder folder;
    writeText(folder / "run/config.yaml", text);
    writeText(folder / "run/metrics.jsonl", "");
    const LoadedConfig ofRun = loadConfig(folder / "run");
    EXPECT_THAT(linesOf(ofRun), ElementsAre(testing::AllOf(testing::HasSubstr("warning"),
                                                           testing::HasSubstr("not followed"))));
    EXPECT_TRUE(ofRun.isUsable());
    EXPECT_EQ(ofRun.config.validation.mainValMetricGoal, std::nullopt);
}

TEST(MarigoldKeys, what_does_nothing_here_is_listed_once) {
    EXPECT_THAT(ignoredKeys(loadText(kAppearance)),
                ElementsAre("wandb", "model.name", "model.latent_scale_factor"));
    const LoadedConfig loaded =
        loadWith("depth_normalization: {type: scale_shift_depth, clip: true, norm_min: -1.0}\n"
                 "gt_depth_type: depth_raw_norm\n"
                 "pipeline: {kwargs: {scale_invariant: true, shift_invariant: true}}\n"
                 "eval: {alignment: least_square, align_max_res: null}\n"
                 "augmentation: {color_jitter_p: 0.3, motion_blur_kernel_size: 11}\n"
                 "trainer: {ema_decay: 0.95, num_ddim_timesteps: 5, save_target: false}\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.ignored.size(), 11U);
}

TEST(MarigoldKeys, gt_type_names_the_target) {
    EXPECT_EQ(loadWith("gt_type: albedo_norm\n").config.pipeline.targets.front().name, "albedo");
    const LoadedConfig shading = loadWith("gt_type: shading_norm\n");
    EXPECT_THAT(linesOf(shading), IsEmpty());
    ASSERT_EQ(shading.config.pipeline.targets.size(), 1U);
    EXPECT_EQ(shading.config.pipeline.targets.front().name, "shading");
    EXPECT_EQ(shading.config.pipeline.targets.front().predictionSpace, TargetSpace::Linear);
    const std::string albedo = "pipeline: {kwargs: {target_properties: {target_names: [albedo], "
                               "albedo: {prediction_space: srgb}}}}\n";
    EXPECT_THAT(linesOf(loadWith("gt_type: albedo\n" + albedo)), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("gt_type: shading_norm\n" + albedo)),
                ElementsAre(testing::HasSubstr("names another target: albedo; take gt_type out")));
    EXPECT_THAT(linesOf(loadWith("gt_type: _norm\n")),
                ElementsAre(testing::HasSubstr("names no picture")));
}

TEST(MarigoldKeys, keys_of_depth_sets_are_ignored_wherever_a_set_stands) {
    const LoadedConfig loaded =
        loadText("model: {pretrained_path: m}\n"
                 "dataset:\n"
                 "  train:\n"
                 "    name: mixed\n"
                 "    dataset_list:\n"
                 "    - {dir: a, filenames: l, kitti_bm_crop: true, valid_mask_crop: null}\n"
                 "  val: [{dir: b, filenames: l, eigen_valid_mask: true}]\n"
                 "  vis: [{dir: c, filenames: l, center_crop: true}]\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_THAT(ignoredKeys(loaded),
                ElementsAre("dataset.train.dataset_list.0.kitti_bm_crop",
                            "dataset.train.dataset_list.0.valid_mask_crop",
                            "dataset.val.0.eigen_valid_mask", "dataset.vis.0.center_crop"));
}

TEST(MarigoldKeys, none_as_a_target_means_no_target) {
    const LoadedConfig loaded =
        loadWith("eval:\n  targets_to_eval_in_linear_space:\n  - None # text\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_THAT(loaded.config.eval.targetsToEvalInLinearSpace, IsEmpty());
}

TEST(MarigoldKeys, targets_that_do_not_fit_their_properties_are_told) {
    const std::string head = "pipeline:\n  kwargs:\n    target_properties:\n";
    EXPECT_THAT(linesOf(loadWith(head + "      target_names: [albedo]\n")),
                ElementsAre(testing::HasSubstr("says nothing about albedo")));
    EXPECT_THAT(linesOf(loadWith(head + "      target_names: [albedo]\n"
                                        "      albedo: {prediction_space: stack}\n")),
                ElementsAre(testing::HasSubstr("needs three sub_target_names")));
    EXPECT_THAT(linesOf(loadWith(head + "      target_names: [albedo]\n"
                                        "      albedo: {prediction_space: sRGB}\n"
                                        "      albdo: {prediction_space: srgb}\n")),
                testing::UnorderedElementsAre(
                    testing::HasSubstr("must be one of srgb, linear, stack, not sRGB"),
                    testing::HasSubstr("(did you mean albedo?)")));
    EXPECT_THAT(linesOf(loadWith(head + "      target_names: [albedo]\n"
                                        "      albedo: {prediction_space: srgb}\n"
                                        "      material: null\n")),
                IsEmpty())
        << "null takes out what a base says";
    EXPECT_THAT(linesOf(loadWith(head + "      target_names: [../x, a, a]\n      a: {}\n")),
                testing::UnorderedElementsAre(testing::HasSubstr("cannot stand in a file name"),
                                              testing::HasSubstr("the name a twice")));
}
