#include "core/nn/clip/clip_options.h"

#include "core/nn/config_reader.h"

namespace unlit::nn {

using nlohmann::json;

namespace {

constexpr IntegerRange kWidth{1, 1 << 20};

} // namespace

CLIPTextOptions clipOptionsFromJson(const json& config) {
    const bool isWhole =
        config.is_object() && config.contains("text_config") && config["text_config"].is_object();
    const ConfigReader reader(isWhole ? config["text_config"] : config, "text encoder config");
    reader.expectOneOf("hidden_act", {"gelu", "quick_gelu"});
    CLIPTextOptions options;
    options.vocabularySize = reader.integer("vocab_size", options.vocabularySize, {2, 1 << 24});
    options.hiddenSize = reader.integer("hidden_size", options.hiddenSize, kWidth);
    options.intermediateSize =
        reader.integer("intermediate_size", options.intermediateSize, kWidth);
    options.layers = reader.integer("num_hidden_layers", options.layers, {1, 256});
    options.heads = reader.integer("num_attention_heads", options.heads, kWidth);
    options.maxPositions =
        reader.integer("max_position_embeddings", options.maxPositions, {2, 1 << 16});
    options.normEpsilon = reader.number("layer_norm_eps", options.normEpsilon);
    options.activation = reader.text("hidden_act", "quick_gelu") == "gelu"
                             ? ClipActivation::Gelu
                             : ClipActivation::QuickGelu;
    if (options.hiddenSize % options.heads != 0)
        reader.refuse("num_attention_heads",
                      "does not divide hidden_size = " + std::to_string(options.hiddenSize));
    if (options.normEpsilon <= 0)
        reader.refuse("layer_norm_eps", "must be above 0");
    return options;
}

} // namespace unlit::nn
