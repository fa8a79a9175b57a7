#include "core/base/error.h"
#include "core/nn/vae/quantizer_options.h"
#include "core/weights/model_fit.h"
#include "core/weights/start/model_recipe.h"

#include <algorithm>
#include <utility>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kPositions = 77; ///< as all CLIP text encoders of Stable Diffusion

/// One block type for each resolution, from the largest to the smallest.
std::vector<std::string> blockTypes(const std::vector<std::int64_t>& attention,
                                    const std::string& direction) {
    std::vector<std::string> types;
    for (const std::int64_t blocks : attention)
        types.push_back((blocks > 0 ? "CrossAttn" : "") + direction + "Block2D");
    return types;
}

/// One number where all resolutions have as many, as most readers of the file expect.
Json layersPerBlock(const config::NewUnetConfig& unet) {
    const auto layers = config::perResolution(unet.layersPerBlock, unet.blockOutChannels.size());
    const bool isSame = std::ranges::count(layers, layers.front()) == std::ssize(layers);
    return isSame ? Json(layers.front()) : Json(layers);
}

Json unetConfig(const config::NewModelConfig& model) {
    const config::NewUnetConfig& unet = model.unet;
    const std::size_t count = unet.blockOutChannels.size();
    const std::int64_t latent = model.vae.latentChannels;
    const auto targets = static_cast<std::int64_t>(model.pipeline.targets.size());
    std::vector<std::int64_t> attention = config::perResolution(unet.attention, count);
    const std::vector<std::string> down = blockTypes(attention, "Down");
    std::vector<std::string> up = blockTypes(attention, "Up");
    std::ranges::reverse(up);
    for (std::int64_t& blocks : attention)
        blocks = std::max<std::int64_t>(1, blocks); // what a plain block says counts for nothing
    Json config = {{"_class_name", "UNet2DConditionModel"},
                   {"act_fn", "silu"},
                   {"attention_head_dim", config::perResolution(unet.heads, count)},
                   {"block_out_channels", unet.blockOutChannels},
                   {"center_input_sample", false},
                   {"cross_attention_dim", model.textEncoder.width},
                   {"down_block_types", down},
                   {"downsample_padding", 1},
                   {"dual_cross_attention", false},
                   {"flip_sin_to_cos", true},
                   {"freq_shift", 0},
                   {"in_channels", latent * (targets + 1)},
                   {"layers_per_block", layersPerBlock(unet)},
                   {"mid_block_scale_factor", 1},
                   {"norm_eps", 1e-5},
                   {"norm_num_groups", unet.normGroups},
                   {"only_cross_attention", false},
                   {"out_channels", latent * targets},
                   {"sample_size", model.vae.sampleSize >> (model.vae.blockOutChannels.size() - 1)},
                   {"up_block_types", up},
                   {"use_linear_projection", true}};
    if (std::ranges::any_of(attention, [](std::int64_t blocks) { return blocks != 1; }))
        config["transformer_layers_per_block"] = attention;
    // Of no meaning to diffusers; a VAE of another factor would else go unnoticed.
    config[kVaeFactorKey] = std::int64_t{1} << (model.vae.blockOutChannels.size() - 1);
    return config;
}

nn::QuantizerOptions quantizerOf(const config::NewVaeConfig& vae) {
    constexpr std::int64_t kUsualSize = 512;
    nn::QuantizerOptions options;
    options.latentChannels = vae.latentChannels;
    if (vae.quantizer->name == "lfq") {
        options.kind = nn::QuantizerKind::LookupFree;
    } else if (vae.quantizer->name == "codebook") {
        options.kind = nn::QuantizerKind::Codebook;
        options.size = vae.quantizer->size.value_or(kUsualSize);
    } else {
        options.levels = config::levelsOf(vae);
    }
    return options;
}

Json vaeConfig(const config::NewVaeConfig& vae) {
    const std::vector<std::string> down(vae.blockOutChannels.size(), "DownEncoderBlock2D");
    const std::vector<std::string> up(vae.blockOutChannels.size(), "UpDecoderBlock2D");
    Json config = {{"_class_name", "AutoencoderKL"},
                   {"act_fn", "silu"},
                   {"block_out_channels", vae.blockOutChannels},
                   {"down_block_types", down},
                   {"in_channels", 3},
                   {"latent_channels", vae.latentChannels},
                   {"layers_per_block", vae.layersPerBlock},
                   {"norm_num_groups", vae.normGroups},
                   {"out_channels", 3},
                   {"sample_size", vae.sampleSize},
                   {"scaling_factor", vae.scalingFactor},
                   {"up_block_types", up}};
    if (vae.quantizer)
        config["quantizer"] = nn::toJson(quantizerOf(vae));
    if (!vae.midAttention) // a key that older readers of the file do not know
        config["mid_block_add_attention"] = false;
    return config;
}

Json textConfig(const config::NewTextEncoderConfig& text) {
    return {{"architectures", {"CLIPTextModel"}},
            {"attention_dropout", 0.0},
            {"bos_token_id", 0},
            {"eos_token_id", 2},
            {"hidden_act", "gelu"},
            {"hidden_size", text.width},
            {"initializer_factor", 1.0},
            {"initializer_range", 0.02},
            {"intermediate_size", 4 * text.width},
            {"layer_norm_eps", 1e-5},
            {"max_position_embeddings", kPositions},
            {"model_type", "clip_text_model"},
            {"num_attention_heads", text.heads},
            {"num_hidden_layers", text.layers},
            {"pad_token_id", 1},
            {"projection_dim", 512},
            {"vocab_size", text.vocabulary}};
}

Json schedulerConfig(const config::NewSchedulerConfig& scheduler) {
    return {{"_class_name", "DDIMScheduler"},
            {"beta_end", scheduler.betaEnd},
            {"beta_schedule", scheduler.betaSchedule},
            {"beta_start", scheduler.betaStart},
            {"clip_sample", false},
            {"clip_sample_range", 1.0},
            {"dynamic_thresholding_ratio", 0.995},
            {"num_train_timesteps", scheduler.numTrainTimesteps},
            {"prediction_type", scheduler.predictionType},
            {"rescale_betas_zero_snr", scheduler.rescaleBetasZeroSnr},
            {"sample_max_value", 1.0},
            {"set_alpha_to_one", false},
            {"steps_offset", 1},
            {"thresholding", false},
            {"timestep_spacing", scheduler.timestepSpacing},
            {"trained_betas", nullptr}};
}

/// The prompt is always empty: no merges, and of the vocabulary only what frames a prompt.
std::map<std::string, std::string> tokenizerFiles(std::int64_t vocabulary) {
    constexpr const char* kBegin = "<|startoftext|>";
    constexpr const char* kEnd = "<|endoftext|>";
    const Json vocab = {{"!", 0}, {kBegin, vocabulary - 2}, {kEnd, vocabulary - 1}};
    const Json special = {
        {"bos_token", kBegin}, {"eos_token", kEnd}, {"pad_token", "!"}, {"unk_token", kEnd}};
    Json config = special;
    config.update({{"add_prefix_space", false},
                   {"do_lower_case", true},
                   {"errors", "replace"},
                   {"model_max_length", kPositions},
                   {"tokenizer_class", "CLIPTokenizer"}});
    return {{"vocab.json", vocab.dump() + "\n"},
            {"merges.txt", "#version: 0.2\n"},
            {"special_tokens_map.json", special.dump(2) + "\n"},
            {"tokenizer_config.json", config.dump(2) + "\n"}};
}

torch::Dtype dtypeOf(const std::string& name) {
    if (name == "float16")
        return torch::kFloat16;
    return name == "bfloat16" ? torch::kBFloat16 : torch::kFloat32;
}

PredictionSpace spaceOf(config::TargetSpace space) {
    switch (space) {
    case config::TargetSpace::Srgb:
        return PredictionSpace::Srgb;
    case config::TargetSpace::Linear:
        return PredictionSpace::Linear;
    case config::TargetSpace::Stack:
        return PredictionSpace::Stack;
    }
    throw Error::internal("a target of no known space");
}

} // namespace

std::vector<TargetInfo> targetsOf(const config::PipelineConfig& config) {
    std::vector<TargetInfo> targets;
    for (const config::TargetConfig& target : config.targets)
        targets.push_back(
            {target.name, spaceOf(target.predictionSpace), target.upToScale, target.subTargets});
    return targets;
}

ModelRecipe recipeOf(const config::NewModelConfig& config) {
    ModelRecipe recipe;
    recipe.unet = unetConfig(config);
    recipe.vae = vaeConfig(config.vae);
    recipe.textEncoder = textConfig(config.textEncoder);
    recipe.scheduler = schedulerConfig(config.scheduler);
    recipe.tokenizerFiles = tokenizerFiles(config.textEncoder.vocabulary);
    recipe.targets = targetsOf(config.pipeline);
    recipe.latentChannels = static_cast<int>(config.vae.latentChannels);
    recipe.transfer = colorSpaceFromString(config.transfer).value_or(ColorSpace::Srgb);
    recipe.headroomEv = config.headroomEv;
    if (config.pipeline.defaultDenoisingSteps)
        recipe.defaultSteps = static_cast<int>(*config.pipeline.defaultDenoisingSteps);
    if (config.pipeline.defaultProcessingResolution)
        recipe.defaultProcessingRes =
            static_cast<int>(*config.pipeline.defaultProcessingResolution);
    recipe.dtype = dtypeOf(config.dtype);
    recipe.zeroUnetOutput = config.unet.zeroOutput;
    recipe.zeroTextEmbedding = config.textEncoder.zeroEmbedding;
    recipe.zeroUnetResiduals = config.unet.zeroResiduals;
    recipe.zeroVaeResiduals = config.vae.zeroResiduals;
    recipe.startsAsCopy = config.unet.start == "copy";
    recipe.startsAsPyramid = config.vae.start == "pyramid";
    recipe.posteriorStd = config.vae.posteriorStd;
    return recipe;
}

} // namespace unlit::weights
