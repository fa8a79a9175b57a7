// What a training can give up, one thing after the other, to do the same work with less memory.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// Costs time and spares memory; changes numbers in their last digits at most.
struct MemorySaving {
    std::string name;            ///< in checkpoints: "gradient_checkpointing"
    std::string what;            ///< "the activations of a block are computed twice"
    std::function<void()> apply; ///< once
};

/// First a micro-batch goes through the network in smaller parts, down to single samples; then come
/// the savings in their order. Nothing is ever taken back: a run that is resumed goes on with what
/// it had come to. Thread: the one that trains.
class MemoryLadder {
public:
    /// `samples` of a micro-batch.
    MemoryLadder(std::int64_t samples, std::vector<MemorySaving> savings);

    std::int64_t samplesAtOnce() const { return m_samplesAtOnce; }

    /// Clamped to what it is now: parts never grow.
    void setSamplesAtOnce(std::int64_t count);

    /// The next rung; says what it was, or nothing when there is none.
    std::optional<std::string> stepDown();

    /// {"samples_at_once", "savings": [names]}
    nlohmann::json toJson() const;
    /// Applies what is still to be applied: the config may have switched it on meanwhile. Throws:
    /// Corrupt naming `file`.
    void restore(const nlohmann::json& json, const std::string& file);

private:
    void apply(std::vector<MemorySaving>::iterator saving);

    std::int64_t m_samplesAtOnce;
    std::vector<MemorySaving> m_savings; ///< that are left
    std::vector<std::string> m_applied;  ///< names
};

} // namespace unlit::train
