// Seeds, random tensors and shuffled orders against Python's `random` and PyTorch.
#include "core/base/python_random.h"
#include "core/diffusion/random.h"
#include "tests/parity/json_seed.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"
#include "tests/support/sha256.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

namespace {

constexpr double kNormalTolerance = 3e-6;

using Texts = std::vector<std::string>;

Texts decimals(const std::vector<Seed>& seeds) {
    Texts texts;
    for (const Seed& seed : seeds) {
        texts.push_back(seed.toDecimal());
    }
    return texts;
}

std::string joinedByNewlines(const Texts& texts) {
    std::string joined;
    for (const std::string& text : texts) {
        joined += (joined.empty() ? "" : "\n") + text;
    }
    return joined;
}

void compareSequence(const std::string& name, const json& item) {
    const auto initial = test::seedText(item.at("initial_seed"));
    const Texts ours = decimals(generateSeedSequence(initial, item.at("length")));
    ASSERT_EQ(ours.size(), item.at("length").get<std::size_t>()) << name;
    const Texts first = item.at("first");
    const Texts last = item.at("last");
    EXPECT_EQ(Texts(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(first.size())), first)
        << name;
    EXPECT_EQ(Texts(ours.end() - static_cast<std::ptrdiff_t>(last.size()), ours.end()), last)
        << name;
    EXPECT_EQ(ours.back(), item.at("popped_first").get<std::string>()) << name;
    EXPECT_EQ(test::sha256(joinedByNewlines(ours)),
              item.at("sha256_of_newline_joined_decimals").get<std::string>())
        << name;
    if (item.contains("all")) {
        EXPECT_EQ(ours, item.at("all").get<Texts>()) << name;
    }
}

/// "random_Random(5).getrandbits(32)" and "random_Random(5).random()".
void compareCalls(const std::string& name, const json& expected) {
    std::smatch parts;
    const std::regex call(R"(random_Random\((-?\d+)\)\.(getrandbits|random)\((\d*)\))");
    ASSERT_TRUE(std::regex_match(name, parts, call)) << name;
    PythonRandom random(parts[1].str());
    for (const json& value : expected) {
        if (parts[2] == "getrandbits") {
            EXPECT_EQ(random.getrandbits(std::stoi(parts[3])), value.get<std::uint64_t>()) << name;
        } else {
            EXPECT_EQ(random.random(), value.get<double>()) << name;
        }
    }
}

/// "m5" = -5, "2p40" = 2^40, "1000".
std::int64_t bound(const std::string& text) {
    if (text.starts_with('m')) {
        return -bound(text.substr(1));
    }
    const std::size_t power = text.find('p');
    if (power == std::string::npos) {
        return std::stoll(text);
    }
    std::int64_t value = 1;
    for (int i = std::stoi(text.substr(power + 1)); i > 0; --i) {
        value *= std::stoll(text.substr(0, power));
    }
    return value;
}

/// kind: "randn", "rand", "randint_A_B" ("randint" alone is a timestep of 1000), "randperm",
/// "random_int64"; drawn in the shape of the reference.
void compareDraw(Comparison& comparison, const std::string& name, const std::string& kind,
                 const torch::Tensor& expected, const torch::Generator& generator) {
    std::smatch range;
    if (kind == "randn") {
        comparison.maxAbs(name, randn(expected.sizes(), generator), expected, kNormalTolerance);
    } else if (kind == "rand") {
        comparison.exact(name, rand(expected.sizes(), generator), expected);
    } else if (kind == "randint") {
        comparison.exact(name, randint(0, 1000, expected.sizes(), generator), expected);
    } else if (std::regex_match(kind, range, std::regex("randint_(m?[0-9p]+)_(m?[0-9p]+)"))) {
        comparison.exact(
            name, randint(bound(range[1]), bound(range[2]), expected.sizes(), generator), expected);
    } else if (kind == "randperm") {
        comparison.exact(name, randperm(expected.numel(), generator), expected);
    } else if (kind == "random_int64") {
        const torch::Tensor drawn = torch::full(expected.sizes(), randomInt64(generator));
        comparison.exact(name, drawn, expected);
    } else {
        ADD_FAILURE() << name << " is of no kind that is known";
    }
}

void compareSeed(Comparison& comparison, const ReferencePack& pack, const std::string& key,
                 const json& facts) {
    const Seed seed = test::seedFrom(facts.at("seed"));
    EXPECT_EQ(std::to_string(seed.low64()), facts.at("as_uint64").get<std::string>()) << key;
    EXPECT_EQ(seed.low64() & 0xffffffffU, facts.at("low32").get<std::uint64_t>()) << key;
    std::map<int, std::string> mixed;
    for (const std::string& name : pack.names()) {
        if (!name.starts_with(key + ".")) {
            continue;
        }
        std::string kind = name.substr(key.size() + 1);
        if (kind.starts_with("mix.")) {
            mixed[std::stoi(kind.substr(4))] = name;
            continue;
        }
        kind = kind.substr(0, kind.find('.'));
        compareDraw(comparison, name, kind, pack.tensor(name), makeGenerator(seed));
    }
    const torch::Generator shared = makeGenerator(seed);
    for (const auto& [index, name] : mixed) {
        std::smatch parts;
        ASSERT_TRUE(std::regex_search(name, parts, std::regex(R"(mix\.\d+_([a-z]+))"))) << name;
        compareDraw(comparison, name, parts[1], pack.tensor(name), shared);
    }
}

/// The batches of one epoch, as the JSON lists them.
json batchesAsJson(const std::vector<std::int64_t>& order, std::size_t batchSize, bool dropLast) {
    json batches = json::array();
    for (std::size_t at = 0; at < order.size(); at += batchSize) {
        const std::size_t end = std::min(at + batchSize, order.size());
        if (end - at == batchSize || !dropLast) {
            batches.push_back(
                std::vector<std::int64_t>(order.begin() + static_cast<std::ptrdiff_t>(at),
                                          order.begin() + static_cast<std::ptrdiff_t>(end)));
        }
    }
    return batches;
}

} // namespace

TEST(Parity, python_seed_sequences) {
    const json pack = ReferencePack("rng/python_seed_sequences").json();
    Comparison comparison;
    EXPECT_EQ(smallestSequenceSeed().toDecimal(), pack.at("min_val").get<std::string>());
    EXPECT_EQ(largestSequenceSeed().toDecimal(), pack.at("max_val").get<std::string>());
    for (const auto& [name, item] : pack.at("sequences").items()) {
        comparison.beginCase(name);
        compareSequence(name, item);
    }
    for (const auto& [name, values] : pack.items()) {
        if (name.starts_with("random_")) {
            comparison.beginCase(name);
            compareCalls(name, values);
        }
    }
    comparison.finish(/*needsTensors=*/false);
}

TEST(Parity, torch_cpu_rng) {
    const ReferencePack pack("rng/torch_cpu");
    Comparison comparison;
    for (const auto& [key, facts] : pack.json().at("seeds").items()) {
        comparison.beginCase(key);
        compareSeed(comparison, pack, key, facts);
    }
    EXPECT_EQ(comparison.tensors(), pack.names().size()) << "some tensors belong to no seed";
    comparison.finish();
}

TEST(Parity, dataloader_order) {
    const json pack = ReferencePack("rng/dataloader_order").json();
    Comparison comparison;
    for (const json& item : pack.at("cases")) {
        const auto length = item.at("dataset_length").get<std::int64_t>();
        const std::string name = std::to_string(length) + " items";
        comparison.beginCase(name);
        const auto generator = makeGenerator(test::seedFrom(item.at("generator_seed")));
        for (const json& epoch : item.at("epochs")) {
            EXPECT_EQ(batchesAsJson(shuffledOrder(length, generator), item.at("batch_size"),
                                    item.at("drop_last")),
                      epoch)
                << name;
        }
    }
    comparison.finish(/*needsTensors=*/false);
}
