// Whole runs that train the VAE's decoder together with the UNet.
#include "core/weights/module_loader.h"
#include "core/weights/save_model_folder.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <torch/types.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

class DecoderRun : public testing::Test {
protected:
    DecoderRun() {
        config::TrainConfig& config = small.config;
        config.trainer.timesteps = config::TrainedTimesteps::Last;
        config.trainer.trainingNoiseScheduler = {.pretrainedPath = {},
                                                 .predictionType = "v_prediction",
                                                 .rescaleBetasZeroSnr = true,
                                                 .timestepSpacing = "trailing"};
        config.trainer.trainDecoder = true;
        config.loss.pictureWeight = 10;
        config.ema = config::EmaConfig{.decay = 0.6};
    }

    weights::StateDict weightsOf(const std::string& run, const char* part) const {
        return weights::readWeights(small.folder(run) / "checkpoint/latest" / part);
    }

    weights::StateDict firstWeightsOf(const char* part) const {
        return weights::readWeights(small.config.model.pretrainedPath / part);
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

/// Names of the tensors that are not the same in both.
std::vector<std::string> changed(const weights::StateDict& before,
                                 const weights::StateDict& after) {
    EXPECT_EQ(before.size(), after.size());
    std::vector<std::string> names;
    for (const auto& [name, tensor] : before)
        if (!torch::equal(tensor, after.at(name)))
            names.push_back(name);
    return names;
}

bool isDecoders(const std::string& name) {
    return name.starts_with("decoder.") || name.starts_with("post_quant_conv.");
}

} // namespace

TEST_F(DecoderRun, changes_unet_and_decoder_and_leaves_the_encoder) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    for (const char* part : {"vae", "vae_ema"}) {
        const weights::StateDict before = firstWeightsOf("vae");
        const weights::StateDict after = weightsOf("run", part);
        for (const auto& [name, tensor] : before)
            EXPECT_EQ(torch::equal(tensor, after.at(name)), !isDecoders(name)) << part << name;
    }
    EXPECT_FALSE(changed(weightsOf("run", "vae"), weightsOf("run", "vae_ema")).empty());
    EXPECT_FALSE(changed(weightsOf("run", "unet"), weightsOf("run", "unet_ema")).empty());
    EXPECT_FALSE(changed(firstWeightsOf("unet"), weightsOf("run", "unet")).empty());
}

TEST_F(DecoderRun, leaves_the_vae_alone_when_not_asked) {
    small.config.trainer.trainDecoder = false;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_TRUE(changed(firstWeightsOf("vae"), weightsOf("run", "vae")).empty());
    EXPECT_FALSE(fs::exists(small.folder("run") / "checkpoint/latest" / weights::kVaeEma));
}

TEST_F(DecoderRun, is_exact_when_stopped_and_resumed) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const auto& [step, micro] : {std::pair{0, 1}, {5, 0}, {8, 1}}) {
        const std::string name = "stopped_" + std::to_string(step) + std::to_string(micro);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped) << name;
        ASSERT_EQ(small.resume(name), RunEnd::Complete) << name;
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole"))) << name;
    }
}
