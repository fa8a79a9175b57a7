// What every part of the UNet gives, against modules/unet_intermediates and
// modules/unet_transformer_detail.
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <algorithm>
#include <regex>

namespace unlit::test {

namespace {

constexpr double kModuleTolerance = 1e-4;

struct TracedRun {
    nn::UNet2DConditionModel unet;
    ModuleTrace trace;
    torch::Tensor out;

    TracedRun(const std::string& model, const ReferencePack& inputs, int64_t timestep)
        : unet(widened(model, inputs.tensor("sample").size(1))), trace(*unet),
          out(unet->forward(onTestDevice(inputs.tensor("sample")),
                            onTestDevice(torch::tensor({timestep})),
                            onTestDevice(inputs.tensor("encoder_hidden_states")))) {}

    static nn::UNet2DConditionModel widened(const std::string& model, int64_t channels) {
        nn::UNet2DConditionModel unet = referenceUNet(model);
        widenTo(unet, channels);
        return unet;
    }
};

} // namespace

TEST(Parity, unet_intermediates) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/unet_intermediates");
    TracedRun run(pack.json().at("model"), pack, pack.json().at("timestep"));
    Comparison comparison;
    comparison.beginCase("run");
    for (const std::string& name : pack.names()) {
        if (name == "sample" || name == "encoder_hidden_states") // what went in
            continue;
        const torch::Tensor expected = pack.tensor(name);
        const double size = std::max(1.0, expected.abs().max().item<double>());
        comparison.maxAbs(name, name == "out" ? run.out : run.trace.value(name), expected,
                          kModuleTolerance * size);
    }
    std::vector<std::string> expectedOrder, order;
    for (const std::string name : pack.json().at("execution_order"))
        if (run.trace.has(name))
            expectedOrder.push_back(name);
    for (const std::string& name : run.trace.order())
        if (std::find(expectedOrder.begin(), expectedOrder.end(), name) != expectedOrder.end())
            order.push_back(name);
    EXPECT_EQ(order, expectedOrder);
    comparison.finish();
}

TEST(Parity, unet_transformer_detail) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/unet_transformer_detail");
    const std::string of = pack.json().at("of"); // "… in the run of unet_intermediates"
    std::smatch words;
    ASSERT_TRUE(std::regex_search(of, words, std::regex("in the run of ([\\w/]+)"))) << of;
    const ReferencePack inputs("modules/" + words[1].str());
    TracedRun run(pack.json().at("model"), inputs, pack.json().at("timestep"));
    Comparison comparison;
    comparison.beginCase("run");
    for (const std::string& name : pack.names())
        comparison.maxAbs(name, run.trace.value(name), pack.tensor(name), kModuleTolerance);
    comparison.finish();
}

} // namespace unlit::test
