// Multi-resolution noise against the reference trainer's, draw for draw.
#include "core/diffusion/multi_res_noise.h"
#include "core/diffusion/random.h"
#include "tests/parity/json_seed.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

namespace {

constexpr double kNoiseFieldTolerance = 2e-5;

/// A number, or "0.9*timesteps/1000 per sample, timesteps drawn first from the same generator:
/// randint(0,1000,(B,))".
torch::Tensor strengthOf(Comparison& comparison, const ReferencePack& pack, const json& item,
                         const torch::Generator& generator) {
    const auto key = item.at("key").get<std::string>();
    if (item.at("strength").is_number()) {
        return torch::full({1}, item.at("strength").get<double>(), torch::kFloat32);
    }
    const auto formula = item.at("strength").get<std::string>();
    std::smatch parts;
    const std::regex annealed(
        R"(([\d.]+)\*timesteps/(\d+) per sample.*randint\((-?\d+),\s*(\d+),\s*\(B,\)\).*)");
    if (!std::regex_match(formula, parts, annealed)) {
        throw std::runtime_error(key + ": another strength: " + formula);
    }
    const torch::Tensor timesteps =
        randint(std::stoll(parts[3]), std::stoll(parts[4]), {item.at("shape").at(0)}, generator);
    const torch::Tensor strength = std::stod(parts[1]) * timesteps / std::stod(parts[2]);
    comparison.exact(key + ".timesteps", timesteps, pack.tensor(key + ".timesteps"));
    comparison.maxAbs(key + ".strength", strength, pack.tensor(key + ".strength"),
                      kNoiseFieldTolerance);
    return strength;
}

} // namespace

TEST(Parity, multi_res_noise) {
    const ReferencePack pack("multi_res_noise/cases");
    Comparison comparison;
    for (const json& item : pack.json().at("cases")) {
        const auto key = item.at("key").get<std::string>();
        comparison.beginCase(key);
        const auto generator = makeGenerator(test::seedFrom(item.at("generator_seed")));
        const auto shape = item.at("shape").get<std::vector<std::int64_t>>();
        const auto strategy = noiseStrategyFromString(item.at("strategy").get<std::string>(), key);
        const torch::Tensor strength = strengthOf(comparison, pack, item, generator);
        comparison.maxAbs(key + ".out", multiResNoise(shape, strength, strategy, generator),
                          pack.tensor(key + ".out"), kNoiseFieldTolerance);
        comparison.exact(key + ".next_rand", rand({1}, generator), pack.tensor(key + ".next_rand"));
    }
    comparison.finish();
}
