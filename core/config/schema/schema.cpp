#include "core/config/schema/schema.h"

#include "core/config/learning_rate_bounds.h"
#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

std::vector<Setting> describeRoot(TrainConfig& config) {
    return {
        section("model", config.model, describeModel, "What the training starts from"),
        setting("seed_everything", config.seedEverything,
                {.help = "Of trainer.init_seed, dataloader.seed and validation.init_seed; it goes "
                         "over those of bases, and one that stands beside it over it",
                 .min = kAtLeastZero,
                 .nullMeaning = "each has its own"}),
        setting("gt_type", config.gtType,
                {.help = "Which of a sample's pictures is the target, as Marigold's files name "
                         "it, with or without _norm; has to agree with target_names where they "
                         "are given",
                 .nullMeaning = "as pipeline.kwargs.target_properties says"}),
        section("pipeline", config.pipeline, describePipeline, "What the model will make"),
        section("dataset", config.dataset, describeData, "Pictures to learn from and to try on"),
        section("dataloader", config.dataloader, describeLoader, "How pictures become batches"),
        section("augmentation", config.augmentation, describeAugmentation,
                "Random changes of training pictures"),
        optionalSection("condition", config.condition, describeCondition,
                        "A class or a text for each picture, in the last column of every list; an "
                        "autoencoder passes it over",
                        "the picture alone"),
        section("trainer", config.trainer, describeTrainer, "Seeds and periods of the loop"),
        optionalSection("multi_res_noise", config.multiResNoise, describeMultiResNoise,
                        "Noise with more weight on coarse structure", "plain Gaussian noise"),
        setting("gt_mask_type", config.gtMaskType,
                {.help = "Which mask says what may be learnt from; all names mean the mask that "
                         "`dataset.*.mask` makes",
                 .choices = {"valid_mask", "valid_mask_raw", "mask"},
                 .nullMeaning = "everything counts"}),
        setting("max_epoch", config.maxEpoch,
                {.help = "Ends the run after so many passes through the training set",
                 .unit = "epochs",
                 .min = Bound{1},
                 .mayChangeOnResume = true}),
        setting("max_iter", config.maxIter,
                {.help = "Ends the run after so many steps; 0 or less: max_epoch alone decides",
                 .unit = "optimizer steps",
                 .mayChangeOnResume = true}),
        section("optimizer", config.optimizer, describeOptimizer, "How gradients move weights"),
        section("loss", config.loss, describeLoss, "What is made smaller"),
        section("autoencoder", config.autoencoder, describeAutoencoder,
                "Of a run that trains the VAE (trainer.name AutoencoderKLTrainer)"),
        setting("lr", config.lr,
                {.help = "Learning rate, multiplied by the schedule",
                 .min = Bound{0},
                 .max = Bound{kHighestLearningRate},
                 .mayChangeOnResume = true}),
        changeable(section("lr_scheduler", config.lrScheduler, describeLrScheduler,
                           "How the learning rate follows the steps")),
        optionalSection("ema", config.ema, describeEma,
                        "A running mean of the weights, validated and saved beside them",
                        "no running mean"),
        changeable(optionalSection("early_stopping", config.earlyStopping, describeEarlyStopping,
                                   "Ends the run, as complete, by one of its figures",
                                   "max_iter and max_epoch alone end the run")),
        changeable(optionalSection("loss_spike", config.lossSpike, describeLossSpike,
                                   "What becomes of a step whose loss jumps above what is usual",
                                   "losses may jump")),
        section("validation", config.validation, describeValidation,
                "Picture settings of validation and visualisation"),
        section("eval", config.eval, describeEval, "The figures of a validation"),
        changeable(section("checkpoint", config.checkpoint, describeCheckpoint,
                           "Which checkpoints stay, and how they are written")),
        changeable(section("writers", config.writers, describeWriters,
                           "What takes figures beside metrics.jsonl")),
        section("memory", config.memory, describeMemory,
                "What needs less memory, and what saves time"),
        optionalSection("lora", config.lora, describeLora,
                        "Low-rank additions that are trained in place of the UNet's weights",
                        "the UNet's own weights are trained"),
        section("run", config.run, describeRun, "Where the run happens"),
        section("prepare", config.prepare, describePrepare,
                "What is made before the run where it is missing"),
        changeable(section("logging", config.logging, describeLogging,
                           "What the run writes down for people")),
        changeable(section("on", config.on, describeOn,
                           "Commands that are told what became of the run, by JSON on their "
                           "standard input; docs/hooks.md")),
        changeable(sectionList("hooks", config.hooks, describeHook,
                               "Programs of your own, and further ones of this program, that the "
                               "run calls, in the order of the list; docs/hooks.md")),
    };
}

} // namespace

Setting schemaOf(TrainConfig& config) {
    return section("", config, describeRoot, "unlit config docs lists all keys");
}

} // namespace unlit::config
