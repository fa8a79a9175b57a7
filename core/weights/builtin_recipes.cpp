#include "core/weights/model_recipe.h"

#include <utility>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

/// What the two built-in models differ in.
struct Sizes {
    std::vector<int> unetChannels;
    std::vector<int> heads; ///< number of heads per resolution; SD 2.x calls it attention_head_dim
    std::vector<int> vaeChannels;
    int layersPerBlock = 2;
    int normGroups = 32;
    int textWidth = 1024;
    int textLayers = 23;
    int textHeads = 16;
    int vocabulary = 49408; ///< BOS and EOS are its last two tokens
};

Json unetConfig(const Sizes& sizes) {
    return {
        {"_class_name", "UNet2DConditionModel"},
        {"act_fn", "silu"},
        {"attention_head_dim", sizes.heads},
        {"block_out_channels", sizes.unetChannels},
        {"center_input_sample", false},
        {"cross_attention_dim", sizes.textWidth},
        {"down_block_types",
         {"CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "DownBlock2D"}},
        {"downsample_padding", 1},
        {"dual_cross_attention", false},
        {"flip_sin_to_cos", true},
        {"freq_shift", 0},
        {"in_channels", 8},
        {"layers_per_block", sizes.layersPerBlock},
        {"mid_block_scale_factor", 1},
        {"norm_eps", 1e-5},
        {"norm_num_groups", sizes.normGroups},
        {"only_cross_attention", false},
        {"out_channels", 4},
        {"sample_size", 96},
        {"up_block_types",
         {"UpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D"}},
        {"use_linear_projection", true}};
}

Json vaeConfig(const Sizes& sizes) {
    const std::vector<std::string> down(sizes.vaeChannels.size(), "DownEncoderBlock2D");
    const std::vector<std::string> up(sizes.vaeChannels.size(), "UpDecoderBlock2D");
    return {{"_class_name", "AutoencoderKL"},
            {"act_fn", "silu"},
            {"block_out_channels", sizes.vaeChannels},
            {"down_block_types", down},
            {"in_channels", 3},
            {"latent_channels", 4},
            {"layers_per_block", sizes.layersPerBlock},
            {"norm_num_groups", sizes.normGroups},
            {"out_channels", 3},
            {"sample_size", 768},
            {"scaling_factor", 0.18215},
            {"up_block_types", up}};
}

Json textConfig(const Sizes& sizes) {
    return {{"architectures", {"CLIPTextModel"}},
            {"attention_dropout", 0.0},
            {"bos_token_id", 0},
            {"eos_token_id", 2},
            {"hidden_act", "gelu"},
            {"hidden_size", sizes.textWidth},
            {"initializer_factor", 1.0},
            {"initializer_range", 0.02},
            {"intermediate_size", 4 * sizes.textWidth},
            {"layer_norm_eps", 1e-5},
            {"max_position_embeddings", 77},
            {"model_type", "clip_text_model"},
            {"num_attention_heads", sizes.textHeads},
            {"num_hidden_layers", sizes.textLayers},
            {"pad_token_id", 1},
            {"projection_dim", 512},
            {"vocab_size", sizes.vocabulary}};
}

Json schedulerConfig() {
    return {{"_class_name", "DDIMScheduler"},
            {"beta_end", 0.012},
            {"beta_schedule", "scaled_linear"},
            {"beta_start", 0.00085},
            {"clip_sample", false},
            {"clip_sample_range", 1.0},
            {"dynamic_thresholding_ratio", 0.995},
            {"num_train_timesteps", 1000},
            {"prediction_type", "v_prediction"},
            {"rescale_betas_zero_snr", true},
            {"sample_max_value", 1.0},
            {"set_alpha_to_one", false},
            {"steps_offset", 1},
            {"thresholding", false},
            {"timestep_spacing", "trailing"},
            {"trained_betas", nullptr}};
}

/// The prompt is always empty: no merges, and of the vocabulary only what frames a prompt.
std::map<std::string, std::string> tokenizerFiles(int vocabulary) {
    constexpr const char* kBegin = "<|startoftext|>";
    constexpr const char* kEnd = "<|endoftext|>";
    const Json vocab = {{"!", 0}, {kBegin, vocabulary - 2}, {kEnd, vocabulary - 1}};
    const Json special = {
        {"bos_token", kBegin}, {"eos_token", kEnd}, {"pad_token", "!"}, {"unk_token", kEnd}};
    Json config = special;
    config.update({{"add_prefix_space", false},
                   {"do_lower_case", true},
                   {"errors", "replace"},
                   {"model_max_length", 77},
                   {"tokenizer_class", "CLIPTokenizer"}});
    return {{"vocab.json", vocab.dump() + "\n"},
            {"merges.txt", "#version: 0.2\n"},
            {"special_tokens_map.json", special.dump(2) + "\n"},
            {"tokenizer_config.json", config.dump(2) + "\n"}};
}

ModelRecipe recipeOfSizes(const Sizes& sizes) {
    ModelRecipe recipe;
    recipe.unet = unetConfig(sizes);
    recipe.vae = vaeConfig(sizes);
    recipe.textEncoder = textConfig(sizes);
    recipe.scheduler = schedulerConfig();
    recipe.tokenizerFiles = tokenizerFiles(sizes.vocabulary);
    recipe.targets = unnamedTargets(1);
    return recipe;
}

} // namespace

ModelRecipe sd21Recipe() {
    Sizes sizes;
    sizes.unetChannels = {320, 640, 1280, 1280};
    sizes.heads = {5, 10, 20, 20};
    sizes.vaeChannels = {128, 256, 512, 512};
    return recipeOfSizes(sizes);
}

ModelRecipe tinyRecipe() {
    Sizes sizes;
    sizes.unetChannels = {32, 32, 64, 64};
    sizes.heads = {2, 2, 4, 4};
    sizes.vaeChannels = {16, 16, 32, 32};
    sizes.layersPerBlock = 1;
    sizes.normGroups = 8;
    sizes.textWidth = 64;
    sizes.textLayers = 2;
    sizes.textHeads = 4;
    sizes.vocabulary = 512;
    ModelRecipe recipe = recipeOfSizes(sizes);
    recipe.defaultProcessingRes = 256;
    return recipe;
}

} // namespace unlit::weights
