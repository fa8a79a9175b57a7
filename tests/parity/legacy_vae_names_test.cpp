// VAEs whose attention is stored under its old names, run against what diffusers computed.
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/component.h"
#include "core/weights/component_weights.h"
#include "core/weights/module_loader.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <algorithm>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

constexpr double kMeanTolerance = 1e-3; // values to about 20
constexpr double kTolerance = 1e-4;

/// Folders of the pack that hold a VAE and a golden.json beside it.
std::vector<std::string> legacyFolders() {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(test::referenceDir()))
        if (fs::exists(entry.path() / "golden.json") && fs::exists(entry.path() / "vae"))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

bool hasLegacyNames(const weights::StateDict& state, const nlohmann::json& json) {
    for (const auto& name : json.at("legacy_keys"))
        if (!state.contains(name.get<std::string>()))
            return false;
    return !json.at("legacy_keys").empty();
}

} // namespace

TEST(Parity, legacy_vae_names) {
    const torch::NoGradGuard noGrad;
    test::Comparison comparison;
    for (const std::string& name : legacyFolders()) {
        comparison.beginCase(name);
        const test::ReferencePack pack(name + "/golden");
        const weights::Component component = weights::readComponent(
            weights::ComponentKind::Vae, "vae", test::referenceDir() / name / "vae", "");
        EXPECT_TRUE(hasLegacyNames(weights::readWeights(component.folder), pack.json())) << name;
        nn::AutoencoderKL vae(nn::vaeOptionsFromJson(component.config));
        weights::loadInto(*vae, weights::readComponentWeights(component), name);
        vae->eval();

        const nn::DiagonalGaussian posterior = vae->encode(pack.tensor("input"));
        comparison.maxAbs("mean", posterior.mean, pack.tensor("mean"), kMeanTolerance);
        comparison.maxAbs("logvar", posterior.logvar, pack.tensor("logvar"), kTolerance);
        const torch::Tensor decoded =
            vae->decode(pack.tensor("decode_in") / vae->options().scalingFactor);
        comparison.maxAbs("decode_out", decoded, pack.tensor("decode_out"), kTolerance);
    }
    comparison.finish();
}
