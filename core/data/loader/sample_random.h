// Random numbers of one sample in one epoch: from (seed, epoch, index) alone, so that they do not
// depend on who draws them when.
#pragma once

#include <cstdint>

namespace unlit::data {

/// A SplitMix64 stream. Not thread-safe; made for each sample.
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
class SampleRandom {
public:
    SampleRandom(std::uint64_t seed, std::int64_t epoch, std::int64_t index);

    double uniform();                        ///< in [0, 1)
    double between(double low, double high); ///< in [low, high)
    bool chance(double probability);
    std::int64_t below(std::int64_t count); ///< in [0, count); 0 for counts below 2
    std::uint64_t bits();                   ///< 64 of them

private:
    std::uint64_t m_state;
};

} // namespace unlit::data
