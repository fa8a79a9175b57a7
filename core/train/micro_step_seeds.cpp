#include "core/train/micro_step_seeds.h"

#include "core/base/error.h"

#include <bit>

namespace unlit::train {

MicroStepSeeds::MicroStepSeeds(std::string initialSeed, std::int64_t count)
    : m_initialSeed(std::move(initialSeed)) {
    extend(count);
}

MicroStepSeeds::MicroStepSeeds(std::string initialSeed, std::int64_t laidOut,
                               std::vector<Seed> remaining)
    : m_initialSeed(std::move(initialSeed)), m_laidOut(laidOut), m_remaining(std::move(remaining)) {
}

Seed MicroStepSeeds::next() {
    if (m_remaining.empty())
        throw Error::internal("a training run has used up its seeds");
    const Seed seed = m_remaining.back();
    m_remaining.pop_back();
    return seed;
}

void MicroStepSeeds::extend(std::int64_t count) {
    const std::vector<Seed> all =
        generateSeedSequence(m_initialSeed, static_cast<std::size_t>(m_laidOut + count));
    m_remaining.insert(m_remaining.begin(), all.begin() + m_laidOut, all.end());
    m_laidOut += count;
}

weights::StateDict seedsToTensors(const std::vector<Seed>& seeds) {
    const auto count = static_cast<std::int64_t>(seeds.size());
    const torch::Tensor magnitude = torch::empty({count}, torch::kInt64);
    const torch::Tensor negative = torch::empty({count}, torch::kUInt8);
    for (std::int64_t i = 0; i < count; ++i) {
        const Seed& seed = seeds[static_cast<std::size_t>(i)];
        magnitude.data_ptr<std::int64_t>()[i] = std::bit_cast<std::int64_t>(seed.magnitude());
        negative.data_ptr<std::uint8_t>()[i] = seed.isNegative() ? 1 : 0;
    }
    return {{"magnitude", magnitude}, {"negative", negative}};
}

std::vector<Seed> seedsFromTensors(const weights::StateDict& tensors, const std::string& file) {
    const auto magnitude = tensors.find("magnitude");
    const auto negative = tensors.find("negative");
    if (magnitude == tensors.end() || negative == tensors.end() ||
        magnitude->second.scalar_type() != torch::kInt64 ||
        negative->second.scalar_type() != torch::kUInt8 || magnitude->second.dim() != 1 ||
        magnitude->second.sizes() != negative->second.sizes())
        throw Error::corrupt(file, "the list of seeds is damaged", "take another checkpoint");
    const torch::Tensor bits = magnitude->second.contiguous();
    const torch::Tensor signs = negative->second.contiguous();
    std::vector<Seed> seeds;
    for (std::int64_t i = 0; i < bits.numel(); ++i)
        seeds.emplace_back(signs.data_ptr<std::uint8_t>()[i] != 0,
                           std::bit_cast<std::uint64_t>(bits.data_ptr<std::int64_t>()[i]));
    return seeds;
}

} // namespace unlit::train
