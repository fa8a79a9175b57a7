// One-target runs in the conventions of Marigold and of its training against
// pipeline/single_target: from a PNG to the prediction.
#include "core/infer/run_settings.h"
#include "tests/parity/pipeline_support.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

using test::Comparison;
using test::kBicubicTolerance;
using test::kInputTolerance;
using test::ReferencePack;

constexpr double kImageLatentTolerance = 2e-4;
// What tolerance_note of the JSON states for runs that are fed the stored network input.
constexpr double kFedPredictionTolerance = 2e-4;
constexpr double kFedLatentTolerance = 1e-3;

bool resizesIn8Bit(const nlohmann::json& entry) {
    return entry.at("resize_domain") == "uint8" && entry.at("processing_res").get<int>() > 0;
}

diffusion::SchedulerConfig schedulerOf(const ReferencePack& pack, const nlohmann::json& entry) {
    nlohmann::json config =
        pack.json().at("schedulers").at(entry.at("scheduler").get<std::string>());
    if (entry.contains("prediction_type"))
        config["prediction_type"] = entry.at("prediction_type");
    return diffusion::schedulerConfigFromJson(config);
}

RunSettings settingsOf(const ReferencePack& pack, const nlohmann::json& entry) {
    RunSettings settings;
    settings.scheduler = schedulerOf(pack, entry);
    settings.steps = entry.at("steps").get<std::int64_t>();
    settings.ensemble = entry.at("ensemble").get<std::int64_t>();
    settings.batchSize = entry.at("batch_size").get<std::int64_t>();
    settings.reduction = test::reductionOf(entry.at("reduction"));
    settings.seed = test::seedOf(entry.at("seed"));
    settings.processingRes = entry.at("processing_res").get<std::int64_t>();
    settings.matchInputRes = entry.at("match_input_res").get<bool>();
    const auto resample = entry.at("resample").get<std::string>();
    settings.inputMethod =
        test::interpolationOf(resample == "nearest" ? "nearest-exact" : resample);
    settings.outputMethod = settings.inputMethod;
    settings.resize = resizePolicyOf(ResizeConvention::Marigold);
    settings.resize.domain =
        entry.at("resize_domain") == "uint8" ? SampleDomain::EightBit : SampleDomain::Float;
    settings.concatOrder =
        entry.at("order") == "noisy_image" ? ConcatOrder::NoisyFirst : ConcatOrder::ImageFirst;
    settings.decodedTargets = {0};
    settings.targetNames = {"prediction"};
    return settings;
}

torch::Tensor toSigned(const torch::Tensor& unit) {
    return unit * 2 - 1;
}

torch::Tensor levelsOf(const torch::Tensor& signedValues) {
    return ((signedValues + 1) * 127.5).round().to(torch::kUInt8);
}

void compareInput(Comparison& comparison, const ReferencePack& pack, const nlohmann::json& entry,
                  const torch::Tensor& actual) {
    const std::string name = entry.at("name").get<std::string>() + ".model_input";
    if (!pack.has(name))
        return;
    const torch::Tensor expected = pack.tensor(name);
    if (entry.at("resample") == "nearest" || entry.at("processing_res") == 0)
        comparison.maxAbs("model_input", actual, expected, 1e-6);
    else if (resizesIn8Bit(entry))
        comparison.levels("model_input", levelsOf(actual), levelsOf(expected), 1, 0.001);
    else
        comparison.maxAbs("model_input", actual, expected,
                          entry.at("resample") == "bicubic" ? kBicubicTolerance : kInputTolerance);
}

void compareTrace(Comparison& comparison, const ReferencePack& pack, const nlohmann::json& entry,
                  const RunTrace& trace) {
    const std::string prefix = entry.at("name").get<std::string>() + ".";
    const auto latentTolerance = entry.at("tolerance_latent_maxabs").get<double>();
    const auto predictionTolerance = entry.at("tolerance_prediction_maxabs").get<double>();
    compareInput(comparison, pack, entry, trace.networkInput);
    comparison.maxAbs("image_latent", trace.imageLatent, pack.tensor(prefix + "image_latent"),
                      resizesIn8Bit(entry) ? latentTolerance : kImageLatentTolerance);
    comparison.maxAbs("initial_noise", trace.initialNoise, pack.tensor(prefix + "initial_noise"),
                      test::kNoiseTolerance);
    comparison.exact("timesteps", torch::tensor(trace.timesteps),
                     pack.tensor(prefix + "timesteps"));
    comparison.maxAbs("final_latent", trace.finalLatent, pack.tensor(prefix + "final_latent"),
                      latentTolerance);
    if (pack.has(prefix + "members"))
        comparison.maxAbs("members", toSigned(trace.members.squeeze(1)),
                          pack.tensor(prefix + "members"), predictionTolerance);
    if (pack.has(prefix + "uncertainty"))
        comparison.maxAbs("uncertainty", trace.memberUncertainty * 2,
                          pack.tensor(prefix + "uncertainty"), predictionTolerance);
}

void comparePrediction(Comparison& comparison, const ReferencePack& pack,
                       const nlohmann::json& entry, const torch::Tensor& prediction_3HW) {
    const auto name = entry.at("name").get<std::string>();
    const int maxLevels = resizesIn8Bit(entry) ? 3 : 1;
    const double differing = resizesIn8Bit(entry) ? 0.15 : 0.01;
    comparison.maxAbs("prediction", toSigned(prediction_3HW), pack.tensor(name + ".prediction"),
                      entry.at("tolerance_prediction_maxabs").get<double>());
    const torch::Tensor levels = test::truncatedLevels(prediction_3HW);
    comparison.levels("prediction_u8", levels, pack.tensor(name + ".prediction_u8"), maxLevels,
                      differing);
    const std::string picture = "expected_" + name + ".png";
    if (test::referencePictureExists(picture))
        comparison.levels(picture, levels, test::readReferencePixels(picture), maxLevels,
                          differing);
}

/// Takes the rounding ties of the 8-bit resize out: the stored network input goes in.
void compareFedRun(Comparison& comparison, const ReferencePack& pack, const nlohmann::json& entry,
                   LoadedModel& model, const RunSettings& settings, const torch::Tensor& picture) {
    const std::string prefix = entry.at("name").get<std::string>() + ".";
    if (!resizesIn8Bit(entry) || !pack.has(prefix + "model_input"))
        return;
    RunTrace trace;
    const auto result = runTensors(model,
                                   {.picture_13HW = picture,
                                    .networkInput = pack.tensor(prefix + "model_input"),
                                    .initialNoise = pack.tensor(prefix + "initial_noise")},
                                   settings, test::tracedInto(trace));
    ASSERT_TRUE(result.has_value());
    comparison.maxAbs("final_latent, fed", trace.finalLatent, pack.tensor(prefix + "final_latent"),
                      kFedLatentTolerance);
    comparison.maxAbs("prediction, fed", toSigned(result->prediction_K3HW[0]),
                      pack.tensor(prefix + "prediction"), kFedPredictionTolerance);
}

void compareCase(Comparison& comparison, const ReferencePack& pack, const nlohmann::json& entry,
                 LoadedModel& model) {
    const RunSettings settings = settingsOf(pack, entry);
    const auto& image = pack.json().at("images").at(entry.at("image").get<std::string>());
    const torch::Tensor picture = test::readReferencePicture(image.at("file").get<std::string>());
    if (!entry.value("finite", true)) {
        EXPECT_ANY_THROW(runTensors(model, {picture, {}, {}, {}}, settings, {}));
        return;
    }
    RunTrace trace;
    const auto result = runTensors(model, {picture, {}, {}, {}}, settings, test::tracedInto(trace));
    ASSERT_TRUE(result.has_value());
    compareTrace(comparison, pack, entry, trace);
    comparePrediction(comparison, pack, entry, result->prediction_K3HW[0]);
    compareFedRun(comparison, pack, entry, model, settings, picture);
}

} // namespace

TEST(Parity, pipeline_single_target) {
    const ReferencePack pack("pipeline/single_target");
    const auto model = test::loadReferenceModel(pack.json());
    Comparison comparison;
    for (const auto& entry : pack.json().at("cases")) {
        comparison.beginCase(entry.at("name").get<std::string>());
        compareCase(comparison, pack, entry, *model);
    }
    comparison.finish();
}

} // namespace unlit::infer
