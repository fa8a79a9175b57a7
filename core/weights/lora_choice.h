// Low-rank additions as a person asks for them: a file and how much of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
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

    bool operator==(const LoraChoice&) const = default;
};

/// They add up, in any order.
using LoraChoices = std::vector<LoraChoice>;

/// The largest scale, up or down; more is a slip of the hand.
inline constexpr double kMostLoraScale = 100;

/// "FILE" or "FILE:SCALE". What follows the last colon is a scale where it is a number and there is
/// no file of the whole name. Empty for a scale beyond kMostLoraScale, and for no file.
std::optional<LoraChoice> loraChoiceFrom(const std::string& text);

/// "FILE", or "FILE:0.5" where the scale is not 1.
std::string toText(const LoraChoice& choice);

/// The files that the choice stands for, the weights first. Throws Error::notFound.
std::vector<std::filesystem::path> loraFilesOf(const std::filesystem::path& fileOrFolder);

} // namespace unlit
