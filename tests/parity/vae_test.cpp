// The autoencoder against modules/vae and modules/vae_intermediates.
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <regex>

namespace unlit::test {

namespace {

const std::string kInput = ".input";

std::vector<std::string> caseNames(const ReferencePack& pack) {
    std::vector<std::string> names;
    for (const std::string& tensor : pack.names())
        if (tensor.size() > kInput.size() && tensor.ends_with(kInput))
            names.push_back(tensor.substr(0, tensor.size() - kInput.size()));
    return names;
}

void compareCase(Comparison& comparison, const ReferencePack& pack, nn::AutoencoderKL& vae,
                 const std::string& name) {
    const auto reference = [&](const std::string& what) {
        return onTestDevice(pack.tensor(name + "." + what));
    };
    const double scale = vae->options().scalingFactor;
    comparison.beginCase(name);
    const nn::DiagonalGaussian posterior = vae->encode(reference("input"));
    comparison.maxAbs("mean", posterior.mean, reference("mean"), 1e-3);
    comparison.maxAbs("logvar", posterior.logvar, reference("logvar"), 1e-4);
    comparison.maxAbs("scaled_latent", posterior.mean * scale, reference("scaled_latent"), 2e-4);
    comparison.maxAbs("decode_out", vae->decode(reference("decode_in") / scale),
                      reference("decode_out"), 1e-4);
    comparison.maxAbs("roundtrip", vae->decode(posterior.mean), reference("roundtrip"), 1e-4);
}

} // namespace

TEST(Parity, vae) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/vae");
    nn::AutoencoderKL vae = referenceVae(pack.json().at("model"));
    EXPECT_DOUBLE_EQ(vae->options().scalingFactor, pack.json().at("scaling_factor").get<double>());
    Comparison comparison;
    for (const std::string& name : caseNames(pack))
        compareCase(comparison, pack, vae, name);
    comparison.finish();
}

TEST(Parity, vae_intermediates) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/vae_intermediates");
    const std::string of = pack.json().at("of"); // "case a of modules/vae: outputs of …"
    std::smatch words;
    ASSERT_TRUE(std::regex_search(of, words, std::regex("case (\\S+) of ([^\\s:]+)"))) << of;
    const ReferencePack inputs(words[2]);
    const std::string name = words[1];
    nn::AutoencoderKL vae = referenceVae(pack.json().at("model"));
    const ModuleTrace trace(*vae);
    vae->encode(onTestDevice(inputs.tensor(name + ".input")));
    vae->decode(onTestDevice(inputs.tensor(name + ".decode_in")) / vae->options().scalingFactor);
    Comparison comparison;
    comparison.beginCase(name);
    for (const std::string& module : pack.names()) {
        const torch::Tensor expected = pack.tensor(module);
        const double size = std::max(1.0, expected.abs().max().item<double>());
        comparison.maxAbs(module, trace.value(module), expected, 1e-4 * size);
    }
    comparison.finish();
}

} // namespace unlit::test
