#include "core/diffusion/random.h"

#include "core/base/error.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <mutex>
#include <string>

namespace unlit::diffusion {

torch::Generator makeGenerator(std::uint64_t seed) {
    return at::make_generator<at::CPUGeneratorImpl>(seed);
}

torch::Generator makeGenerator(const Seed& seed) {
    return makeGenerator(seed.low64());
}

torch::Tensor randn(torch::IntArrayRef shape, const torch::Generator& generator,
                    torch::Device device) {
    return torch::randn(shape, generator, torch::kFloat32).to(device);
}

torch::Tensor rand(torch::IntArrayRef shape, const torch::Generator& generator) {
    return torch::rand(shape, generator, torch::kFloat32);
}

torch::Tensor randint(std::int64_t low, std::int64_t high, torch::IntArrayRef shape,
                      const torch::Generator& generator) {
    if (low >= high) {
        throw Error::invalidInput("no whole number lies in [" + std::to_string(low) + ", " +
                                  std::to_string(high) + ")");
    }
    // Drawn by hand: LibTorch before 2.7 switched to 64 bits at 2^32 only.
    constexpr std::uint64_t kWideRange = std::uint64_t{1} << 28;
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    auto* source = generator.get<at::CPUGeneratorImpl>();
    const std::scoped_lock lock(source->mutex_);
    torch::Tensor result = torch::empty(shape, torch::kInt64);
    std::int64_t* numbers = result.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < result.numel(); ++i) {
        const std::uint64_t drawn = range >= kWideRange ? source->random64() : source->random();
        numbers[i] = static_cast<std::int64_t>(drawn % range + static_cast<std::uint64_t>(low));
    }
    return result;
}

torch::Tensor randperm(std::int64_t count, const torch::Generator& generator) {
    return torch::randperm(count, generator, torch::kInt64);
}

std::int64_t randomInt64(const torch::Generator& generator) {
    return torch::empty({}, torch::kInt64).random_(generator).item<std::int64_t>();
}

std::vector<std::int64_t> shuffledOrder(std::int64_t count, const torch::Generator& generator) {
    randomInt64(generator);
    const torch::Tensor order = randperm(count, generator);
    randperm(count, generator);
    const std::int64_t* first = order.data_ptr<std::int64_t>();
    return {first, first + count};
}

} // namespace unlit::diffusion
