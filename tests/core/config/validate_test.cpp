#include "core/config/validate.h"

#include "core/config/metric_names.h"
#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Validate, the_least_configuration_has_no_findings) {
    EXPECT_THAT(linesOf(loadText(kLeastConfig)), IsEmpty());
}

TEST(Validate, an_empty_file_lacks_a_model_and_a_set) {
    EXPECT_THAT(linesOf(loadText("trainer: {validation_period: 0, visualization_period: 0}\n")),
                testing::UnorderedElementsAre(HasSubstr("there is no model to start from"),
                                              HasSubstr("dataset.train has no dir"),
                                              HasSubstr("dataset.train has no list of pairs")));
}

TEST(Validate, a_metric_knows_its_own_direction) {
    EXPECT_THAT(
        linesOf(loadWith("validation: {main_val_metric_goal: minimize}\n")),
        ElementsAre("train.yaml:6:36: psnr is better the larger it is, and minimize would keep "
                    "the worst checkpoint as the best; set validation.main_val_metric_goal to "
                    "maximize, or take it out"));
    EXPECT_THAT(linesOf(loadWith("validation: {main_val_metric_goal: maximize}\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("validation: {main_val_metric: rmse_linear}\n"
                                 "eval: {eval_metrics: [rmse_linear]}\n")),
                IsEmpty());
    EXPECT_EQ(betterDirection("psnr"), MetricGoal::Maximize);
    EXPECT_EQ(betterDirection("delta1_acc"), MetricGoal::Maximize);
    EXPECT_EQ(betterDirection("abs_relative_difference"), MetricGoal::Minimize);
    EXPECT_EQ(betterDirection("beauty"), std::nullopt);
}

TEST(Validate, what_a_run_has_kept_is_not_refused_for_a_goal_that_never_counted) {
    const std::string kept =
        "validation: {main_val_metric: psnr, main_val_metric_goal: minimize}\n";
    const auto saysGoal = [](const LoadedConfig& loaded) {
        return std::ranges::any_of(loaded.diagnostics, [](const Diagnostic& said) {
            return said.severity == Diagnostic::Severity::Error &&
                   said.message.find("psnr is better") != std::string::npos;
        });
    };
    EXPECT_TRUE(saysGoal(loadConfigText(kept, "train.yaml")));
    const LoadedConfig run = loadRunConfigText(kept, "the checkpoint");
    EXPECT_FALSE(saysGoal(run));
    EXPECT_EQ(run.config.validation.mainValMetricGoal, std::nullopt);
}

TEST(Validate, the_main_metric_is_one_of_those_computed) {
    EXPECT_THAT(linesOf(loadWith("eval: {eval_metrics: [mae]}\n")),
                ElementsAre(HasSubstr("psnr is not among eval.eval_metrics; add it there")));
}

TEST(Validate, attention_is_sliced_by_name_or_by_heads) {
    for (const char* right : {"off", "auto", "max", "1", "4", "'4'"})
        EXPECT_THAT(linesOf(loadWith("memory: {attention_slicing: " + std::string(right) + "}\n")),
                    IsEmpty())
            << right;
    for (const char* wrong : {"0", "-1", "2.5", "half"})
        EXPECT_THAT(linesOf(loadWith("memory: {attention_slicing: " + std::string(wrong) + "}\n")),
                    ElementsAre(HasSubstr("use off, auto, max or a number of heads")))
            << wrong;
    EXPECT_THAT(linesOf(loadWith("memory: {attention_slicing: mx}\n")),
                ElementsAre(HasSubstr("did you mean max?")));
}

TEST(Validate, batches_must_divide) {
    EXPECT_THAT(linesOf(loadWith("dataloader: {effective_batch_size: 7}\n")),
                ElementsAre(StartsWith("train.yaml:6:36: dataloader.effective_batch_size 7 cannot "
                                       "be divided by max_train_batch_size 2")));
}

TEST(Validate, epsilon_and_a_last_step_of_pure_noise_do_not_go_together) {
    EXPECT_THAT(linesOf(loadWith("trainer:\n  training_noise_scheduler:\n"
                                 "    prediction_type: epsilon\n"
                                 "    rescale_betas_zero_snr: true\n")),
                ElementsAre(HasSubstr("set prediction_type to v_prediction")));
}

TEST(Validate, schedules_must_end_and_begin_somewhere) {
    EXPECT_THAT(linesOf(loadWith("max_iter: 0\n")),
                ElementsAre(HasSubstr("set lr_scheduler.kwargs.total_iter")));
    const std::string late = "lr_scheduler: {kwargs: {start_iter: 60, total_iter: 100, ";
    EXPECT_THAT(linesOf(loadWith("max_iter: 20\n" + late + "warmup_steps: 5}}\n")),
                ElementsAre(HasSubstr("the learning rate 0")));
    EXPECT_THAT(linesOf(loadWith("max_iter: 80\n" + late + "warmup_steps: 5}}\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("max_iter: 50\nlr_scheduler: {kwargs: {warmup_steps: 100}}\n")),
                ElementsAre(HasSubstr("warning: lr_scheduler.kwargs.warmup_steps 100 is longer "
                                      "than the whole schedule of 50")));
    EXPECT_THAT(linesOf(loadWith("lr_scheduler: {kwargs: {final_ratio: 0}}\n")),
                ElementsAre(HasSubstr("an exponential never reaches 0")));
    EXPECT_THAT(linesOf(loadWith("max_iter: 0\nlr_scheduler: {name: Constant}\n")), IsEmpty());
}

TEST(Validate, nesterov_needs_momentum) {
    EXPECT_THAT(linesOf(loadWith("optimizer: {name: SGD, kwargs: {nesterov: true}}\n")),
                ElementsAre(HasSubstr("nesterov needs a momentum above 0")));
}

TEST(Validate, sets_are_checked_one_by_one) {
    const std::string head = "model: {pretrained_path: m}\n"
                             "trainer: {visualization_period: 0}\n";
    EXPECT_THAT(linesOf(loadText(head + "dataset:\n"
                                        "  train: {name: mixed}\n"
                                        "  val: [{dir: a, filenames: l}, {dir: x/a}]\n")),
                testing::UnorderedElementsAre(
                    HasSubstr("a mixture (name: mixed) of no sets"),
                    StartsWith("train.yaml:5:33: two sets of dataset.val are called a"),
                    StartsWith("train.yaml:5:33: dataset.val.1 has no list of pairs")));
    EXPECT_THAT(
        linesOf(loadText(
            head + "dataset:\n"
                   "  train: {name: mixed, dataset_list: [{dir: a, filenames: l, longer_side: 5,\n"
                   "          resize_to_hw: [1, 2]}], prob_ls: [1, 2]}\n"
                   "  val: [{dir: a, filenames: l}]\n")),
        testing::UnorderedElementsAre(
            HasSubstr("has 2 weights for 1 sets"), HasSubstr("both say how large pictures are"),
            HasSubstr("warning: a is validated on the pictures it is trained on")));
}

TEST(Validate, a_set_and_a_mixture_at_once_are_refused) {
    // As when a file is based on a mixture and names a set of its own.
    EXPECT_THAT(linesOf(loadText("model: {pretrained_path: m}\n"
                                 "trainer: {validation_period: 0, visualization_period: 0}\n"
                                 "dataset:\n"
                                 "  train:\n"
                                 "    dir: a\n"
                                 "    filenames: l\n"
                                 "    dataset_list: [{dir: b, filenames: l}]\n")),
                testing::UnorderedElementsAre(
                    StartsWith("train.yaml:7:19: dataset.train is one set (name: pairs) and has a "
                               "dataset_list"),
                    HasSubstr("warning: dataset.train.dir is not read in a mixture")));
}

TEST(Validate, periods_without_sets_are_warned_of) {
    EXPECT_THAT(linesOf(loadText("model: {pretrained_path: m}\n"
                                 "dataset: {train: {dir: t, filenames: l}}\n")),
                ElementsAre(HasSubstr("warning: there is no set in dataset.val"),
                            HasSubstr("warning: there is no set in dataset.vis")));
    EXPECT_THAT(linesOf(loadText("model: {pretrained_path: m}\n"
                                 "dataset: {train: {dir: t, filenames: l}, valid_frac: 0.1}\n")),
                IsEmpty())
        << "what is kept back serves for both";
}

TEST(Validate, devices_and_names_are_checked) {
    EXPECT_THAT(linesOf(loadWith("run: {device: gpu, name: a/b}\n")),
                testing::UnorderedElementsAre(
                    HasSubstr("there is no device gpu; use auto, cpu, cuda or cuda:N"),
                    HasSubstr("\"a/b\" cannot be the name of a folder")));
    EXPECT_THAT(linesOf(loadWith("run: {device: 'cuda:1'}\n")), IsEmpty());
}

TEST(Validate, what_follows_from_a_value_that_was_refused_is_not_told) {
    EXPECT_THAT(linesOf(loadWith("validation: {main_val_metric: psnrr}\n")),
                ElementsAre(HasSubstr("(did you mean psnr?)")));
}

TEST(Validate, a_background_is_kept_only_in_the_numbers_that_are_seen) {
    const std::string keep = "augmentation: {keep_background_p: 0.5}\n";
    EXPECT_THAT(linesOf(loadWith(keep)), IsEmpty());
    EXPECT_THAT(linesOf(loadWith(keep + "pipeline:\n  kwargs:\n    target_properties:\n"
                                        "      target_names: [albedo]\n"
                                        "      albedo: {prediction_space: linear}\n")),
                ElementsAre(HasSubstr("a background that stays as it is seen")));
}

TEST(Validate, a_latent_cache_is_refused_where_no_picture_is_met_twice) {
    for (const char* const augmentation :
         {"exposure_ev: 0.5", "white_balance: 0.1", "tone_curve_p: 0.2", "noise: 0.01",
          "jpeg_p: 0.5", "repaint_p: 0.5", "shadow_p: 0.5", "keep_background_p: 0.5",
          "cut_out_p: 0.5"}) {
        const std::string key =
            std::string(augmentation).substr(0, std::string(augmentation).find(':'));
        EXPECT_THAT(linesOf(loadWith("memory: {latent_cache: latents}\naugmentation: {" +
                                     std::string(augmentation) + "}\n")),
                    ElementsAre(HasSubstr("useless with augmentation." + key)));
    }
    EXPECT_THAT(linesOf(loadWith("memory: {latent_cache: latents}\n"
                                 "augmentation: {lr_flip_p: 0.5, quarter_turns: true}\n")),
                IsEmpty());
}

TEST(Validate, a_decoder_that_learns_needs_the_loss_of_pictures_and_weights_of_its_own) {
    const std::string decoder = "trainer: {train_decoder: true, timesteps: last}\n";
    const std::string pictures = decoder + "loss: {kwargs: {picture_weight: 10}}\n";
    EXPECT_THAT(linesOf(loadWith(pictures)), IsEmpty());
    EXPECT_THAT(linesOf(loadWith(decoder)), ElementsAre(HasSubstr("loss.kwargs.picture_weight")));
    EXPECT_THAT(linesOf(loadWith(pictures + "lora: {rank: 8}\n")), ElementsAre(HasSubstr("lora")));
    EXPECT_THAT(linesOf(loadWith(pictures + "memory: {offload_frozen: true}\n")),
                ElementsAre(HasSubstr("offload_frozen")));
}

TEST(Validate, only_the_last_timestep_makes_pictures_to_be_judged) {
    const std::string pictures = "loss: {kwargs: {picture_weight: 10}}\n";
    EXPECT_THAT(linesOf(loadWith(pictures)), ElementsAre(HasSubstr("of other timesteps")));
    EXPECT_THAT(linesOf(loadWith(pictures + "trainer: {timesteps: last}\n")), IsEmpty());
}

TEST(Validate, an_autoencoder_does_not_fit_into_float16) {
    const std::string half = "memory: {mixed_precision: fp16}\n";
    EXPECT_THAT(linesOf(loadWith("trainer: {name: AutoencoderKLTrainer}\n" + half)),
                ElementsAre(HasSubstr("in which an autoencoder overflows")));
    EXPECT_THAT(linesOf(loadWith(half)), IsEmpty());
}

TEST(Validate, a_lora_needs_targets) {
    EXPECT_THAT(linesOf(loadWith("lora: {targets: []}\n")),
                ElementsAre(HasSubstr("has nothing to train")));
    EXPECT_THAT(linesOf(loadWith("lora: {rank: 8}\n")), IsEmpty());
}

TEST(Validate, hooks_are_named_and_known) {
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norms, options: [depth=2]}]\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: tell, command: [cat], at: [after_train]}]\n")),
                IsEmpty());
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norm}]\n")),
                ElementsAre(HasSubstr("there is no hook norm (did you mean norms?)")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norms, options: [deph=2]}]\n")),
                ElementsAre(HasSubstr("knows no option deph (did you mean depth?)")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norms, options: [depth]}]\n")),
                ElementsAre(HasSubstr("has no value; write depth=VALUE")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: tell, command: [cat]}]\n")),
                ElementsAre(HasSubstr("is called nowhere")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: tell, command: [cat], shared_library: a.so}]\n")),
                ElementsAre(HasSubstr("a command and a library")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: tell, command: [cat], at: [after_stepp]}]\n")),
                ElementsAre(HasSubstr("after_stepp")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: a/b, command: [cat], at: [after_train]}]\n")),
                ElementsAre(HasSubstr("letters, digits")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norms, timeout: 5}]\n")),
                ElementsAre(HasSubstr("not timed")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: trace, on_failure: stop}]\n")),
                ElementsAre(HasSubstr("leave on_failure out")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: norms}, {name: norms}]\n")),
                ElementsAre(HasSubstr("two hooks have the name norms")));
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: trace, options: [steps=4]}]\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("hooks: [{name: trace, every: 2}]\n")),
                ElementsAre(HasSubstr("looks at every point")));
}

TEST(Validate, a_discriminators_schedule_is_looked_at_like_the_trainings_own) {
    const auto linesWith = [](const std::string& schedule, const std::string& more = "") {
        return linesOf(loadWith("trainer: {name: AutoencoderKLTrainer}\n"
                                "autoencoder: {discriminator: {start_step: 10, lr_scheduler: {" +
                                schedule + "}}}\n" + more));
    };
    EXPECT_THAT(linesWith("name: Cosine, kwargs: {final_ratio: 0}"), IsEmpty());
    EXPECT_THAT(linesWith("name: Cosine, kwargs: {warmup_steps: 5}"),
                ElementsAre(HasSubstr("a second warm-up beside "
                                      "autoencoder.discriminator.warmup_steps")));
    EXPECT_THAT(linesWith("name: IterExponential, kwargs: {final_ratio: 0}"),
                ElementsAre(HasSubstr("autoencoder.discriminator.lr_scheduler.kwargs.final_ratio "
                                      "must be above it")));
    EXPECT_THAT(linesWith("name: Cosine, kwargs: {power: 2}"),
                ElementsAre(HasSubstr("lr_scheduler.kwargs.power is not used by Cosine")));
    EXPECT_THAT(linesWith("name: Cosine", "max_iter: 0\nmax_epoch: 3\n"
                                          "lr_scheduler: {name: Constant}\n"),
                ElementsAre(HasSubstr("set autoencoder.discriminator.lr_scheduler.kwargs."
                                      "total_iter")));
}

TEST(Validate, a_perceptual_part_names_its_weights) {
    const std::string trainer = "trainer: {name: AutoencoderKLTrainer}\n";
    EXPECT_THAT(linesOf(loadWith(trainer + "autoencoder: {perceptual: {pretrained_path: vgg}}\n")),
                IsEmpty());
    EXPECT_THAT(linesOf(loadWith(trainer + "autoencoder: {perceptual: {weight: 2}}\n")),
                ElementsAre(HasSubstr("autoencoder.perceptual names no weights")));
}

TEST(Validate, several_processes_do_not_roll_back_by_themselves) {
    const std::string spike = "loss_spike: {policy: roll_back}\n";
    EXPECT_THAT(linesOf(loadWith(spike)), IsEmpty());
    EXPECT_THAT(linesOf(loadWith(spike + "run: {processes: \"2\"}\n")),
                ElementsAre(HasSubstr("unlit run rollback")));
}

TEST(Validate, processes_are_a_number_or_auto) {
    for (const char* good : {"1", "4", "1024", "auto"})
        EXPECT_THAT(linesOf(loadWith(std::string("run: {processes: ") + good + "}\n")), IsEmpty())
            << good;
    for (const char* bad : {"0", "1025", "2.5", "all", "-1", "\"\""})
        EXPECT_THAT(linesOf(loadWith(std::string("run: {processes: ") + bad + "}\n")),
                    ElementsAre(HasSubstr("use a whole number from 1 to 1024, or auto")))
            << bad;
}

TEST(Validate, padding_needs_a_mask_that_counts) {
    const std::string padded = "dataloader: {pad_mixed_sizes: true}\n";
    EXPECT_THAT(linesOf(loadWith(padded)), IsEmpty());
    EXPECT_THAT(linesOf(loadWith(padded + "gt_mask_type: null\n")),
                ElementsAre(HasSubstr("what is added would count")));
    EXPECT_THAT(linesOf(loadWith(padded + "memory: {latent_cache: c}\n")),
                ElementsAre(HasSubstr("encoded alone")));
    EXPECT_THAT(linesOf(loadWith(padded + "trainer: {name: AutoencoderKLTrainer}\n")),
                testing::Contains(HasSubstr("every pixel")));
}

TEST(Validate, a_precrop_says_what_it_cannot_do) {
    EXPECT_THAT(linesOf(loadWith("augmentation: {precrop_iters: 5}\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("augmentation: {precrop_iters: 5, precrop_frac: 1}\n")),
                ElementsAre(HasSubstr("precrop_iters does nothing")));
    EXPECT_THAT(linesOf(loadWith("augmentation: {precrop_frac: 0.25}\n")),
                ElementsAre(HasSubstr("is not used without augmentation.precrop_iters")));
    EXPECT_THAT(linesOf(loadWith("augmentation: {precrop_frac: 0}\n")),
                testing::Contains(HasSubstr("precrop_frac must be")));
    EXPECT_THAT(linesOf(loadWith("augmentation: {precrop_iters: 5}\nmemory: {latent_cache: c}\n")),
                ElementsAre(HasSubstr("precrop_iters")));
}
