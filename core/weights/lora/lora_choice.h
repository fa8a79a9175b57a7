// Low-rank additions as a person asks for them: a file and how much of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unlit {

namespace weights {

/// What diffusers' pipelines call the file, and where a model folder keeps additions of its own.
inline constexpr const char* kLoraFile = "pytorch_lora_weights.safetensors";

} // namespace weights

struct LoraChoice {
    /// A safetensors file, or a folder that holds one: "pytorch_lora_weights.safetensors", or
    /// peft's "adapter_model.safetensors" beside "adapter_config.json".
    std::filesystem::path file;
    double scale = 1; ///< times the strength that the file itself says
    /// Further factors by parts of a layer's name: {"to_q", 0.5}, {"mid_block", 0},
    /// {"up_blocks.1", 2}. All that fit a layer are multiplied.
    std::vector<std::pair<std::string, double>> layers = {};

    bool operator==(const LoraChoice&) const = default;
};

/// They add up, in any order.
using LoraChoices = std::vector<LoraChoice>;

/// The largest scale, up or down; more is a slip of the hand.
inline constexpr double kMostLoraScale = 100;

/// "FILE", "FILE:SCALE", "FILE:LAYER=SCALE,…" or "FILE:SCALE,LAYER=SCALE,…". What follows the last
/// colon is that where it can be read so and there is no file of the whole name. Empty for a scale
/// beyond kMostLoraScale, and for no file.
std::optional<LoraChoice> loraChoiceFrom(const std::string& text);

/// As loraChoiceFrom reads it; "FILE" alone where nothing else is said.
std::string toText(const LoraChoice& choice);

/// Whether `part` names the layer: whole parts of its dotted name, one after the other.
bool isPartOfLayer(std::string_view part, std::string_view layer);

/// The choice's scale for one layer.
double scaleOf(const LoraChoice& choice, std::string_view layer);

/// The files that the choice stands for, the weights first. Throws Error::notFound.
std::vector<std::filesystem::path> loraFilesOf(const std::filesystem::path& fileOrFolder);

} // namespace unlit
