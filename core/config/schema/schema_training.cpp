#include "core/config/metric_names.h"
#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

const std::vector<std::pair<MetricGoal, std::string>> kGoals = {{MetricGoal::Minimize, "minimize"},
                                                                {MetricGoal::Maximize, "maximize"}};

const std::vector<std::pair<TrainedTimesteps, std::string>> kTimesteps = {
    {TrainedTimesteps::All, "all"}, {TrainedTimesteps::Last, "last"}};

const std::vector<std::pair<TrainedLatents, std::string>> kTrainedLatents = {
    {TrainedLatents::Continuous, "continuous"}, {TrainedLatents::Codes, "codes"}};

const std::vector<std::pair<ValueRange, std::string>> kRanges = {
    {ValueRange::ZeroOne, "zero_one"}, {ValueRange::MinusOneOne, "minus_one_one"}};

const std::vector<std::pair<NonFinitePolicy, std::string>> kPolicies = {
    {NonFinitePolicy::Stop, "stop"},
    {NonFinitePolicy::Skip, "skip"},
    {NonFinitePolicy::Warn, "warn"}};

const std::vector<std::pair<SpikePolicy, std::string>> kSpikePolicies = {
    {SpikePolicy::Warn, "warn"},
    {SpikePolicy::Skip, "skip"},
    {SpikePolicy::Stop, "stop"},
    {SpikePolicy::RollBack, "roll_back"}};

const std::vector<std::pair<PictureDepth, std::string>> kDepths = {{PictureDepth::Png8, "png8"},
                                                                   {PictureDepth::Png16, "png16"}};

std::vector<std::string> namesOfMetrics() {
    std::vector<std::string> names;
    for (const MetricName& metric : metricNames())
        names.emplace_back(metric.name);
    return names;
}

Setting period(std::string key, std::int64_t& member, const std::string& what) {
    return setting(std::move(key), member,
                   {.help = what + " every so many steps; 0: never",
                    .unit = "optimizer steps",
                    .min = kAtLeastZero,
                    .mayChangeOnResume = true});
}

std::vector<Setting> describeNoiseScheduler(NoiseSchedulerConfig& scheduler) {
    const std::string own = "the model's own";
    return {
        setting("pretrained_path", scheduler.pretrainedPath,
                {.help = "Folder whose scheduler adds the noise; empty: the model's own"}),
        setting("prediction_type", scheduler.predictionType,
                {.help = "What the UNet is to predict",
                 .choices = {"epsilon", "sample", "v_prediction"},
                 .nullMeaning = own}),
        setting("rescale_betas_zero_snr", scheduler.rescaleBetasZeroSnr,
                {.help = "Make the last timestep pure noise", .nullMeaning = own}),
        setting("timestep_spacing", scheduler.timestepSpacing,
                {.help = "Of the inference steps, written into the finished model",
                 .choices = {"leading", "linspace", "trailing"},
                 .nullMeaning = own}),
    };
}

} // namespace

std::vector<Setting> describeTrainer(TrainerConfig& trainer) {
    return {
        setting(
            "name", trainer.name,
            {.help =
                 "What is trained: the VAE by AutoencoderKLTrainer, the UNet by all others, which "
                 "are the names of Marigold's files",
             .choices = {"MarigoldIIDTrainer", "MarigoldTrainer", "MarigoldDepthTrainer",
                         "MarigoldNormalsTrainer", "MarigoldLCMTrainer", kAutoencoderTrainer}}),
        section("training_noise_scheduler", trainer.trainingNoiseScheduler, describeNoiseScheduler,
                "The schedule by which noise is added"),
        choice("timesteps", trainer.timesteps, kTimesteps,
               {.help = "Which timesteps are learnt: all, drawn for each sample, or the last one "
                        "alone, for a model of one step; with rescale_betas_zero_snr what it "
                        "is to predict is the picture itself; zeros stand for the noise, which "
                        "would say nothing"}),
        choice("latents", trainer.latents, kTrainedLatents,
               {.help = "Of a VAE with a quantizer: what the UNet learns to make. continuous: what "
                        "stands in front of the quantizer; codes: the codes' own vectors"}),
        setting("train_decoder", trainer.trainDecoder,
                {.help = "The VAE's decoder learns with the UNet, whose latents it has not seen "
                         "before; by loss.kwargs.picture_weight, which has to be above 0"}),
        setting("init_seed", trainer.initSeed,
                {.help = "Of the sequence that seeds every micro-batch",
                 .nullMeaning = "unseeded, never twice the same"}),
        period("save_period", trainer.savePeriod, "Save `latest`, with state,"),
        period("backup_period", trainer.backupPeriod, "Save `iter_NNNNNN`, weights only,"),
        setting("save_minutes", trainer.saveMinutes,
                {.help = "Save `latest` as well when it is so old; 0: never for that",
                 .unit = "minutes",
                 .min = kAtLeastZero,
                 .mayChangeOnResume = true}),
        setting("backup_epochs", trainer.backupEpochs,
                {.help = "Save `iter_NNNNNN` as well after every so many epochs; 0: never for that",
                 .unit = "epochs",
                 .min = kAtLeastZero,
                 .mayChangeOnResume = true}),
        period("validation_period", trainer.validationPeriod, "Validate"),
        period("visualization_period", trainer.visualizationPeriod, "Save pictures"),
        setting("max_grad_norm", trainer.maxGradNorm,
                {.help = "Scale gradients down to this norm; 0: never",
                 .min = kAtLeastZero,
                 .mayChangeOnResume = true}),
        choice("non_finite", trainer.nonFinite, kPolicies,
               {.help = "What becomes of a step whose loss or gradients are no finite numbers: "
                        "stop = the run fails with the weights of the step before; skip = these "
                        "weights stay, and the run goes on, a hundred times in a row at most; "
                        "warn = the step is taken, which mostly spoils every weight",
                .mayChangeOnResume = true}),
        setting("memory_limit", trainer.memoryLimit,
                {.help = "Memory that training may use before it works through a batch in parts",
                 .unit = "GiB",
                 .min = Bound{0, false},
                 .nullMeaning = "what is free when it starts, less a margin",
                 .mayChangeOnResume = true}),
        setting("log_window", trainer.logWindow,
                {.help =
                     "Beside the loss, its parts and times of a step their median and mean over "
                     "so many last steps, as `median/TAG` and `mean/TAG`, each time that so "
                     "many are over; 0: none",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero,
                 .max = Bound{100000},
                 .mayChangeOnResume = true}),
        setting("loss_bins", trainer.lossBins,
                {.help = "The loss by timestep, too: the noise schedule in so many parts, each as "
                         "`train/loss_tFIRST-LAST` in the steps that saw it; 0: none",
                 .unit = "parts",
                 .min = kAtLeastZero,
                 .max = Bound{100},
                 .mayChangeOnResume = true}),
        setting("log_period", trainer.logPeriod,
                {.help = "A line of figures on the console and in the log every so many steps",
                 .unit = "optimizer steps",
                 .min = Bound{1},
                 .nullMeaning = "every step in the log, every ten seconds on a console whose lines "
                                "cannot be redrawn",
                 .mayChangeOnResume = true}),
    };
}

std::vector<Setting> describeCheckpoint(CheckpointConfig& checkpoint) {
    return {
        setting("keep_last", checkpoint.keepLast,
                {.help = "Backups that stay, others that stay anyway not counted; 0: all",
                 .unit = "checkpoints",
                 .min = kAtLeastZero}),
        setting("keep_every", checkpoint.keepEvery,
                {.help = "Backups of steps that this number divides stay always; 0: none",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
        setting("keep_best", checkpoint.keepBest,
                {.help = "Save and keep the best ones by validation.main_val_metric"}),
        setting("keep_top_k", checkpoint.keepTopK,
                {.help = "How many best ones; one that falls out is removed, unless it is a backup "
                         "for another reason",
                 .unit = "checkpoints",
                 .min = Bound{1},
                 .max = Bound{1000}}),
        setting("figure_in_name", checkpoint.figureInName,
                {.help = "The figure that decides stands in the names of the best ones: "
                         "`iter_NNNNNN_val_FIGURE_VALUE`",
                 .mayChangeOnResume = true}),
        setting("background", checkpoint.background,
                {.help = "Write from a copy while training goes on, where memory allows it"}),
        setting("backup_state", checkpoint.backupState,
                {.help = "Backups hold the state of the optimizer, too: runs can go back to them, "
                         "for two to three times the size"}),
    };
}

std::vector<Setting> describeValidation(ValidationConfig& validation) {
    return {
        setting("denoising_steps", validation.denoisingSteps,
                {.help = "DDIM steps", .unit = "steps", .min = Bound{1}, .max = Bound{1000}}),
        setting("ensemble_size", validation.ensembleSize,
                {.help = "Predictions that are merged", .min = Bound{1}, .max = Bound{1000}}),
        setting("processing_res", validation.processingRes,
                {.help = "Longer side for the network; 0: as the picture is",
                 .unit = "pixels",
                 .min = kAtLeastZero,
                 .max = Bound{16384}}),
        setting("match_input_res", validation.matchInputRes,
                {.help = "Resize results back to the picture's size; false: they are measured and "
                         "shown at the network's size, and truths are resized to it"}),
        setting("resample_method", validation.resampleMethod,
                {.help = "Of both resizes", .choices = {"bilinear", "bicubic", "nearest"}}),
        setting("main_val_metric", validation.mainValMetric,
                {.help = "Decides which checkpoint is best: one of eval.eval_metrics, of the first "
                         "set and, of several targets, the albedo; or any figure of a validation "
                         "by its whole tag, as `val/SET/shading_lmse` or `val/SET/loss`",
                 .namedFigure = NamedFigure::Validated}),
        choice("main_val_metric_goal", validation.mainValMetricGoal, kGoals,
               {.help = "Which way that metric is better; what would keep the worst checkpoint as "
                        "the best is refused",
                .nullMeaning = "the metric's own direction"}),
        setting("init_seed", validation.initSeed,
                {.help = "Of the sequence that seeds every picture", .nullMeaning = "unseeded"}),
        setting("use_mask", validation.useMask, {.help = "Count valid pixels only"}),
        setting("val_num_batches", validation.valNumBatches,
                {.help = "Pictures of each set at most; 0: all",
                 .unit = "pictures",
                 .min = kAtLeastZero,
                 .mayChangeOnResume = true}),
        setting("objective", validation.objective,
                {.help = "The training's own loss on these pictures, too, with the same noise and "
                         "timesteps every time: `val/SET/loss`, by timestep `val/SET/loss_tN`; of "
                         "an autoencoder `recon_loss` and `kl`",
                 .mayChangeOnResume = true}),
        setting("objective_timesteps", validation.objectiveTimesteps,
                {.help = "At so many timesteps, spread evenly over the schedule; each costs a step "
                         "without its way back",
                 .min = Bound{1},
                 .max = Bound{1000},
                 .mayChangeOnResume = true}),
        setting(
            "at_start", validation.atStart,
            {.help = "Validate before the first step as well: what there is to be better than"}),
        choice("save_format", validation.saveFormat, kDepths,
               {.help = "Of the predictions and truths among the pictures of "
                        "trainer.visualization_period: 8 or 16 bits a sample",
                .mayChangeOnResume = true}),
        setting("detail", validation.detail,
                {.help = "Detail finer than the network's: guided = taken from the picture, as "
                         "results have it; off = what the network says",
                 .choices = {"off", "guided"}}),
    };
}

std::vector<Setting> describeEarlyStopping(EarlyStoppingConfig& stopping) {
    return {
        setting("monitor", stopping.monitor,
                {.help = "Tag of the figure, as metrics.jsonl has it: `val/SET/METRIC`, "
                         "`train/loss`; empty: validation.main_val_metric of the first set, of the "
                         "running mean where there is one",
                 .namedFigure = NamedFigure::Told}),
        setting("patience", stopping.patience,
                {.help = "The run ends when the figure was told so often without a gain",
                 .min = Bound{1}}),
        setting("min_delta", stopping.minDelta,
                {.help = "A gain that is not above it counts as none", .min = kAtLeastZero}),
        choice("mode", stopping.mode, kGoals,
               {.help = "Which way the figure is better; not followed where a metric itself knows",
                .nullMeaning = "the metric's own direction, else minimize"}),
        setting("stopping_threshold", stopping.stoppingThreshold,
                {.help = "The run ends as soon as the figure is as good as this",
                 .nullMeaning = "never for that"}),
        setting("divergence_threshold", stopping.divergenceThreshold,
                {.help = "The run ends as soon as the figure is worse than this, or no number",
                 .nullMeaning = "never for that"}),
    };
}

std::vector<Setting> describeLossSpike(LossSpikeConfig& spike) {
    return {
        setting("factor", spike.factor,
                {.help = "A loss above so many times the median of the steps before is a spike",
                 .min = Bound{1, false}}),
        setting("window", spike.window,
                {.help = "The median is that of so many steps; before there are so many, nothing "
                         "is a spike",
                 .unit = "optimizer steps",
                 .min = Bound{1},
                 .max = Bound{10000}}),
        setting("patience", spike.patience,
                {.help = "So many steps in a row have to jump; those before are taken",
                 .unit = "optimizer steps",
                 .min = Bound{1}}),
        choice("policy", spike.policy, kSpikePolicies,
               {.help = "warn = it is told, the step is taken; skip = the step is left out; stop = "
                        "the run fails with the weights of the step before; roll_back = the run "
                        "goes on from the `latest` that was saved last before, at a lower learning "
                        "rate"}),
        setting("rate_factor", spike.rateFactor,
                {.help = "With roll_back: the learning rate from then on is so many times what it "
                         "was",
                 .min = Bound{0, false},
                 .max = Bound{1}}),
        setting("most_rollbacks", spike.mostRollbacks,
                {.help = "With roll_back: so often in one process; the next spike stops the run",
                 .min = Bound{1},
                 .max = Bound{100}}),
    };
}

std::vector<Setting> describeEval(EvalConfig& eval) {
    return {
        setting("eval_metrics", eval.evalMetrics,
                {.help = "Figures of a validation",
                 .choices = namesOfMetrics(),
                 .mayChangeOnResume = true}),
        choice("value_range", eval.valueRange, kRanges,
               {.help = "Values that they are computed on: [0, 1] or [-1, 1]"}),
        setting("targets_to_eval_in_linear_space", eval.targetsToEvalInLinearSpace,
                {.help = "Display-encoded targets whose values are made linear first"}),
    };
}

std::vector<Setting> describeRun(RunConfig& run) {
    return {
        setting("name", run.name, {.help = "Of the run folder; empty: the config file's stem"}),
        setting("output_dir", run.outputDir, {.help = "The run folder is made in it"}),
        setting("add_datetime_prefix", run.addDatetimePrefix,
                {.help = "Put yy_mm_dd-HH_MM_SS- before the name"}),
        changeable(
            setting("base_data_dir", run.baseDataDir,
                    {.help = "Relative data paths start here; empty: at the current folder"})),
        changeable(
            setting("base_ckpt_dir", run.baseCkptDir,
                    {.help = "Relative model paths start here; empty: at the current folder"})),
        changeable(setting("device", run.device, {.help = "`auto`, `cpu`, `cuda` or `cuda:N`"})),
        changeable(
            setting("cudnn_deterministic", run.cudnnDeterministic,
                    {.help = "On a GPU take algorithms that give the same bytes each time; off is "
                             "faster in places"})),
        changeable(
            setting("cudnn_benchmark", run.cudnnBenchmark,
                    {.help = "On a GPU let cuDNN time its algorithms for each new size of picture; "
                             "which one wins may differ from run to run"})),
        changeable(setting(
            "allow_tf32", run.allowTf32,
            {.help = "On a GPU compute float32 products from 10 bits of each number: faster, "
                     "errors of 1e-3"})),
        changeable(
            setting("processes", run.processes,
                    {.help = "Processes of this machine that share the micro-batches of a step: a "
                             "whole number, or `auto`, one a GPU; where torchrun, srun or mpirun "
                             "has started several it is these that train"})),
        setting("keep_patch", run.keepPatch,
                {.help = "Keep beside the recipe what files of its git repository differ by from "
                         "the commit: recipe/changes.patch, up to 1 MiB"}),
        changeable(setting("exit_after", run.exitAfter,
                           {.help = "Save and pause after this time; 0: never",
                            .unit = "minutes",
                            .min = kAtLeastZero})),
        changeable(setting("hang_timeout", run.hangTimeout,
                           {.help = "Of several processes: how long one may do nothing while "
                                    "others wait for it, until all end; 0: for ever",
                            .unit = "seconds",
                            .min = kAtLeastZero})),
    };
}

std::vector<Setting> describeWriters(WritersConfig& writers) {
    return {
        setting("tensorboard", writers.tensorboard, {.help = "Event files for TensorBoard"}),
        setting("tensorboard_images", writers.tensorboardImages, {.help = "Pictures in them, too"}),
        setting("csv", writers.csv, {.help = "metrics.csv: step, epoch, time, tag, value"}),
        setting("sample_losses", writers.sampleLosses,
                {.help = "sample_losses.csv: the loss of every sample, and worst_samples.json"}),
        setting("worst_samples", writers.worstSamples,
                {.help = "Samples that worst_samples.json lists",
                 .unit = "samples",
                 .min = Bound{1},
                 .max = Bound{10000}}),
    };
}

std::vector<Setting> describeLogging(LoggingConfig& logging) {
    const auto level = [](std::string key, std::int64_t& member, const std::string& where) {
        return setting(std::move(key), member,
                       {.help = "What is less than this is left out " + where +
                                ": 10 debug, 20 info, 30 warning, 40 error",
                        .min = kAtLeastZero,
                        .max = Bound{50}});
    };
    return {
        setting("filename", logging.filename,
                {.help = "Of the log in the run folder; it ends with .log"}),
        setting("format", logging.format,
                {.help = "Of its lines, in the fields of Python's logging: asctime, levelname, "
                         "levelno, message, name, process; those that name a place in a source "
                         "become a dash; empty: TIME LEVEL TEXT, which the studio filters by"}),
        level("console_level", logging.consoleLevel, "on the console"),
        level("file_level", logging.fileLevel, "of the file"),
    };
}

} // namespace unlit::config
