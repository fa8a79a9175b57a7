// What a CLIP text encoder's config.json says.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

namespace unlit::nn {

enum class ClipActivation {
    Gelu,      ///< exact, with erf (SD 2.x)
    QuickGelu, ///< x * sigmoid(1.702 x) (SD 1.x)
};

/// Defaults: those of transformers' CLIPTextConfig.
struct CLIPTextOptions {
    int64_t vocabularySize = 49408;
    int64_t hiddenSize = 512;
    int64_t intermediateSize = 2048;
    int64_t layers = 12;
    int64_t heads = 8;
    int64_t maxPositions = 77;
    double normEpsilon = 1e-5;
    ClipActivation activation = ClipActivation::QuickGelu;
};

/// Reads a flat text config, or the `text_config` inside a whole CLIP config.
/// Throws Error naming key and value.
CLIPTextOptions clipOptionsFromJson(const nlohmann::json& config);

} // namespace unlit::nn
