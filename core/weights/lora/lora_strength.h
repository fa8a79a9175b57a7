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
    LoraStrength(const nlohmann::ordered_json& config, const std::string& prefix,
                 std::filesystem::path file);

    /// Scale times rank of a layer whose matrices have this rank. Source: peft, LoraLayer:
    /// alpha / rank, or alpha / sqrt(rank) with `use_rslora`.
    double alphaOf(const std::string& layer, std::int64_t rank) const;

private:
    nlohmann::ordered_json m_alpha; ///< a number, or null
    /// An object or null: part of a name -> alpha. The first that fits counts, as in peft.
    nlohmann::ordered_json m_alphaPatterns;
    bool m_isRankStabilised = false;
    std::filesystem::path m_file;
};

} // namespace unlit::weights
