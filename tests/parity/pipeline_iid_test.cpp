// Runs of several targets in diffusers' convention, against every pack in pipeline/ that lists
// target_names: from a PNG to the predictions.
#include "core/infer/preprocess.h"
#include "core/infer/run_settings.h"
#include "tests/parity/pipeline_support.h"
#include "tests/parity/visualized_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace unlit::infer {

namespace {

using test::Comparison;
using test::kBicubicTolerance;
using test::kInputTolerance;
using test::ReferencePack;

constexpr double kLatentTolerance = 1e-3;
constexpr int kMaxLevels = 1;
constexpr double kDifferentLevels = 0.01; // share of the samples

std::vector<std::string> packNames() {
    std::vector<std::string> names;
    for (const auto& file :
         std::filesystem::directory_iterator(test::referenceDir() / "pipeline")) {
        if (file.path().extension() != ".json")
            continue;
        std::ifstream stream(file.path());
        const auto json = nlohmann::json::parse(stream);
        if (json.contains("target_names") && json.contains("cases"))
            names.push_back(file.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

RunSettings settingsOf(const LoadedModel& model, const nlohmann::json& entry) {
    RunSettings settings;
    settings.scheduler = model.scheduler;
    settings.steps = entry.at("num_inference_steps").get<std::int64_t>();
    settings.ensemble = entry.at("ensemble_size").get<std::int64_t>();
    settings.batchSize = entry.at("batch_size").get<std::int64_t>();
    settings.reduction = test::reductionOf(entry.at("reduction"));
    settings.seed = test::seedOf(entry.at("seed"));
    settings.processingRes = entry.at("processing_resolution").get<std::int64_t>();
    settings.matchInputRes = entry.at("match_input_resolution").get<bool>();
    settings.inputMethod =
        test::interpolationOf(entry.at("resample_method_input").get<std::string>());
    settings.outputMethod =
        test::interpolationOf(entry.at("resample_method_output").get<std::string>());
    settings.resize = resizePolicyOf(ResizeConvention::Diffusers);
    settings.concatOrder = model.folder.concatOrder;
    for (std::int64_t i = 0; i < model.targetCount(); ++i) {
        settings.decodedTargets.push_back(i);
        settings.targetNames.push_back(model.folder.targets[static_cast<std::size_t>(i)].name);
    }
    return settings;
}

void comparePadding(const nlohmann::json& entry, const LoadedModel& model,
                    const RunSettings& settings, const torch::Tensor& picture) {
    if (!entry.contains("padding_hw"))
        return;
    const PictureGeometry geometry = planGeometry({picture.size(2), picture.size(3)}, settings,
                                                  model.inputVae->options().downscaleFactor());
    EXPECT_EQ(geometry.padding.bottom, entry.at("padding_hw").at(0).get<std::int64_t>());
    EXPECT_EQ(geometry.padding.right, entry.at("padding_hw").at(1).get<std::int64_t>());
}

void compareTensors(Comparison& comparison, const ReferencePack& pack, const nlohmann::json& entry,
                    const RunTrace& trace, const RunResult& result) {
    const std::string prefix = entry.at("name").get<std::string>() + ".";
    const auto tolerance = entry.at("tolerance_prediction_maxabs").get<double>();
    if (pack.has(prefix + "preprocessed"))
        comparison.maxAbs("preprocessed", trace.networkInput, pack.tensor(prefix + "preprocessed"),
                          entry.at("resample_method_input") == "bicubic" ? kBicubicTolerance
                                                                         : kInputTolerance);
    comparison.maxAbs("latents", trace.initialNoise, pack.tensor(prefix + "latents"),
                      test::kNoiseTolerance);
    comparison.maxAbs("final_latent", trace.finalLatent, pack.tensor(prefix + "final_latent"),
                      entry.value("tolerance_latent_maxabs", kLatentTolerance));
    comparison.maxAbs("prediction", result.prediction_K3HW, pack.tensor(prefix + "prediction"),
                      tolerance);
    if (pack.has(prefix + "uncertainty"))
        comparison.maxAbs("uncertainty", result.uncertainty_K3HW,
                          pack.tensor(prefix + "uncertainty"), tolerance);
}

void comparePictures(Comparison& comparison, const std::string& prefix, const nlohmann::json& pack,
                     const RunSettings& settings, const RunResult& result) {
    for (std::size_t target = 0; target < settings.targetNames.size(); ++target) {
        const auto drawn = test::visualizedTarget(
            settings.targetNames[target], result.prediction_K3HW[static_cast<std::int64_t>(target)],
            pack.at("target_properties"));
        for (const auto& [name, levels] : drawn) {
            const std::string file = prefix + name + ".png";
            if (test::referencePictureExists(file))
                comparison.levels(file, levels, test::readReferencePixels(file), kMaxLevels,
                                  kDifferentLevels);
        }
    }
}

/// From the pack's own list of pictures where it has one.
std::string pictureFile(const ReferencePack& pack, const nlohmann::json& entry) {
    const auto image = entry.at("image").get<std::string>();
    if (pack.json().contains("images"))
        return pack.json().at("images").at(image).at("file").get<std::string>();
    return "input_" + image + ".png";
}

void comparePack(Comparison& comparison, const std::string& packName) {
    const ReferencePack pack("pipeline/" + packName);
    const auto model = test::loadReferenceModel(pack.json());
    for (const auto& entry : pack.json().at("cases")) {
        const auto name = entry.at("name").get<std::string>();
        comparison.beginCase(packName + " " + name);
        const torch::Tensor picture = test::readReferencePicture(pictureFile(pack, entry));
        const RunSettings settings = settingsOf(*model, entry);
        EXPECT_EQ(settings.targetNames,
                  pack.json().at("target_names").get<std::vector<std::string>>());
        comparePadding(entry, *model, settings, picture);
        RunTrace trace;
        const auto result =
            runTensors(*model, {picture, {}, {}, {}}, settings, test::tracedInto(trace));
        ASSERT_TRUE(result.has_value());
        compareTensors(comparison, pack, entry, trace, *result);
        comparePictures(comparison, packName + "_" + name + "_", pack.json(), settings, *result);
    }
}

} // namespace

TEST(Parity, pipeline_iid) {
    Comparison comparison;
    for (const auto& name : packNames())
        comparePack(comparison, name);
    comparison.finish();
}

} // namespace unlit::infer
