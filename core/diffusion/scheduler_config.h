// The settings of a noise schedule and its sampler, as a model folder's scheduler_config.json
// states them.
#pragma once

#include "core/diffusion/prediction_type.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::diffusion {

enum class BetaSchedule {
    Linear,          ///< "linear": beta grows linearly
    ScaledLinear,    ///< "scaled_linear": its square root grows linearly
    SquaredCosCapV2, ///< "squaredcos_cap_v2": Nichol and Dhariwal (2021), capped at 0.999
};

/// Which of the training timesteps a shorter inference visits.
enum class TimestepSpacing { Leading, Trailing, Linspace };

/// The noise that one ancestral (DDPM) step adds back.
enum class VarianceType { FixedSmall, FixedLarge };

/// Which of diffusers' classes a scheduler file is written for.
enum class SchedulerClass { Ddim, Ddpm };

/// Defaults are those of diffusers' DDIMScheduler, which is what a missing key means.
struct SchedulerConfig {
    std::int64_t numTrainTimesteps = 1000; ///< T, in [1, 100000]
    double betaStart = 0.0001;             ///< in [0, 1)
    double betaEnd = 0.02;                 ///< in [0, 1)
    BetaSchedule betaSchedule = BetaSchedule::Linear;
    std::vector<double> trainedBetas; ///< T values in [0, 1]; empty = take betaSchedule
    bool clipSample = true;           ///< clamp the predicted clean latent
    double clipSampleRange = 1.0;     ///< to [-range, range], > 0
    bool setAlphaToOne = true;        ///< the step past the first timestep ends at a = 1, else a[0]
    std::int64_t stepsOffset = 0;     ///< added to the timesteps of the leading spacing, >= 0
    PredictionType predictionType = PredictionType::Epsilon;
    bool thresholding = false; ///< dynamic thresholding (Saharia et al., 2022) instead of clipping
    double dynamicThresholdingRatio = 0.995; ///< quantile, in [0, 1]
    double sampleMaxValue = 1.0;             ///< upper bound of that quantile, >= 1
    TimestepSpacing timestepSpacing = TimestepSpacing::Leading;
    bool rescaleBetasZeroSnr = false; ///< shift the schedule so that it ends in pure noise
    VarianceType varianceType = VarianceType::FixedSmall; ///< DDPM steps only
    std::vector<std::string> unusedKeys; ///< keys of the file that mean nothing here, sorted

    friend bool operator==(const SchedulerConfig&, const SchedulerConfig&) = default;
};

std::string_view toString(BetaSchedule schedule);
std::string_view toString(TimestepSpacing spacing);

/// Throws: Unsupported for text that is not diffusers' spelling.
TimestepSpacing timestepSpacingFromString(std::string_view text, const std::string& where);

/// What DDIMScheduler.from_pretrained makes of the file of a DDIM, DDPM or PNDM scheduler: known
/// keys are taken, missing ones get DDIM's defaults, keys of the other classes do nothing.
/// `where` names the file in messages. Throws: Unsupported (another scheduler class, an unknown
/// schedule, spacing or prediction type), InvalidInput (wrong type, value out of range).
SchedulerConfig schedulerConfigFromJson(const nlohmann::json& json,
                                        const std::string& where = "scheduler_config.json");

/// The keys that diffusers' class of that name reads, with its class name.
nlohmann::json schedulerConfigToJson(const SchedulerConfig& config, SchedulerClass schedulerClass);

/// Refuses what can be written down but not be run: epsilon prediction on a schedule that ends in
/// pure noise, where the clean latent would be found by a division by zero at the last timestep.
/// Inference and training call it before they start. Throws: InvalidInput.
void validate(const SchedulerConfig& config);

} // namespace unlit::diffusion
