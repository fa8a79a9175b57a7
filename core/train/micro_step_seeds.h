// The seeds of a training run, one for each micro-batch, laid out in advance and used from the end.
#pragma once

#include "core/base/python_random.h"
#include "core/weights/state_dict.h"

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::train {

/// `initialSeed` gives one list of numbers; a run of `count` micro-batches takes the first `count`
/// of them, from the last to the first. A longer run keeps what is laid out already and then takes
/// the next ones, again from the last to the first. Source: the reference trainer's
/// global_seed_sequence.
class MicroStepSeeds {
public:
    /// `initialSeed`: a decimal integer. Throws: InvalidInput.
    MicroStepSeeds(std::string initialSeed, std::int64_t count);

    /// As saved: what is left, in list order.
    MicroStepSeeds(std::string initialSeed, std::int64_t laidOut, std::vector<Seed> remaining);

    bool empty() const { return m_remaining.empty(); }

    /// Takes the last one. Throws: Internal when none is left.
    Seed next();

    /// Puts back what next() gave last.
    void putBack(const Seed& seed) { m_remaining.push_back(seed); }

    /// Lays out `count` more, used after all that are left.
    void extend(std::int64_t count);

    const std::string& initialSeed() const { return m_initialSeed; }

    std::int64_t laidOut() const { return m_laidOut; }

    const std::vector<Seed>& remaining() const { return m_remaining; }

private:
    std::string m_initialSeed;
    std::int64_t m_laidOut = 0;
    std::vector<Seed> m_remaining;
};

/// Seeds as tensors: "magnitude" (the bits of an unsigned 64-bit number in int64) and "negative"
/// (uint8), both [n].
weights::StateDict seedsToTensors(const std::vector<Seed>& seeds);
/// Throws: Corrupt naming `file` when the tensors are none of these.
std::vector<Seed> seedsFromTensors(const weights::StateDict& tensors, const std::string& file);

} // namespace unlit::train
