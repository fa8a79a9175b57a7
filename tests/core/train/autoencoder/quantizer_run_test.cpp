// Whole runs of the autoencoder's trainer with a quantizer: terms, figures of codes, exact resume.
#include "core/base/error.h"
#include "core/train/autoencoder/training_autoencoder.h"
#include "core/weights/json_file.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/random_model.h"
#include "tests/core/train/small_run.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace unlit;
using nlohmann::json;
using test::traceOf;
using train::RunEnd;

namespace {

struct QuantizerCase {
    std::string name;
    json config;
    std::vector<std::string> terms, others; ///< of latents; of other kinds
};

const std::vector<QuantizerCase> kCases = {
    {"fsq", {{"name", "fsq"}, {"levels", {4, 4, 3, 2}}}, {}, {"kl", "commit", "entropy"}},
    {"lfq", {{"name", "lfq"}}, {"commit", "entropy"}, {"kl", "codebook"}},
    {"codebook", {{"name", "codebook"}, {"size", 16}}, {"commit", "codebook"}, {"kl", "entropy"}}};

class QuantizerRun : public testing::TestWithParam<QuantizerCase> {
protected:
    QuantizerRun() {
        weights::ModelRecipe recipe = test::smallRecipe();
        recipe.vae["quantizer"] = GetParam().config;
        weights::saveModelFolder(folder / "model", weights::newModel(recipe, 5), true);
        small.config.trainer.name = config::kAutoencoderTrainer;
        small.config.validation.objective = true;
        small.config.ema = config::EmaConfig{};
    }

    weights::StateDict weightsOf(const std::filesystem::path& model) const {
        return weights::readWeights(model / "vae");
    }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
};

INSTANTIATE_TEST_SUITE_P(Kinds, QuantizerRun, testing::ValuesIn(kCases),
                         [](const auto& each) { return each.param.name; });

} // namespace

TEST_P(QuantizerRun, is_exact_when_stopped_and_resumed) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.stopAt(5, 1);
    ASSERT_EQ(small.start("stopped"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("stopped"), RunEnd::Complete);
    EXPECT_EQ(traceOf(small.folder("stopped")), traceOf(small.folder("whole")));
}

TEST_P(QuantizerRun, has_the_terms_of_its_kind_and_figures_of_codes) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const json trace = traceOf(small.folder("run"));
    json last = json::object();
    for (const json& row : trace.at("rows"))
        last.update(row);
    for (const std::string& term : GetParam().terms) {
        EXPECT_TRUE(last.contains("train/" + term)) << term;
        EXPECT_TRUE(last.contains("val/small/" + term + "_ema")) << term;
    }
    for (const std::string& term : GetParam().others)
        EXPECT_FALSE(last.contains("train/" + term)) << term;
    const auto model = weights::openModelFolder(small.folder("run") / "checkpoint/latest");
    const auto loaded = train::loadTrainingAutoencoder(model, "cpu");
    const auto codes = static_cast<double>(loaded.vae->quantizer->options().codeCount());
    const double used = codes * last.at("val/small/code_usage").get<double>();
    EXPECT_NEAR(used, std::round(used), 1e-9) << "a whole number of codes";
    EXPECT_GE(used, 1);
    EXPECT_GE(last.at("val/small/code_perplexity").get<double>(), 1 - 1e-9);
    EXPECT_LE(last.at("val/small/code_perplexity").get<double>(), used + 1e-9);
    EXPECT_TRUE(last.contains("val/small/code_usage_ema"));
}

TEST_P(QuantizerRun, leaves_the_quantizer_in_the_folder) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    for (const char* part : {"vae", "vae_ema"})
        EXPECT_EQ(weights::readJsonObject(small.folder("run") / "checkpoint/latest" / part /
                                          "config.json")
                      .at("quantizer"),
                  GetParam().config);
}

TEST_P(QuantizerRun, leaves_codes_as_they_are_with_a_frozen_encoder) {
    small.config.autoencoder.freezeEncoder = true;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto before = weightsOf(folder / "model");
    for (const auto& [name, tensor] : weightsOf(small.folder("run") / "checkpoint/latest")) {
        const bool isOfCodes = name.starts_with("encoder.") || name.starts_with("quant_conv.") ||
                               name.starts_with("quantizer.");
        EXPECT_EQ(torch::equal(tensor, before.at(name)), isOfCodes) << name;
    }
}

TEST_P(QuantizerRun, refuses_what_is_of_continuous_latents) {
    small.config.autoencoder.klWeight = 0.5;
    EXPECT_THROW((void)small.start("run"), Error);
}
