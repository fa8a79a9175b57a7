// The order in which a training run visits its samples, through the loader itself.
#include "core/data/loader/data_loader.h"
#include "tests/parity/json_seed.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <fstream>
#include <string>
#include <vector>

using namespace unlit;
using namespace unlit::data;
using nlohmann::json;

namespace {

/// Samples that know their index and nothing else.
class IndexSet : public Dataset {
public:
    explicit IndexSet(std::int64_t size) : m_size(size) {}

    std::int64_t size() const override { return m_size; }

    Sample get(std::int64_t index, std::int64_t) const override {
        const torch::Tensor picture = torch::zeros({3, 1, 1});
        return {picture, {picture}, torch::ones({1, 1, 1}, torch::kBool), describe(index), {}};
    }

    std::string describe(std::int64_t index) const override { return std::to_string(index); }

private:
    std::int64_t m_size;
};

DataLoader makeLoader(std::int64_t count, std::int64_t batchSize, const Seed& seed, int workers,
                      bool dropLast) {
    LoaderOptions options;
    options.batchSize = batchSize;
    options.seed = seed;
    options.workers = workers;
    options.dropLast = dropLast;
    return {std::make_shared<IndexSet>(count), options};
}

std::vector<std::int64_t> indicesOf(const Batch& batch) {
    std::vector<std::int64_t> indices;
    for (const std::string& name : batch.rgbRelativePath)
        indices.push_back(std::stoll(name));
    return indices;
}

} // namespace

TEST(Parity, trainer_data_order) {
    std::ifstream file(test::referenceDir() / "trainer/config.json");
    ASSERT_TRUE(file) << "trainer/config.json is absent";
    const json pack = json::parse(file);
    test::Comparison comparison;
    for (const int workers : {0, 1, 3}) {
        comparison.beginCase("the trainer's order, " + std::to_string(workers) + " workers");
        DataLoader loader = makeLoader(pack.at("n"), pack.at("bs"),
                                       test::seedFrom(pack.at("loader_seed")), workers, false);
        for (const json& expected : pack.at("data_order_per_micro_step")) {
            auto batch = loader.next();
            if (!batch) // the end of an epoch
                batch = loader.next();
            ASSERT_TRUE(batch);
            EXPECT_EQ(json(indicesOf(*batch)), expected);
        }
    }
    comparison.finish(/*needsTensors=*/false);
}

TEST(Parity, dataloader_batches) {
    const json pack = test::ReferencePack("rng/dataloader_order").json();
    test::Comparison comparison;
    for (const json& item : pack.at("cases")) {
        comparison.beginCase(item.at("dataset_length").dump() + " items");
        DataLoader loader =
            makeLoader(item.at("dataset_length"), item.at("batch_size"),
                       test::seedFrom(item.at("generator_seed")), 2, item.at("drop_last"));
        for (const json& epoch : item.at("epochs")) {
            json batches = json::array();
            while (const auto batch = loader.next())
                batches.push_back(indicesOf(*batch));
            EXPECT_EQ(batches, epoch);
        }
    }
    comparison.finish(/*needsTensors=*/false);
}
