// The networks in 16 bits against the float32 tensors of modules/unet and modules/vae.
#include "core/nn/precision.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::test {

namespace {

/// Of the output, in the mean square (docs/precision.md). The VAEs of the packs have random
/// weights, whose norms blow small differences up: 3.7 % on an H200. float16 keeps three bits more:
/// an eighth.
double band(torch::Dtype type) {
    constexpr double kBFloat16 = 5e-2;
    return type == torch::kBFloat16 ? kBFloat16 : kBFloat16 / 8;
}

std::vector<std::string> namesEndingWith(const ReferencePack& pack, const std::string& ending) {
    std::vector<std::string> names;
    for (const std::string& tensor : pack.names())
        if (tensor.ends_with(ending))
            names.push_back(tensor.substr(0, tensor.size() - ending.size()));
    return names;
}

} // namespace

TEST(HalfPrecision, unet_stays_near_the_reference) {
    const torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/unet_intermediates");
    Comparison comparison;
    for (const torch::Dtype type : halfTypes()) {
        nn::UNet2DConditionModel unet = referenceUNet(pack.json().at("model"));
        widenTo(unet, pack.tensor("sample").size(1));
        nn::setPrecision(*unet, type, testDevice());
        comparison.beginCase(torch::toString(type));
        const torch::Tensor out = unet->forward(
            onTestDevice(pack.tensor("sample")),
            onTestDevice(torch::tensor({pack.json().at("timestep").get<std::int64_t>()})),
            onTestDevice(pack.tensor("encoder_hidden_states")));
        comparison.relativeL2("out", out, pack.tensor("out"), band(type));
    }
    comparison.finish();
}

TEST(HalfPrecision, vae_stays_near_the_reference) {
    const torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/vae");
    Comparison comparison;
    for (const torch::Dtype type : halfTypes()) {
        nn::AutoencoderKL vae = referenceVae(pack.json().at("model"));
        nn::setPrecision(*vae, type, testDevice());
        for (const std::string& name : namesEndingWith(pack, ".input")) {
            comparison.beginCase(name + " in " + torch::toString(type));
            comparison.relativeL2("mean",
                                  vae->encode(onTestDevice(pack.tensor(name + ".input"))).mean,
                                  pack.tensor(name + ".mean"), band(type));
            comparison.relativeL2("decode_out",
                                  vae->decode(onTestDevice(pack.tensor(name + ".decode_in")) /
                                              vae->options().scalingFactor),
                                  pack.tensor(name + ".decode_out"), band(type));
        }
    }
    comparison.finish();
}

} // namespace unlit::test
