// How strongly low-rank additions count, by what was written beside their matrices.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace unlit::weights {

/// peft's LoraConfig: alpha and rank, patterns of layer names with others, rank-stabilised scaling.
class LoraStrength {
public:
    /// Nothing is said: every layer counts once.
    LoraStrength() = default;

    /// `prefix`: of the keys ("unet." in diffusers' metadata). `file` is what errors name. Throws
    /// Error: Unsupported for what is no plain LoRA (DoRA, another method, changed base weights),
    /// Corrupt for values of the wrong type.
    LoraStrength(const nlohmann::json& config, const std::string& prefix,
                 std::filesystem::path file);

    /// Scale times rank of a layer whose matrices have this rank. Source: peft, LoraLayer:
    /// alpha / rank, or alpha / sqrt(rank) with `use_rslora`.
    double alphaOf(const std::string& layer, std::int64_t rank) const;

private:
    nlohmann::json m_alpha;         ///< a number, or null
    nlohmann::json m_alphaPatterns; ///< an object or null: part of a name -> alpha
    bool m_isRankStabilised = false;
    std::filesystem::path m_file;
};

} // namespace unlit::weights
