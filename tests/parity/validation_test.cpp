// The validation over a set, picture by picture, against validation/*.
#include "core/train/validation/pipeline_validator.h"
#include "tests/parity/json_seed.h"
#include "tests/parity/reference_pairs.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace unlit::train {

namespace {

using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

constexpr double kPredictionTolerance = 2e-4;
constexpr double kMetricTolerance = 1e-4;

/// Our name of a metric that the pack names in its own words; "" for one that is listed "only for
/// completeness": it divides by values around zero.
std::string metricOf(const std::string& name) {
    static const std::map<std::string, std::string> names = {
        {"rmse_linear_masked (marigold)", "rmse_linear"},
        {"mse_valid", "mse"},
        {"mae_valid", "mae"},
        {"psnr_valid_range2", "psnr"}};
    const auto found = names.find(name);
    if (found != names.end())
        return found->second;
    EXPECT_NE(name.find("meaningless"), std::string::npos) << name;
    return "";
}

std::shared_ptr<infer::LoadedModel> modelOf(const json& pack, const std::string& scheduler) {
    const auto root = test::referenceDir() / pack.at("model").get<std::string>();
    weights::ComponentOverrides parts;
    if (scheduler != "sd21_base")
        parts.scheduler = root / ("scheduler_" + scheduler);
    auto folder = weights::openModelFolder(root, parts);
    folder.concatOrder =
        pack.at("cat_order") == "noisy_image" ? ConcatOrder::NoisyFirst : ConcatOrder::ImageFirst;
    return infer::loadModel(folder, test::testDeviceName(), Precision::Float32);
}

class Compared {
public:
    Compared(const ReferencePack& pack, std::string scheduler, Comparison& comparison)
        : m_pack(pack), m_scheduler(std::move(scheduler)),
          m_results(pack.json().at("results").at(m_scheduler)), m_comparison(comparison) {
        for (const auto& [name, value] : m_results.at("mean_over_dataset").items())
            if (const std::string ours = metricOf(name); !ours.empty()) {
                m_theirs.push_back(name);
                m_evaluation.evalMetrics.push_back(ours);
            }
        m_evaluation.valueRange = config::ValueRange::MinusOneOne;
    }

    void run() {
        const json& pack = m_pack.json();
        config::ValidationConfig validation;
        validation.denoisingSteps = pack.at("denoising_steps");
        validation.ensembleSize = pack.at("ensemble_size");
        validation.processingRes = pack.at("processing_res");
        validation.initSeed = pack.at("init_seed").get<std::int64_t>();
        const auto model = modelOf(pack, m_scheduler);
        PipelineValidator validator(*model, validation, m_evaluation);
        const ValidationSet set{"pairs", "index.json", std::make_shared<test::ReferencePairs>()};
        const auto scores = validator.run(
            set, {}, [this](std::int64_t index, std::int64_t, const ValidatedPicture& picture) {
                comparePicture(index, picture);
            });
        ASSERT_TRUE(scores.has_value());
        EXPECT_EQ(scores->pictures, static_cast<std::int64_t>(m_results.at("rows").size()));
        for (std::size_t i = 0; i < m_theirs.size(); ++i)
            m_comparison.relative("mean of " + m_theirs[i], scores->means[i],
                                  m_results.at("mean_over_dataset").at(m_theirs[i]),
                                  kMetricTolerance);
    }

private:
    void comparePicture(std::int64_t index, const ValidatedPicture& picture) {
        const json& row = m_results.at("rows").at(static_cast<std::size_t>(index));
        EXPECT_EQ(picture.relativePath, std::to_string(row.at("item").get<int>()));
        for (std::size_t i = 0; i < m_theirs.size(); ++i)
            m_comparison.relative(m_theirs[i], picture.metrics[i], row.at(m_theirs[i]),
                                  kMetricTolerance);
        const std::string stored =
            m_scheduler + ".prediction_" + std::to_string(row.at("item").get<int>());
        if (m_pack.has(stored))
            m_comparison.maxAbs(stored, picture.targets.at(0).prediction * 2 - 1,
                                m_pack.tensor(stored), kPredictionTolerance);
    }

    const ReferencePack& m_pack;
    std::string m_scheduler;
    const json& m_results;
    Comparison& m_comparison;
    std::vector<std::string> m_theirs;
    config::EvalConfig m_evaluation{.evalMetrics = {}, .targetsToEvalInLinearSpace = {}};
};

} // namespace

TEST(Parity, validation) {
    Comparison comparison;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::referenceDir() / "validation")) {
        if (entry.path().extension() != ".json")
            continue;
        const ReferencePack pack("validation/" + entry.path().stem().string());
        for (const auto& [scheduler, results] : pack.json().at("results").items()) {
            comparison.beginCase(pack.json().at("model").get<std::string>() + ", " + scheduler);
            Compared(pack, scheduler, comparison).run();
        }
    }
    comparison.finish();
}

} // namespace unlit::train
