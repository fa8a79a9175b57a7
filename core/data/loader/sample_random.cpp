#include "core/data/loader/sample_random.h"

#include "core/base/mix_bits.h"

namespace unlit::data {

SampleRandom::SampleRandom(std::uint64_t seed, std::int64_t epoch, std::int64_t index)
    : m_state(mixBits(seed + kGoldenStep)) {
    m_state = mixBits(m_state ^ (static_cast<std::uint64_t>(epoch) + kGoldenStep));
    m_state = mixBits(m_state ^ (static_cast<std::uint64_t>(index) + 2 * kGoldenStep));
}

std::uint64_t SampleRandom::bits() {
    m_state += kGoldenStep;
    return mixBits(m_state);
}

double SampleRandom::uniform() {
    return static_cast<double>(bits() >> 11U) * 0x1.0p-53;
}

double SampleRandom::between(double low, double high) {
    return low + (high - low) * uniform();
}

bool SampleRandom::chance(double probability) {
    return uniform() < probability;
}

std::int64_t SampleRandom::below(std::int64_t count) {
    return count < 2 ? 0 : static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(count));
}

} // namespace unlit::data
