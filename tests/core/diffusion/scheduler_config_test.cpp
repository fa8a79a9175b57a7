#include "core/diffusion/scheduler_config.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;

namespace {

/// The message and hint of the refusal; fails when the config is accepted.
std::string refusal(const json& config, ErrorKind kind) {
    try {
        schedulerConfigFromJson(config, "model/scheduler/scheduler_config.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        EXPECT_FALSE(error.hint().empty()) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "accepted " << config;
    return {};
}

bool mentions(const std::string& message, const std::string& part) {
    return message.find(part) != std::string::npos;
}

} // namespace

TEST(SchedulerConfig, missing_keys_get_the_defaults_of_ddim) {
    const SchedulerConfig config = schedulerConfigFromJson(json::object());
    EXPECT_EQ(config, SchedulerConfig{});
    EXPECT_TRUE(config.clipSample);
    EXPECT_TRUE(config.setAlphaToOne);
    EXPECT_EQ(config.timestepSpacing, TimestepSpacing::Leading);
}

TEST(SchedulerConfig, reads_the_short_pndm_file_of_stable_diffusion) {
    const SchedulerConfig config = schedulerConfigFromJson(json{{"_class_name", "PNDMScheduler"},
                                                                {"_diffusers_version", "0.8.0"},
                                                                {"beta_end", 0.012},
                                                                {"beta_schedule", "scaled_linear"},
                                                                {"beta_start", 0.00085},
                                                                {"clip_sample", false},
                                                                {"set_alpha_to_one", false},
                                                                {"skip_prk_steps", true},
                                                                {"steps_offset", 1},
                                                                {"trained_betas", nullptr}});
    EXPECT_EQ(config.betaSchedule, BetaSchedule::ScaledLinear);
    EXPECT_FALSE(config.clipSample);
    EXPECT_EQ(config.stepsOffset, 1);
    EXPECT_EQ(config.predictionType, PredictionType::Epsilon);
    EXPECT_EQ(config.unusedKeys, std::vector<std::string>{"skip_prk_steps"});
}

TEST(SchedulerConfig, survives_writing_and_reading) {
    SchedulerConfig config;
    config.numTrainTimesteps = 3;
    config.trainedBetas = {0.1, 0.2, 0.3};
    config.betaSchedule = BetaSchedule::SquaredCosCapV2;
    config.predictionType = PredictionType::VPrediction;
    config.timestepSpacing = TimestepSpacing::Trailing;
    config.rescaleBetasZeroSnr = true;
    config.varianceType = VarianceType::FixedLarge;
    config.clipSampleRange = 2.5;
    EXPECT_EQ(schedulerConfigFromJson(schedulerConfigToJson(config, SchedulerClass::Ddpm)), config);
    EXPECT_EQ(schedulerConfigToJson(config, SchedulerClass::Ddim).at("_class_name"),
              "DDIMScheduler");
}

TEST(SchedulerConfig, refuses_an_unknown_scheduler_class_by_name) {
    const std::string message =
        refusal({{"_class_name", "EulerDiscreteScheduler"}}, ErrorKind::Unsupported);
    EXPECT_TRUE(mentions(message, "EulerDiscreteScheduler")) << message;
    EXPECT_TRUE(mentions(message, "model/scheduler/scheduler_config.json")) << message;
    refusal({{"_class_name", 5}}, ErrorKind::InvalidInput);
}

TEST(SchedulerConfig, refuses_unknown_choices) {
    EXPECT_TRUE(mentions(refusal({{"beta_schedule", "sigmoid"}}, ErrorKind::Unsupported),
                         "beta_schedule \"sigmoid\""));
    EXPECT_TRUE(mentions(refusal({{"timestep_spacing", "karras"}}, ErrorKind::Unsupported),
                         "timestep_spacing \"karras\""));
    EXPECT_TRUE(mentions(refusal({{"prediction_type", "flow"}}, ErrorKind::Unsupported),
                         "prediction_type \"flow\""));
    refusal({{"_class_name", "DDPMScheduler"}, {"variance_type", "learned_range"}},
            ErrorKind::Unsupported);
    EXPECT_NO_THROW(
        schedulerConfigFromJson({{"_class_name", "DDIMScheduler"}, {"variance_type", "other"}}));
}

TEST(SchedulerConfig, refuses_wrong_types_and_ranges_naming_the_key) {
    const std::vector<json> bad = {
        {{"num_train_timesteps", 0}},
        {{"num_train_timesteps", 1e3}},
        {{"num_train_timesteps", "1000"}},
        {{"num_train_timesteps", 18446744073709551615U}},
        {{"beta_start", -0.1}},
        {{"beta_end", 1.0}},
        {{"beta_end", "0.012"}},
        {{"beta_schedule", 3}},
        {{"clip_sample", 1}},
        {{"clip_sample_range", 0.0}},
        {{"steps_offset", -1}},
        {{"set_alpha_to_one", nullptr}},
        {{"trained_betas", {0.1, 0.2}}},
        {{"trained_betas", "none"}},
        {{"prediction_type", 1}},
        {{"dynamic_thresholding_ratio", 1.5}},
    };
    for (const json& config : bad) {
        const std::string message = refusal(config, ErrorKind::InvalidInput);
        EXPECT_TRUE(mentions(message, config.begin().key())) << message;
    }
    refusal({{"num_train_timesteps", 2}, {"trained_betas", {0.1, 1.5}}}, ErrorKind::InvalidInput);
    refusal(json::array(), ErrorKind::InvalidInput);
}

TEST(SchedulerConfig, refuses_to_run_epsilon_prediction_from_pure_noise) {
    SchedulerConfig config;
    config.rescaleBetasZeroSnr = true;
    try {
        validate(config);
        FAIL() << "epsilon with a zero-terminal-SNR schedule was accepted";
    } catch (const Error& error) {
        EXPECT_TRUE(mentions(error.what(), "epsilon")) << error.what();
        EXPECT_TRUE(mentions(error.what(), "timestep 999")) << error.what();
        EXPECT_TRUE(mentions(error.hint(), "v_prediction")) << error.hint();
    }
    config.predictionType = PredictionType::VPrediction;
    EXPECT_NO_THROW(validate(config));
    config.predictionType = PredictionType::Epsilon;
    config.rescaleBetasZeroSnr = false;
    EXPECT_NO_THROW(validate(config));
    config.numTrainTimesteps = 2;
    config.trainedBetas = {0.5, 1.0};
    EXPECT_THROW(validate(config), Error);
}
