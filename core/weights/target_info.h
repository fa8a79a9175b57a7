// What a model's predicted pictures mean, as model_index.json says.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::weights {

enum class PredictionSpace {
    Srgb,   ///< "srgb": display-encoded by the folder's `transfer`
    Linear, ///< "linear"
    Stack,  ///< "stack": three unrelated scalar planes
};

/// Names are fit to stand in file names.
struct TargetInfo {
    std::string name;
    PredictionSpace predictionSpace = PredictionSpace::Srgb;
    bool upToScale = false;              ///< linear values whose unit is free (shading, residual)
    std::vector<std::string> subTargets; ///< a stack's three channels, "" = unused; else empty
};

/// `properties` is model_index.json's `target_properties` (diffusers' form: `target_names` and an
/// object per name). Throws Error::invalidInput naming `file`.
std::vector<TargetInfo> targetsFromJson(const nlohmann::json& properties,
                                        const std::filesystem::path& file);

/// Names for a folder that has none: "albedo" for one target, "target_1", … for several.
std::vector<TargetInfo> unnamedTargets(std::size_t count);

/// The inverse of targetsFromJson. The parts of a stack get entries of their own, as diffusers
/// wants them.
nlohmann::json toJson(const std::vector<TargetInfo>& targets);

} // namespace unlit::weights
