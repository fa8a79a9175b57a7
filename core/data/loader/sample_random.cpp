#include "core/data/loader/sample_random.h"

namespace unlit::data {

namespace {

std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

} // namespace

SampleRandom::SampleRandom(std::uint64_t seed, std::int64_t epoch, std::int64_t index)
    : m_state(mixed(seed + kStep)) {
    m_state = mixed(m_state ^ (static_cast<std::uint64_t>(epoch) + kStep));
    m_state = mixed(m_state ^ (static_cast<std::uint64_t>(index) + 2 * kStep));
}

std::uint64_t SampleRandom::bits() {
    m_state += kStep;
    return mixed(m_state);
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
