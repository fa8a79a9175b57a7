// A UNet that gets further residual blocks: the same output, weights and names of diffusers, and
// something to learn for what was added.
#include "core/weights/start/deepen_unet.h"

#include "core/base/error.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/weights/module_loader.h"
#include "tests/core/nn/tiny_networks.h"

#include <gmock/gmock.h>

#include <torch/utils.h>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;
using testing::HasSubstr;

namespace {

/// Attention at the first and the last of three resolutions, where blocks are added and where not.
json configWith(const json& layersPerBlock) {
    return {{"in_channels", 8},
            {"out_channels", 4},
            {"block_out_channels", {16, 24, 32}},
            {"down_block_types", {"CrossAttnDownBlock2D", "DownBlock2D", "CrossAttnDownBlock2D"}},
            {"up_block_types", {"CrossAttnUpBlock2D", "UpBlock2D", "CrossAttnUpBlock2D"}},
            {"attention_head_dim", {2, 3, 4}},
            {"layers_per_block", layersPerBlock},
            {"cross_attention_dim", 20},
            {"norm_num_groups", 8},
            {"use_linear_projection", true}};
}

nn::UNet2DConditionModel networkOf(const json& config) {
    return nn::tinyUNet(nn::unetOptionsFromJson(config), 3);
}

ComponentToSave partOf(const json& config, nn::UNet2DConditionModel& network,
                       torch::Dtype dtype = torch::kFloat32) {
    StateDict state = stateDictOf(*network);
    for (auto& [name, tensor] : state)
        tensor = tensor.detach().to(dtype);
    return {config, weightsOf(std::move(state)), {}};
}

/// The network that the part describes, with its weights, none missing and none left.
nn::UNet2DConditionModel loaded(const ComponentToSave& part) {
    StateDict state;
    for (const TensorSpec& spec : part.weights.specs)
        state.emplace(spec.name, part.weights.tensor(spec));
    nn::UNet2DConditionModel network(nn::unetOptionsFromJson(part.config));
    nn::initialiseWeights(*network, nn::seeded(4));
    (void)loadInto(*network, std::move(state), "deeper");
    return network;
}

torch::Tensor outputOf(nn::UNet2DConditionModel& network) {
    return network->forward(nn::noise({2, 8, 12, 8}), torch::tensor({int64_t{999}}),
                            nn::noise({2, 3, 20}, 2));
}

} // namespace

TEST(DeepenUnet, says_the_same_with_more_blocks_at_any_resolution) {
    const json config = configWith({1, 2, 1});
    nn::UNet2DConditionModel before = networkOf(config);
    const torch::NoGradGuard noGrad;
    const torch::Tensor expected = outputOf(before);
    for (const std::vector<std::int64_t>& layers : std::vector<std::vector<std::int64_t>>{
             {1, 2, 1}, {3, 2, 1}, {1, 4, 1}, {1, 2, 2}, {2, 3, 4}}) {
        const ComponentToSave deeper = deepenUnet(partOf(config, before), layers, 7);
        EXPECT_EQ(deeper.config.at("layers_per_block"), json(layers));
        nn::UNet2DConditionModel after = loaded(deeper);
        EXPECT_LT(nn::relativeL2(outputOf(after), expected), 1e-6) << json(layers).dump();
    }
}

// A branch that ends in zeros still learns: its last layer gets a gradient at once.
TEST(DeepenUnet, what_is_added_learns) {
    const json config = configWith(1);
    nn::UNet2DConditionModel before = networkOf(config);
    nn::UNet2DConditionModel after = loaded(deepenUnet(partOf(config, before), {2, 1, 2}, 7));
    outputOf(after).square().sum().backward();
    const auto parameters = after->named_parameters();
    for (const char* added :
         {"down_blocks.0.resnets.1.conv2.weight", "up_blocks.2.resnets.1.conv2.weight",
          "down_blocks.2.resnets.1.conv2.weight", "up_blocks.0.resnets.1.conv2.weight",
          "down_blocks.0.attentions.1.proj_out.weight", "up_blocks.0.attentions.1.proj_out.weight",
          "up_blocks.2.resnets.1.conv_shortcut.weight"})
        EXPECT_GT(parameters[added].grad().abs().max().item<double>(), 0) << added;
}

TEST(DeepenUnet, keeps_the_weights_type_and_is_determined_by_its_seed) {
    const json config = configWith(1);
    nn::UNet2DConditionModel network = networkOf(config);
    const auto added = [&](std::uint64_t seed) {
        const ComponentToSave part =
            deepenUnet(partOf(config, network, torch::kFloat16), {2, 1, 1}, seed);
        for (const TensorSpec& spec : part.weights.specs)
            EXPECT_EQ(spec.dtype, c10::ScalarType::Half) << spec.name;
        return part.weights.tensor(
            {"down_blocks.0.resnets.1.conv1.weight", c10::ScalarType::Half, {16, 16, 3, 3}});
    };
    EXPECT_TRUE(torch::equal(added(1), added(1)));
    EXPECT_FALSE(torch::equal(added(1), added(2)));
}

TEST(DeepenUnet, refuses_fewer_blocks_and_other_resolutions) {
    const json config = configWith({1, 2, 1});
    nn::UNet2DConditionModel network = networkOf(config);
    const auto refusal = [&](const std::vector<std::int64_t>& layers) -> std::string {
        try {
            (void)deepenUnet(partOf(config, network), layers, 1);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(refusal({2, 2}), HasSubstr("[1,2,1] residual blocks by resolution, but 2 were"));
    EXPECT_THAT(refusal({3, 1, 1}), HasSubstr("cannot have [3,1,1]"));
}
