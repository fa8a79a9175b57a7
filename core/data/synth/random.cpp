#include "core/data/synth/random.h"

namespace unlit::synth {

Random::Random(std::uint64_t seed, std::uint64_t index, std::uint64_t purpose)
    : m_state(mixBits(mixBits(mixBits(seed) ^ index) ^ purpose)), m_increment(purpose << 1U | 1U) {
    bits();
}

std::uint32_t Random::bits() {
    constexpr std::uint64_t multiplier = 6364136223846793005U;
    const std::uint64_t old = m_state;
    m_state = old * multiplier + m_increment;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto turn = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> turn) | (shifted << ((32U - turn) & 31U));
}

float Random::logRange(float low, float high) {
    return low * std::pow(high / low, uniform());
}

Vec3 cosineDirection(Vec2 square) {
    const float radius = std::sqrt(square.x);
    const float angle = 2.0F * kPi * square.y;
    return {radius * std::cos(angle), radius * std::sin(angle),
            std::sqrt(std::max(0.0F, 1.0F - square.x))};
}

} // namespace unlit::synth
