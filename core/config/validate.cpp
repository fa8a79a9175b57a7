#include "core/config/validate.h"

#include "core/base/log_format.h"
#include "core/base/text.h"
#include "core/config/metric_names.h"
#include "core/config/validate_data.h"
#include "core/config/validate_hooks.h"
#include "core/config/validation_figures.h"
#include "core/options/infer_options.h"

#include <algorithm>
#include <set>

namespace unlit::config {

namespace {

class Findings {
public:
    void error(std::string key, std::string message, std::string hint = {}) {
        add(Diagnostic::Severity::Error, std::move(key), std::move(message), std::move(hint));
    }

    void warning(std::string key, std::string message, std::string hint = {}) {
        add(Diagnostic::Severity::Warning, std::move(key), std::move(message), std::move(hint));
    }

    std::vector<Diagnostic> take() { return std::move(m_found); }

private:
    void add(Diagnostic::Severity severity, std::string key, std::string message,
             std::string hint) {
        m_found.push_back({severity, {}, std::move(key), std::move(message), std::move(hint)});
    }

    std::vector<Diagnostic> m_found;
};

void checkModel(const ModelConfig& model, Findings& found) {
    const bool hasVae =
        !model.vae.empty() || (!model.vaeBeauty.empty() && !model.vaeAlbedo.empty());
    const bool hasAllParts = hasVae && !model.unet.empty() && !model.textEncoder.empty() &&
                             !model.tokenizer.empty() && !model.scheduler.empty();
    if (model.pretrainedPath.empty() && !hasAllParts)
        found.error("model.pretrained_path", "there is no model to start from",
                    "set model.pretrained_path to a folder in the diffusers layout");
}

void checkTargets(const PipelineConfig& pipeline, const EvalConfig& eval, Findings& found) {
    if (pipeline.targets.empty())
        found.error("pipeline.kwargs.target_properties", "the model has nothing to make",
                    "name at least one target");
    for (const std::string& name : eval.targetsToEvalInLinearSpace) {
        const bool isTarget = std::ranges::find(pipeline.targets, name, &TargetConfig::name) !=
                              pipeline.targets.end();
        if (!isTarget)
            found.error("eval.targets_to_eval_in_linear_space",
                        "there is no target " + name + " to evaluate in linear space",
                        "use names of pipeline.kwargs.target_properties.target_names");
    }
}

void checkBatch(const DataLoaderConfig& loader, Findings& found) {
    if (loader.effectiveBatchSize % loader.maxTrainBatchSize == 0)
        return;
    found.error("dataloader.effective_batch_size",
                "dataloader.effective_batch_size " + std::to_string(loader.effectiveBatchSize) +
                    " cannot be divided by max_train_batch_size " +
                    std::to_string(loader.maxTrainBatchSize),
                "a step is made of whole batches: choose a multiple of it");
}

/// `section`: "lr_scheduler", with whatever it stands in. `steps`: from where it begins to the end
/// of the run, 0 or less where nothing says so.
void checkSchedule(const LrSchedulerConfig& schedule, const std::string& section,
                   std::int64_t steps, Findings& found) {
    const std::string kwargs = section + ".kwargs.";
    if (schedule.name == LrSchedule::Constant)
        return;
    if (!schedule.totalIter && steps <= 0)
        found.error(kwargs + "total_iter",
                    "without max_iter nothing says where the learning rate's schedule ends",
                    "set " + kwargs + "total_iter");
    const std::int64_t total =
        schedule.totalIter.value_or(steps) - std::max<std::int64_t>(schedule.startIter, 0);
    if (schedule.startIter > 0 && total <= 0)
        found.error(kwargs + "start_iter",
                    kwargs + "start_iter " + std::to_string(schedule.startIter) +
                        " is not before the end of the schedule",
                    "make it smaller, or " + kwargs + "total_iter larger");
    if (schedule.name == LrSchedule::OneCycle)
        return;
    if (steps > 0 && schedule.startIter >= steps && schedule.warmupSteps > 0)
        found.error(
            kwargs + "start_iter",
            "every step would have the learning rate 0: the schedule begins at step " +
                std::to_string(schedule.startIter) + ", the last one is " + std::to_string(steps),
            "a recipe that was a run's own, which got further steps, has a start_iter: set " +
                kwargs + "start_iter to 0");
    if (total > 0 && schedule.warmupSteps > total)
        found.warning(kwargs + "warmup_steps",
                      kwargs + "warmup_steps " + std::to_string(schedule.warmupSteps) +
                          " is longer than the whole schedule of " + std::to_string(total) +
                          " steps",
                      "make it shorter");
    if (schedule.name == LrSchedule::IterExponential && schedule.finalRatio <= 0)
        found.error(kwargs + "final_ratio",
                    "an exponential never reaches 0: " + kwargs + "final_ratio must be above it",
                    "set 0.01, for example");
}

void checkDiscriminator(const DiscriminatorConfig& judge, std::int64_t maxIter, Findings& found) {
    if (judge.startStep >= maxIter && maxIter > 0)
        return found.warning("autoencoder.discriminator.start_step",
                             "the discriminator would begin at step " +
                                 std::to_string(judge.startStep) + ", after the last one, " +
                                 std::to_string(maxIter),
                             "make it smaller, or set autoencoder.discriminator to null");
    if (!judge.lrScheduler)
        return;
    const std::string section = "autoencoder.discriminator.lr_scheduler";
    checkSchedule(*judge.lrScheduler, section, maxIter > 0 ? maxIter - judge.startStep : 0, found);
    if (judge.lrScheduler->warmupSteps > 0)
        found.error(section + ".kwargs.warmup_steps",
                    section + ".kwargs.warmup_steps would be a second warm-up beside "
                              "autoencoder.discriminator.warmup_steps",
                    "take it out, and set the other one");
}

void checkOptimizer(const OptimizerConfig& optimizer, Findings& found) {
    if (optimizer.name == OptimizerKind::Sgd && optimizer.nesterov &&
        (!optimizer.momentumOrDefault().always([](double value) { return value > 0; }) ||
         !optimizer.dampening.always([](double value) { return value == 0; })))
        found.error("optimizer.kwargs.nesterov",
                    "nesterov needs a momentum above 0 and no dampening",
                    "set optimizer.kwargs.momentum to 0.9, for example");
}

void checkEma(const std::optional<EmaConfig>& ema, Findings& found) {
    if (!ema)
        return;
    const auto highestOf = [](const ScheduledNumber& number) {
        return number.schedule() ? std::max(number.schedule()->from, number.schedule()->to)
                                 : number.at(0);
    };
    const double least = ema->decay.schedule()
                             ? std::min(ema->decay.schedule()->from, ema->decay.schedule()->to)
                             : ema->decay.at(0);
    if (highestOf(ema->minDecay) > least)
        found.error("ema.min_decay", "ema.min_decay is above ema.decay, which would never count",
                    "make it smaller");
}

void checkSeed(const TrainerConfig& trainer, Findings& found) {
    if (!trainer.initSeed)
        found.warning("trainer.init_seed", "without a seed no run with this recipe can be repeated",
                      "set trainer.init_seed to a number");
}

void checkNoise(const TrainerConfig& trainer, Findings& found) {
    const NoiseSchedulerConfig& scheduler = trainer.trainingNoiseScheduler;
    if (scheduler.predictionType == "epsilon" && scheduler.rescaleBetasZeroSnr.value_or(false))
        found.error("trainer.training_noise_scheduler.prediction_type",
                    "at the last timestep of rescale_betas_zero_snr there is nothing but noise, "
                    "and a picture cannot be found from predicted noise (epsilon)",
                    "set prediction_type to v_prediction");
    const bool isOurs = trainer.name == "MarigoldIIDTrainer" || trainer.name == "MarigoldTrainer" ||
                        trainer.name == kAutoencoderTrainer;
    if (!isOurs)
        found.warning("trainer.name",
                      "what " + trainer.name +
                          " does beyond the intrinsic trainer is not done here",
                      "read the list of ignored keys");
}

void checkMetrics(const TrainConfig& config, Findings& found) {
    const ValidationConfig& validation = config.validation;
    const std::string& metric = validation.mainValMetric;
    const auto& metrics = config.eval.evalMetrics;
    if (const bool isTag = metric.starts_with(kValidationTags); isTag) {
        if (const auto fault = whyNotValidated(metric, config))
            found.error("validation.main_val_metric", *fault, "take one of those");
    } else if (!betterDirection(metric)) {
        const std::string nearest = nearestName(metric, metrics);
        found.error("validation.main_val_metric",
                    "there is no metric " + metric +
                        (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
                    "use one of eval.eval_metrics, or the tag of a figure as val/SET/loss");
    } else if (std::ranges::find(metrics, metric) == metrics.end()) {
        found.error("validation.main_val_metric",
                    "the main metric " + metric + " is not among eval.eval_metrics",
                    "add it there");
    }
    const std::optional<MetricGoal> better = goalOfFigure(metric);
    if (better && validation.mainValMetricGoal && *validation.mainValMetricGoal != *better)
        found.error("validation.main_val_metric_goal",
                    metric + " is better the " +
                        (better == MetricGoal::Maximize ? "larger" : "smaller") + " it is, and " +
                        std::string(toString(*validation.mainValMetricGoal)) +
                        " would keep the worst checkpoint as the best",
                    "set validation.main_val_metric_goal to " + std::string(toString(*better)) +
                        ", or take it out");
    if (std::set<std::string>(metrics.begin(), metrics.end()).size() != metrics.size())
        found.warning("eval.eval_metrics", "eval.eval_metrics names a metric twice");
}

void checkEarlyStopping(const TrainConfig& config, Findings& found) {
    if (!config.earlyStopping)
        return;
    const EarlyStoppingConfig& stopping = *config.earlyStopping;
    const bool isOfValidation =
        stopping.monitor.empty() || stopping.monitor.starts_with(kValidationTags);
    if (isOfValidation && (config.trainer.validationPeriod == 0 ||
                           (config.dataset.val.empty() && config.dataset.validFrac == 0)))
        found.error("early_stopping.monitor",
                    "early_stopping waits for a figure of a validation, and this run has none",
                    "set trainer.validation_period and dataset.val, or monitor train/loss");
    else if (stopping.monitor.starts_with(kValidationTags))
        if (const auto fault = whyNotValidated(stopping.monitor, config))
            found.error("early_stopping.monitor", *fault, "take one of those");
    if (stopping.mode && !stopping.monitor.empty() && goalOf(stopping) != *stopping.mode)
        found.warning("early_stopping.mode",
                      stopping.monitor + " knows which way it is better: " +
                          std::string(toString(*stopping.mode)) + " is not followed",
                      "take early_stopping.mode out");
}

void checkLossSpike(const TrainConfig& config, Findings& found) {
    if (config.lossSpike && config.lossSpike->policy == SpikePolicy::RollBack &&
        config.run.processes != "1")
        found.error("loss_spike.policy", "a run of several processes does not roll back by itself",
                    "use skip, or stop and `unlit run rollback`");
}

void checkLora(const std::optional<LoraConfig>& lora, Findings& found) {
    if (lora && lora->targets.empty())
        found.error("lora.targets", "a LoRA without targets has nothing to train",
                    "name some of to_q, to_k, to_v, to_out.0, or set lora to null");
}

void checkSlicing(const std::string& slicing, Findings& found) {
    if (attentionSlicingFromString(slicing))
        return;
    const std::string nearest = nearestName(slicing, {"off", "auto", "max"});
    found.error("memory.attention_slicing",
                "memory.attention_slicing is \"" + slicing + "\"" +
                    (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
                "use off, auto, max or a number of heads");
}

void checkDecoder(const TrainConfig& config, Findings& found) {
    if (!config.trainer.trainDecoder || config.trained() != TrainedNetwork::Unet)
        return;
    const auto refuse = [&found](const std::string& why, const std::string& remedy) {
        found.error("trainer.train_decoder", "trainer.train_decoder is true, but " + why,
                    remedy + ", or trainer.train_decoder to false");
    };
    if (config.loss.pictureWeight <= 0)
        refuse("loss.kwargs.picture_weight, by which the decoder would learn, is 0",
               "set loss.kwargs.picture_weight above 0");
    if (config.lora)
        refuse("lora leaves the networks' own weights alone", "set lora to null");
    if (config.memory.offloadFrozen) // moving it would part weights and gradients
        refuse("memory.offload_frozen keeps the VAE away from the GPU",
               "set memory.offload_frozen to false");
}

/// Only the last timestep's answer is a picture.
void checkPictures(const TrainConfig& config, Findings& found) {
    if (config.trained() == TrainedNetwork::Unet && config.loss.pictureWeight > 0 &&
        config.trainer.timesteps != TrainedTimesteps::Last)
        found.error("loss.kwargs.picture_weight",
                    "loss.kwargs.picture_weight is above 0, but what one step makes of other "
                    "timesteps than the last is no picture to be judged",
                    "set trainer.timesteps to last, or the weight to 0");
}

void checkAutoencoder(const TrainConfig& config, Findings& found) {
    if (config.trained() != TrainedNetwork::Autoencoder)
        return;
    const std::string why = "is of the UNet, and trainer.name trains the autoencoder";
    if (config.lora)
        found.error("lora", "lora " + why, "set lora to null");
    if (!config.memory.latentCache.empty())
        found.error("memory.latent_cache", "memory.latent_cache " + why,
                    "take memory.latent_cache out");
    if (config.memory.mixedPrecision == MixedPrecision::Float16)
        found.error("memory.mixed_precision",
                    "memory.mixed_precision is fp16, in which an autoencoder overflows",
                    "set it to bf16 or no");
    if (config.autoencoder.perceptual && config.autoencoder.perceptual->pretrainedPath.empty())
        found.error("autoencoder.perceptual.pretrained_path",
                    "autoencoder.perceptual names no weights",
                    "set autoencoder.perceptual.pretrained_path to a folder of VGG16 and lpips");
    if (config.autoencoder.discriminator)
        checkDiscriminator(*config.autoencoder.discriminator, config.maxIter, found);
}

void checkCondition(const TrainConfig& config, Findings& found) {
    if (!config.condition || config.trained() != TrainedNetwork::Unet)
        return;
    if (config.condition->kind == ConditionKind::Text && config.condition->classes)
        found.error("condition.classes", "condition.classes is set, and condition.kind is text",
                    "take condition.classes out, or set condition.kind to class");
    if (config.lora && config.condition->kind == ConditionKind::Class && config.condition->classes)
        found.error("condition.classes",
                    "condition.classes would be learnt by the UNet's class embedding, which lora "
                    "leaves alone",
                    "set lora to null, or take condition.classes out for a UNet that has classes");
}

void checkRun(const RunConfig& run, Findings& found) {
    if (!isDevice(run.device))
        found.error("run.device", "there is no device " + run.device,
                    "use auto, cpu, cuda or cuda:N");
    if (!isProcesses(run.processes))
        found.error("run.processes", "run.processes is \"" + run.processes + "\"",
                    "use a whole number from 1 to 1024, or auto");
    if (run.name.find('/') != std::string::npos || run.name == "." || run.name == "..")
        found.error("run.name", "\"" + run.name + "\" cannot be the name of a folder",
                    "put folders into run.output_dir");
}

void checkModuleWeights(const TrainConfig& config, Findings& found) {
    const bool trainsUnet = config.trained() == TrainedNetwork::Unet;
    const std::string network = trainsUnet ? "unet" : "vae";
    for (std::size_t i = 0; i < config.model.weights.size(); ++i) {
        const ModuleWeights& weights = config.model.weights[i];
        const std::string key = "model.weights." + std::to_string(i);
        if (weights.path.empty())
            found.error(key + ".path", key + " names no file", "set its path");
        if (weights.module != network && !weights.module.starts_with(network + "."))
            found.error(key + ".module",
                        key + ".module is \"" + weights.module + "\", and this run trains the " +
                            (trainsUnet ? "UNet" : "VAE"),
                        "begin it with " + network +
                            (trainsUnet ? "; model.vae takes another VAE" : ""));
    }
}

/// The names of its other files do not end with .log.
void checkLogging(const LoggingConfig& logging, Findings& found) {
    const std::string& name = logging.filename;
    if (name.find('/') != std::string::npos || !name.ends_with(".log") || name.size() < 5)
        found.error("logging.filename", "\"" + name + "\" cannot be the name of a run's log",
                    "use a plain file name that ends with .log, as logging.log");
    const std::string problem = LogFormat::problemOf(logging.format);
    if (!problem.empty())
        found.error("logging.format", "logging.format " + problem,
                    "use fields of Python's logging, as \"%(asctime)s %(levelname)s "
                    "%(message)s\"");
}

} // namespace

bool isDevice(const std::string& name) {
    const bool isNumbered = name.starts_with("cuda:") && name.size() > 5 &&
                            name.find_first_not_of("0123456789", 5) == std::string::npos;
    return name == "auto" || name == "cpu" || name == "cuda" || isNumbered;
}

std::vector<Diagnostic> validate(const TrainConfig& config) {
    Findings found;
    checkModel(config.model, found);
    checkModuleWeights(config, found);
    checkTargets(config.pipeline, config.eval, found);
    checkBatch(config.dataloader, found);
    checkSchedule(config.lrScheduler, "lr_scheduler", config.maxIter, found);
    checkOptimizer(config.optimizer, found);
    checkEma(config.ema, found);
    if (config.ema && config.lora)
        found.error("ema", "ema is a running mean of the UNet's weights, which lora leaves alone",
                    "take one of the two out");
    checkNoise(config.trainer, found);
    checkSeed(config.trainer, found);
    checkMetrics(config, found);
    checkEarlyStopping(config, found);
    checkLossSpike(config, found);
    checkLora(config.lora, found);
    checkSlicing(config.memory.attentionSlicing, found);
    checkDecoder(config, found);
    checkPictures(config, found);
    checkAutoencoder(config, found);
    checkCondition(config, found);
    checkRun(config.run, found);
    checkLogging(config.logging, found);
    std::vector<Diagnostic> all = found.take();
    std::ranges::move(validateData(config), std::back_inserter(all));
    std::ranges::move(validateHooks(config), std::back_inserter(all));
    return all;
}

} // namespace unlit::config
