// How an autoencoder's latent cells become codes: what the "quantizer" of its config.json says.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::nn {

enum class QuantizerKind {
    FiniteScalar, ///< "fsq": every channel of a cell is rounded to one of its own levels
    LookupFree,   ///< "lfq": every channel of a cell is one bit, its sign
    Codebook,     ///< "codebook": a cell becomes the nearest of so many learnt vectors
};

struct QuantizerOptions {
    QuantizerKind kind = QuantizerKind::FiniteScalar;
    std::vector<std::int64_t> levels; ///< of each latent channel; FiniteScalar alone
    std::int64_t size = 0;            ///< vectors; Codebook alone
    std::int64_t latentChannels = 0;  ///< numbers of a cell

    /// Different codes that a cell can have.
    std::int64_t codeCount() const;

    /// "fsq 8x5x5", "lfq 10 bits", "codebook of 512".
    std::string text() const;
};

/// No more codes than this: counts of them stay exact, and fit into memory.
inline constexpr std::int64_t kMostCodes = std::int64_t{1} << 24;
inline constexpr std::int64_t kMostLookupFreeBits = 24;

/// "fsq", "lfq", "codebook".
std::string toString(QuantizerKind kind);

/// Of {"name": "fsq", "levels": […]}, {"name": "lfq"}, {"name": "codebook", "size": …}. Throws
/// Error naming key and value.
QuantizerOptions quantizerFromJson(const nlohmann::json& config, std::int64_t latentChannels);

/// What quantizerFromJson reads.
nlohmann::json toJson(const QuantizerOptions& options);

/// Why there can be no such quantizer, to go on from "is " or "has "; "" where there can.
std::string obstacleOf(const QuantizerOptions& options);

} // namespace unlit::nn
