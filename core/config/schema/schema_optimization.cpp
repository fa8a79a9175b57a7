#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

constexpr Bound kAboveZero{0, false};

const std::vector<std::pair<OptimizerKind, std::string>> kOptimizers = {
    {OptimizerKind::Adam, "Adam"},
    {OptimizerKind::AdamW, "AdamW"},
    {OptimizerKind::Muon, "Muon"},
    {OptimizerKind::Sgd, "SGD"}};

const std::vector<std::pair<LossKind, std::string>> kLosses = {
    {LossKind::Mse, "mse_loss"}, {LossKind::L1, "l1_loss"}, {LossKind::Huber, "huber_loss"}};

const std::vector<std::pair<LrSchedule, std::string>> kSchedules = {
    {LrSchedule::IterExponential, "IterExponential"},
    {LrSchedule::Constant, "Constant"},
    {LrSchedule::Cosine, "Cosine"},
    {LrSchedule::Linear, "Linear"},
    {LrSchedule::Polynomial, "Polynomial"},
    {LrSchedule::OneCycle, "OneCycle"}};

const std::vector<std::string> kAdams = {"Adam", "AdamW", "Muon"}; // Muon: what is no matrix

std::vector<Setting> describeOptimizerKwargs(OptimizerConfig& optimizer) {
    return {
        setting("betas", optimizer.betas,
                {.help = "Decay of the running means of gradient and squared gradient",
                 .min = kAtLeastZero,
                 .max = Bound{1, false},
                 .usedBy = kAdams}),
        setting("eps", optimizer.eps,
                {.help = "Added to the denominator", .min = kAtLeastZero, .usedBy = kAdams}),
        setting("amsgrad", optimizer.amsgrad,
                {.help = "Keep the largest mean of squared gradients", .usedBy = kAdams}),
        setting("weight_decay", optimizer.weightDecay,
                {.help = "Pull of the weights towards zero",
                 .min = kAtLeastZero,
                 .nullMeaning = "0.1 for Muon, 0.01 for AdamW, else 0"}),
        setting("momentum", optimizer.momentum,
                {.help = "Share of the last step that is kept",
                 .min = kAtLeastZero,
                 .max = Bound{1, false},
                 .usedBy = {"Muon", "SGD"},
                 .nullMeaning = "0.95 for Muon, else 0"}),
        setting("dampening", optimizer.dampening,
                {.help = "Share of the gradient that momentum does not take",
                 .min = kAtLeastZero,
                 .max = Bound{1},
                 .usedBy = {"SGD"}}),
        setting("nesterov", optimizer.nesterov,
                {.help = "Look ahead by the momentum", .usedBy = {"SGD"}}),
    };
}

std::vector<Setting> describeLossKwargs(LossConfig& loss) {
    return {
        setting("reduction", loss.reduction,
                {.help = "Over the valid cells of a batch", .choices = {"mean"}}),
        setting("delta", loss.delta,
                {.help = "Error from which squares become lines",
                 .min = kAboveZero,
                 .usedBy = {"huber_loss"}}),
        setting("offset_invariance", loss.offsetInvariance,
                {.help = "Share of each sample's mean difference, channel by channel, that does "
                         "not count: exposure and white balance of a log100 model",
                 .min = kAtLeastZero,
                 .max = Bound{1}}),
        setting("white_weight", loss.whiteWeight,
                {.help = "How many times as much as a black cell of the target a white one counts; "
                         "101 in a log100 model weighs errors about as linear light does",
                 .min = kAboveZero}),
        setting("picture_weight", loss.pictureWeight,
                {.help = "Of the scale-invariant error of decoded pictures in linear light, whole "
                         "and in windows, that is added to the latents' (end-to-end fine-tuning); "
                         "needs trainer.timesteps last",
                 .min = kAtLeastZero}),
        setting("picture_slope_weight", loss.pictureSlopeWeight,
                {.help = "In the error of decoded pictures, of how far the slope of the logarithm "
                         "of the prediction over that of the truth is from 1: what an error alone "
                         "shrinks towards a mean",
                 .min = kAtLeastZero}),
        setting("picture_gradient_weight", loss.pictureGradientWeight,
                {.help = "In the error of decoded pictures, of differences between neighbours in "
                         "logarithms, at scales of 1, 2, 4, 8 and 16 pixels",
                 .min = kAtLeastZero}),
        setting("picture_lmse_share", loss.pictureLmseShare,
                {.help = "Of the error in windows (LMSE) in that of decoded pictures; the rest is "
                         "the error of the whole picture, often twice as large",
                 .min = kAtLeastZero,
                 .max = Bound{1}}),
    };
}

std::vector<Setting> describeLrKwargs(LrSchedulerConfig& schedule) {
    const std::vector<std::string> decaying = {"IterExponential", "Cosine", "Linear", "Polynomial"};
    return {
        setting("total_iter", schedule.totalIter,
                {.help = "Where the schedule ends",
                 .unit = "optimizer steps",
                 .min = Bound{1},
                 .usedBy = {"IterExponential", "Cosine", "Linear", "Polynomial", "OneCycle"},
                 .nullMeaning = "max_iter"}),
        setting("final_ratio", schedule.finalRatio,
                {.help = "Factor of lr from there on; above 0 for IterExponential",
                 .min = kAtLeastZero,
                 .max = Bound{1},
                 .usedBy = decaying}),
        setting("warmup_steps", schedule.warmupSteps,
                {.help = "Linear rise from 0 at the beginning",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero,
                 .usedBy = {"IterExponential", "Constant", "Cosine", "Linear", "Polynomial"}}),
        setting("power", schedule.power,
                {.help = "Exponent of the fall", .min = kAboveZero, .usedBy = {"Polynomial"}}),
        setting("pct_start", schedule.pctStart,
                {.help = "Share of the steps in which the rate rises",
                 .min = kAboveZero,
                 .max = Bound{1, false},
                 .usedBy = {"OneCycle"}}),
        setting("div_factor", schedule.divFactor,
                {.help = "lr divided by the first rate", .min = Bound{1}, .usedBy = {"OneCycle"}}),
        setting("final_div_factor", schedule.finalDivFactor,
                {.help = "The first rate divided by the last",
                 .min = Bound{1},
                 .usedBy = {"OneCycle"}}),
        setting("start_iter", schedule.startIter,
                {.help =
                     "Steps done when the curve begins, as a new one of a run that is extended; "
                     "its warm-up counts from there",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
    };
}

} // namespace

std::vector<Setting> describeMultiResNoise(MultiResNoiseConfig& noise) {
    return {
        setting("strength", noise.strength,
                {.help = "Weight of level i is strength to the power of i",
                 .min = kAtLeastZero,
                 .max = Bound{1}}),
        setting("annealed", noise.annealed,
                {.help = "Strength falls with the timestep: strength * t / T"}),
        setting("downscale_strategy", noise.downscaleStrategy,
                {.help = "How the size shrinks from level to level",
                 .choices = {"original", "power_of_two", "random_step", "every_layer"}}),
    };
}

std::vector<Setting> describeLoss(LossConfig& loss) {
    return {
        choice("name", loss.name, kLosses, {.help = "Distance of prediction and truth"}),
        section("kwargs", loss, describeLossKwargs, "Its settings"),
    };
}

std::vector<Setting> describeOptimizer(OptimizerConfig& optimizer) {
    return {
        choice(
            "name", optimizer.name, kOptimizers,
            {.help = "Torch's own; Muon moves matrices by orthogonal steps and the rest as AdamW"}),
        section("kwargs", optimizer, describeOptimizerKwargs, "Its settings"),
    };
}

std::vector<Setting> describeEma(EmaConfig& ema) {
    return {
        setting("decay", ema.decay,
                {.help = "Share of the mean that stays at an update; what it rises to",
                 .min = kAtLeastZero,
                 .max = Bound{1, false}}),
        setting("min_decay", ema.minDecay,
                {.help = "It is never less once it has begun",
                 .min = kAtLeastZero,
                 .max = Bound{1, false}}),
        setting("update_after_step", ema.updateAfterStep,
                {.help = "Until then the mean is the weights themselves",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
        setting(
            "use_ema_warmup", ema.useEmaWarmup,
            {.help = "Rise by 1 - (1 + n / inv_gamma) ^ -power in place of (1 + n) / (10 + n)"}),
        setting("inv_gamma", ema.invGamma,
                {.help = "Of the warm-up: larger is slower", .min = kAboveZero}),
        setting("power", ema.power,
                {.help = "Of the warm-up: larger is faster", .min = kAboveZero}),
        setting("update_every", ema.updateEvery,
                {.help = "Update the mean every so many steps",
                 .unit = "optimizer steps",
                 .min = Bound{1}}),
    };
}

std::vector<Setting> describeLrScheduler(LrSchedulerConfig& schedule) {
    return {
        choice("name", schedule.name, kSchedules, {.help = "Shape of the curve"}),
        section("kwargs", schedule, describeLrKwargs, "Its settings"),
    };
}

} // namespace unlit::config
