// The UNet's gradients against modules/unet_gradients.
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <regex>

namespace unlit::test {

namespace {

constexpr double kGradientTolerance = 1e-3; // relative L2
constexpr double kLossTolerance = 1e-5;     // relative
constexpr double kZeroGradient = 1e-6;      // norms below are rounding noise

/// The pack that holds the inputs, and which text of it: "… see modules/unet (batch0, 2-token
/// text)".
struct InputSource {
    std::string pack;
    std::string text = "encoder_hidden_states";
};

InputSource inputSource(const std::string& loss) {
    std::smatch words;
    if (!std::regex_search(loss, words, std::regex("see ([\\w/]+)")))
        throw std::runtime_error("the pack does not say where its inputs are: " + loss);
    InputSource source{words[1]};
    const ReferencePack inputs(source.pack);
    if (std::regex_search(loss, words, std::regex("(\\d+)-token")) &&
        inputs.has(source.text + "_" + words[1].str()))
        source.text += "_" + words[1].str();
    return source;
}

} // namespace

TEST(Parity, unet_gradients) {
    const ReferencePack pack("modules/unet_gradients");
    const nlohmann::json& json = pack.json();
    const InputSource source = inputSource(json.at("loss"));
    const ReferencePack inputs(source.pack);
    const torch::Tensor sample = onTestDevice(inputs.tensor("sample"));
    nn::UNet2DConditionModel unet = referenceUNet(json.at("model"));
    widenTo(unet, sample.size(1));
    const torch::Tensor timesteps =
        onTestDevice(torch::tensor(json.at("timesteps").get<std::vector<int64_t>>()));
    const torch::Tensor loss =
        unet->forward(sample, timesteps, onTestDevice(inputs.tensor(source.text))).square().sum();
    loss.backward();

    Comparison comparison;
    comparison.beginCase("loss");
    comparison.relative("loss", loss.item<double>(), json.at("loss_value"), kLossTolerance);
    comparison.beginCase("norms");
    const auto parameters = unet->named_parameters();
    const nlohmann::json& norms = json.at("grad_l2_norm_of_every_parameter");
    EXPECT_EQ(parameters.size(), norms.size());
    int64_t count = 0;
    for (const auto& parameter : parameters) {
        const std::string& name = parameter.key();
        ASSERT_TRUE(norms.contains(name)) << name;
        ASSERT_TRUE(parameter.value().grad().defined()) << name;
        count += parameter.value().numel();
        const double expected = norms.at(name);
        if (expected >= kZeroGradient)
            comparison.relative(name, parameter.value().grad().norm().item<double>(), expected,
                                kGradientTolerance);
    }
    EXPECT_EQ(count, json.at("n_parameters").get<int64_t>());
    comparison.beginCase("gradients");
    for (const std::string& name : pack.names())
        comparison.relativeL2(name, parameters[name].grad(), pack.tensor(name), kGradientTolerance);
    comparison.finish();
}

} // namespace unlit::test
