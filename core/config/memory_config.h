// What a training gives up, mostly time, to need less memory, and what saves time for disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// Of the UNet's arithmetic; weights and optimizer are float32 either way.
enum class MixedPrecision { No, BFloat16, Float16 };

/// How gradients travel between processes; they are added up in float32 either way.
enum class GradientExchange { Float32, BFloat16 };

struct MemoryConfig {
    bool gradientCheckpointing = false; ///< the same numbers, a third more time
    MixedPrecision mixedPrecision = MixedPrecision::No;
    GradientExchange gradientExchange = GradientExchange::Float32; ///< of several processes
    bool shardOptimizer = false; ///< several processes: each keeps the state of some weights
    std::string attentionSlicing = "off";   ///< as unlit::slicingText() writes it
    bool vaeTiling = false;                 ///< in tiles of the VAE's own size: other numbers
    bool cudaGraphs = true;                 ///< CUDA: record the UNet's passes, then replay them
    bool offloadFrozen = false;             ///< VAE on the CPU while it is not used; CUDA only
    std::filesystem::path latentCache = {}; ///< folder for encoded pictures; "" = none
};

/// Low-rank additions that are trained in place of the UNet's weights.
struct LoraConfig {
    std::int64_t rank = 4;
    std::optional<double> alpha = {}; ///< strength times rank; unset = rank, a strength of 1
    std::vector<std::string> targets = {"to_q", "to_k", "to_v", "to_out.0"};

    double alphaOrRank() const { return alpha.value_or(static_cast<double>(rank)); }
};

} // namespace unlit::config
