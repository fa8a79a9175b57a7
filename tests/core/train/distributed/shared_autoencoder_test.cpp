// Several processes train the autoencoder that one would train, and its judges.
#include "core/weights/json_file.h"
#include "core/weights/start/random_model.h"
#include "tests/core/train/distributed/shared_run_fixture.h"
#include "tests/support/small_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;
using nlohmann::json;
using train::RunEnd;

namespace {

class SharedAutoencoderRun : public test::SharedRun {
protected:
    SharedAutoencoderRun() {
        whole.config.trainer.name = config::kAutoencoderTrainer;
        whole.config.trainer.validationPeriod = 6;
        whole.config.autoencoder.measureScalingFactor = true;
        whole.config.autoencoder.discriminator =
            config::DiscriminatorConfig{.startStep = 3,
                                        .scales = 2,
                                        .channels = 4,
                                        .layers = 2,
                                        .warmupSteps = 4,
                                        .lrScheduler = {},
                                        .gradientPenaltyEvery = 2};
        whole.config.ema = config::EmaConfig{};
    }

    static void expectNear(const json& found, const json& expected, double tolerance) {
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (const auto& [tag, value] : expected[i].items()) {
                if (!value.is_number_float() || (!tag.starts_with("train/") && tag != "latent/std"))
                    continue;
                EXPECT_NEAR(found[i].at(tag).get<double>(), value.get<double>(),
                            tolerance * std::abs(value.get<double>()))
                    << tag << ", step " << i + 1;
            }
    }

    /// But for the biases of keys: what is added to all keys alike leaves a softmax what it is, so
    /// their gradient is what rounding makes of zero, and Adam's step of it is as long as any.
    void expectWeightsLikeWhole(const std::string& name) const {
        for (const char* part : {"vae", "vae_ema"}) {
            const auto expected =
                weights::readWeights(whole.folder("whole") / "checkpoint/latest" / part);
            for (const auto& [weight, found] :
                 weights::readWeights(run(name) / "checkpoint/latest" / part))
                if (!weight.ends_with("to_k.bias")) {
                    EXPECT_LE((found - expected.at(weight)).abs().max().item<double>(), 1e-5)
                        << part << " " << weight;
                }
        }
    }
};

std::vector<RunEnd> completeOnes(int count) {
    return std::vector<RunEnd>(static_cast<std::size_t>(count), RunEnd::Complete);
}

} // namespace

TEST_F(SharedAutoencoderRun, is_that_of_one_process) {
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const json expected = test::traceOf(whole.folder("whole")).at("rows");
    for (const int count : {2, 3}) {
        const std::string name = "of_" + std::to_string(count);
        ASSERT_EQ(train(name, count), completeOnes(count));
        expectNear(test::traceOf(run(name)).at("rows"), expected, 1e-5);
        expectWeightsLikeWhole(name);
    }
}

// Codes are counted over the pictures of all: with three pictures of two processes neither has seen
// them all.
TEST_F(SharedAutoencoderRun, counts_the_codes_of_all_pictures) {
    weights::ModelRecipe recipe = test::smallRecipe();
    recipe.vae["quantizer"] = {{"name", "fsq"}, {"levels", {8, 8, 8, 8}}};
    const auto model = folder.path() / "codes";
    weights::saveModelFolder(model, weights::newModel(recipe, 5), true);
    const auto prepare = [&model](test::SmallRun& small) {
        small.config.model.pretrainedPath = model;
        small.config.autoencoder.discriminator.reset();
        small.config.validation.valNumBatches = 3;
        small.config.validation.atStart = true;
    };
    prepare(whole);
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const auto expected = test::validationFiguresOf(whole.folder("whole"));
    ASSERT_EQ(train("of_2", 2, false, [&](test::SmallRun& small, int) { prepare(small); }),
              completeOnes(2));
    const auto found = test::validationFiguresOf(run("of_2"));
    ASSERT_FALSE(found.empty());
    for (const char* tag : {"val/small/code_usage", "val/small/code_perplexity"}) {
        ASSERT_TRUE(expected.front().contains(tag)) << expected.front();
        EXPECT_EQ(found.front().at(tag), expected.front().at(tag)) << tag; // before the first step
    }
}

TEST_F(SharedAutoencoderRun, goes_on_with_another_number_of_processes_and_with_its_state_sharded) {
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const auto stop = [](test::SmallRun& run, int rank) {
        if (rank == 0)
            run.stopAt(5, 0);
    };
    ASSERT_EQ(train("parts", 3, false, stop), std::vector<RunEnd>(3, RunEnd::Stopped));
    whole.config.memory.shardOptimizer = true;
    ASSERT_EQ(train("parts", 2, true), completeOnes(2));
    expectNear(test::traceOf(run("parts")).at("rows"),
               test::traceOf(whole.folder("whole")).at("rows"), 1e-5);
    expectWeightsLikeWhole("parts");
}

TEST_F(SharedAutoencoderRun, of_as_many_processes_is_the_same_to_the_byte) {
    ASSERT_EQ(train("once", 3), completeOnes(3));
    ASSERT_EQ(train("again", 3), completeOnes(3));
    EXPECT_EQ(test::traceOf(run("again")), test::traceOf(run("once")));
}
