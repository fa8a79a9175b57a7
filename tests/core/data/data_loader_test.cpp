// The loader on a set that counts what is read: same batches for any workers, resume, skip, errors.
#include "core/base/error.h"
#include "core/data/loader/data_loader.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

using namespace unlit;
using namespace unlit::data;
using test::expectError;
using testing::ElementsAre;

namespace {

/// Sample i of epoch e holds i and e; some cannot be read.
class CountingSet : public Dataset {
public:
    explicit CountingSet(std::int64_t size, std::vector<std::int64_t> broken = {})
        : m_size(size), m_broken(std::move(broken)) {}

    std::int64_t size() const override { return m_size; }

    Sample get(std::int64_t index, std::int64_t epoch) const override {
        ++reads;
        if (at::get_num_threads() > 1)
            wantsTeam = true;
        if (std::ranges::find(m_broken, index) != m_broken.end())
            throw Error::corrupt(describe(index), "is damaged", "copy it again");
        // The later the index the faster: workers finish out of order.
        std::this_thread::sleep_for(std::chrono::microseconds(200 * (m_size - index)));
        const torch::Tensor picture =
            torch::full({3, 2, 2}, static_cast<float>(index) + 1000.0F * static_cast<float>(epoch));
        return {picture, {-picture}, torch::ones({1, 2, 2}, torch::kBool), describe(index)};
    }

    Sample getMiddle(std::int64_t index, std::int64_t epoch) const override {
        Sample sample = get(index, epoch);
        sample.relativePath += "(middle)";
        return sample;
    }

    std::string describe(std::int64_t index) const override {
        return "item_" + std::to_string(index) + ".png";
    }

    mutable std::atomic<int> reads = 0;
    mutable std::atomic<bool> wantsTeam = false; ///< torch would have used several threads

private:
    std::int64_t m_size;
    std::vector<std::int64_t> m_broken;
};

LoaderOptions options(int workers) {
    LoaderOptions result;
    result.batchSize = 3;
    result.seed = Seed::fromUnsigned(2024);
    result.workers = workers;
    return result;
}

/// Names and first values of a batch; "end" for the end of an epoch.
std::string textOf(const std::optional<Batch>& batch) {
    if (!batch)
        return "end";
    std::string text;
    for (std::int64_t i = 0; i < batch->size(); ++i)
        text += batch->rgbRelativePath[static_cast<std::size_t>(i)] + "=" +
                std::to_string(batch->tensor(kBeautyNorm)[i][0][0][0].item<float>()) + " ";
    return text;
}

std::vector<std::string> take(DataLoader& loader, int count) {
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i)
        texts.push_back(textOf(loader.next()));
    return texts;
}

} // namespace

TEST(DataLoader, batches_are_the_same_for_0_1_and_3_workers) {
    const auto set = std::make_shared<CountingSet>(10);
    DataLoader alone(set, options(0));
    const auto expected = take(alone, 12); // two epochs of four batches, and into the third
    EXPECT_EQ(std::ranges::count(expected, "end"), 2);
    for (const int workers : {1, 3}) {
        DataLoader loader(set, options(workers));
        EXPECT_EQ(take(loader, 12), expected) << workers << " workers";
    }
}

TEST(DataLoader, the_order_is_that_of_the_reference_loader) {
    // PyTorch's DataLoader over 6 items, batch size 2, generator seeded with 2024.
    LoaderOptions two = options(1);
    two.batchSize = 2;
    DataLoader loader(std::make_shared<CountingSet>(6), two);
    std::vector<std::string> names;
    for (int i = 0; i < 8; ++i)
        if (const auto batch = loader.next())
            names.insert(names.end(), batch->rgbRelativePath.begin(), batch->rgbRelativePath.end());
    std::string digits;
    for (const std::string& name : names)
        digits += name[5];
    EXPECT_EQ(digits, "415203043521");
}

TEST(DataLoader, a_restored_loader_goes_on_with_the_next_batch) {
    const auto set = std::make_shared<CountingSet>(10);
    for (const int workers : {0, 2})
        for (int stop = 0; stop <= 9; ++stop) {
            DataLoader whole(set, options(workers));
            take(whole, stop);
            const LoaderState state = whole.state();
            const auto expected = take(whole, 6);
            DataLoader resumed(set, options(workers));
            resumed.restore(state);
            EXPECT_EQ(take(resumed, 6), expected) << workers << " workers, stopped at " << stop;
        }
}

TEST(DataLoader, skipping_reads_nothing) {
    const auto set = std::make_shared<CountingSet>(10);
    DataLoader whole(set, options(0));
    const auto expected = take(whole, 4);
    set->reads = 0;
    DataLoader loader(set, options(0));
    loader.skip(3);
    EXPECT_EQ(set->reads, 0);
    EXPECT_EQ(textOf(loader.next()), expected[3]);
    EXPECT_EQ(set->reads, 1); // the last batch of 10 in threes
    expectError(ErrorKind::InvalidInput, {"cannot skip"}, [&] { loader.skip(1); });
}

TEST(DataLoader, prefetching_is_bounded) {
    const auto set = std::make_shared<CountingSet>(60);
    LoaderOptions bounded = options(2);
    bounded.batchSize = 1;
    bounded.prefetch = 3;
    DataLoader loader(set, bounded);
    loader.next();
    std::this_thread::sleep_for(std::chrono::milliseconds(400)); // ample for all 60
    EXPECT_LE(set->reads, 1 + 2 * 3);
}

TEST(DataLoader, a_broken_file_is_one_error_with_its_name_and_the_rest_goes_on) {
    const auto set = std::make_shared<CountingSet>(10, std::vector<std::int64_t>{7});
    for (const int workers : {0, 3}) {
        DataLoader loader(set, options(workers));
        int errors = 0;
        int batches = 0;
        for (int i = 0; i < 4; ++i) {
            try {
                batches += loader.next().has_value() ? 1 : 0;
            } catch (const Error& error) {
                ++errors;
                EXPECT_THAT(error.what(), testing::HasSubstr("item_7.png"));
            }
        }
        EXPECT_EQ(errors, 1);
        EXPECT_EQ(batches, 3);
        EXPECT_FALSE(loader.next()) << "the epoch ends after its four batches";
    }
}

TEST(DataLoader, broken_files_are_left_out_and_counted_where_asked) {
    const auto set = std::make_shared<CountingSet>(10, std::vector<std::int64_t>{2, 7});
    std::vector<std::string> expected;
    for (const int workers : {0, 1, 3}) {
        LoaderOptions lenient = options(workers);
        lenient.skipBroken = true;
        DataLoader loader(set, lenient);
        const auto texts = take(loader, 5);
        EXPECT_EQ(texts.back(), "end");
        if (workers == 0)
            expected = texts;
        EXPECT_EQ(texts, expected);
        std::vector<std::string> names;
        for (const SkippedSample& skipped : loader.takeSkipped())
            names.push_back(skipped.name);
        EXPECT_THAT(names, testing::UnorderedElementsAre("item_2.png", "item_7.png"));
    }
}

TEST(DataLoader, a_batch_of_which_nothing_is_left_is_passed_over) {
    const auto set = std::make_shared<CountingSet>(3, std::vector<std::int64_t>{0, 1});
    LoaderOptions lenient = options(1);
    lenient.skipBroken = true;
    lenient.batchSize = 1;
    lenient.isShuffled = false;
    DataLoader loader(set, lenient);
    const auto batch = loader.next();
    ASSERT_TRUE(batch);
    EXPECT_THAT(batch->rgbRelativePath, ElementsAre("item_2.png"));
    EXPECT_FALSE(loader.next());
    EXPECT_EQ(loader.takeSkipped().size(), 2U);
    EXPECT_TRUE(loader.takeSkipped().empty()) << "they are told once";
}

TEST(DataLoader, batches_have_the_keys_and_shapes_of_the_reference) {
    DataLoader loader(std::make_shared<CountingSet>(4), options(0));
    const Batch batch = loader.next().value();
    EXPECT_EQ(batch.tensor("beauty_norm").sizes(), (torch::IntArrayRef{3, 3, 2, 2}));
    EXPECT_EQ(batch.tensor("albedo_norm").sizes(), (torch::IntArrayRef{3, 3, 2, 2}));
    EXPECT_EQ(batch.tensor("valid_mask").sizes(), (torch::IntArrayRef{3, 1, 2, 2}));
    EXPECT_EQ(batch.tensor("valid_mask").dtype(), torch::kBool);
    EXPECT_EQ(batch.tensor("valid_mask_raw").dtype(), torch::kBool);
    EXPECT_EQ(batch.rgbRelativePath.size(), 3U);
    EXPECT_THROW(batch.tensor("depth"), Error);
}

TEST(DataLoader, a_mixture_takes_from_all_its_sets) {
    const auto joined = std::make_shared<JoinedDataset>(std::vector<std::shared_ptr<const Dataset>>{
        std::make_shared<CountingSet>(5), std::make_shared<CountingSet>(5)});
    LoaderOptions mixed = options(2);
    mixed.weights = {1, 3};
    DataLoader loader(joined, mixed);
    EXPECT_EQ(loader.batchesPerEpoch(), 4);
    EXPECT_EQ(joined->describe(6), "item_1.png");
    const auto first = take(loader, 5);
    EXPECT_EQ(first.back(), "end");
    mixed.workers = 0;
    DataLoader again(joined, mixed);
    EXPECT_EQ(take(again, 5), first);
}

TEST(DataLoader, impossible_settings_are_refused_at_once) {
    expectError(ErrorKind::InvalidInput, {"without samples"},
                [] { DataLoader(std::make_shared<CountingSet>(0), options(0)); });
    LoaderOptions wrong = options(0);
    wrong.dropLast = true;
    expectError(ErrorKind::InvalidInput, {"no batch of 3"},
                [&] { DataLoader(std::make_shared<CountingSet>(2), wrong); });
    wrong = options(-1);
    expectError(ErrorKind::InvalidInput, {"-1 workers"},
                [&] { DataLoader(std::make_shared<CountingSet>(2), wrong); });
}

TEST(DataLoader, sets_of_different_targets_are_not_mixed) {
    struct Materials : CountingSet {
        using CountingSet::CountingSet;

        std::vector<std::string> targetNames() const override { return {"material"}; }
    };

    const auto albedos = std::make_shared<CountingSet>(3);
    const auto materials = std::make_shared<Materials>(3);
    expectError(ErrorKind::InvalidInput, {"different targets"}, [&] {
        JoinedDataset(std::vector<std::shared_ptr<const Dataset>>{albedos, materials});
    });
    DataLoader loader(std::make_shared<JoinedDataset>(
                          std::vector<std::shared_ptr<const Dataset>>{materials, materials}),
                      options(0));
    EXPECT_TRUE(loader.next()->tensors.contains("material_norm"));
}

TEST(DataLoader, workers_compute_alone_and_leave_others_their_threads) {
    const int before = at::get_num_threads();
    at::set_num_threads(3);
    const auto set = std::make_shared<CountingSet>(6);
    ASSERT_TRUE(DataLoader(set, options(2)).next());
    EXPECT_FALSE(set->wantsTeam);
    EXPECT_EQ(at::get_num_threads(), 3);
    at::set_num_threads(before);
}

TEST(DataLoader, workers_read_on_over_the_end_of_an_epoch) {
    const auto set = std::make_shared<CountingSet>(3);
    DataLoader loader(set, options(2)); // one batch an epoch, four batches ahead
    ASSERT_TRUE(loader.next().has_value());
    for (int waited = 0; waited < 10'000 && set->reads < 5 * 3; ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(set->reads, 5 * 3) << "four epochs that nobody has asked for yet";
}

TEST(DataLoader, state_is_that_of_the_batches_taken_however_far_workers_are_ahead) {
    DataLoader plain(std::make_shared<CountingSet>(7), options(0));
    DataLoader ahead(std::make_shared<CountingSet>(7), options(2));
    for (int call = 0; call < 12; ++call) { // three batches and the end, three times
        const LoaderState expected = plain.state();
        const LoaderState state = ahead.state();
        EXPECT_TRUE(state.generator.equal(expected.generator)) << call;
        EXPECT_EQ(state.epoch, expected.epoch);
        EXPECT_EQ(state.batch, expected.batch);
        DataLoader resumed(std::make_shared<CountingSet>(7), options(2));
        resumed.restore(state);
        const auto batch = plain.next();
        const auto same = ahead.next();
        const auto again = resumed.next();
        ASSERT_EQ(same.has_value(), batch.has_value());
        ASSERT_EQ(again.has_value(), batch.has_value());
        if (!batch)
            continue;
        EXPECT_EQ(same->rgbRelativePath, batch->rgbRelativePath);
        EXPECT_EQ(again->rgbRelativePath, batch->rgbRelativePath);
        EXPECT_TRUE(same->tensor("beauty_norm").equal(batch->tensor("beauty_norm")));
        EXPECT_TRUE(again->tensor("beauty_norm").equal(batch->tensor("beauty_norm")));
    }
}

TEST(DataLoader, pictures_of_different_sizes_in_one_batch_are_named) {
    const auto sample = [](int side, const std::string& name) {
        return Sample{torch::zeros({3, side, side}),
                      {torch::zeros({3, side, side})},
                      torch::ones({1, side, side}, torch::kBool),
                      name};
    };
    expectError(ErrorKind::InvalidInput, {"a.png", "8x8", "b.png", "4x4"}, [&] {
        collate({sample(8, "a.png"), sample(4, "b.png")}, {"albedo"});
    });
}

TEST(DataLoader, the_first_batches_are_of_the_middle_also_after_a_restore) {
    const auto set = std::make_shared<CountingSet>(6);
    LoaderOptions early = options(0); // two batches of three in an epoch
    early.middleBatches = 3;
    const auto areOfMiddle = [](const std::vector<std::string>& texts) {
        std::string pattern;
        for (const std::string& text : texts)
            pattern += text == "end" ? '|' : text.find("(middle)") != std::string::npos ? 'm' : '.';
        return pattern;
    };
    DataLoader loader(set, early);
    EXPECT_EQ(areOfMiddle(take(loader, 6)), "mm|m.|");
    early.workers = 2;
    DataLoader read(set, early);
    take(read, 2);
    DataLoader resumed(set, early);
    resumed.restore(read.state());
    EXPECT_EQ(areOfMiddle(take(resumed, 4)), "|m.|");
}

TEST(DataLoader, pictures_of_different_sizes_are_padded_where_nothing_is_valid) {
    const auto sample = [](std::int64_t height, std::int64_t width, float value) {
        return Sample{torch::full({3, height, width}, value),
                      {torch::full({3, height, width}, -value)},
                      torch::ones({1, height, width}, torch::kBool),
                      "p"};
    };
    std::vector<Sample> samples = {sample(2, 5, 0.5F), sample(3, 4, 0.25F)};
    const std::string hint = test::hintOf([&] { (void)collate(samples, {"albedo"}); });
    EXPECT_NE(hint.find("dataloader.pad_mixed_sizes"), std::string::npos) << hint;
    padToLargest(samples);
    const Batch batch = collate(samples, {"albedo"});
    EXPECT_EQ(batch.tensor(kBeautyNorm).sizes(), (torch::IntArrayRef{2, 3, 3, 5}));
    EXPECT_TRUE((batch.tensor(kBeautyNorm)[0] == 0.5).all().item<bool>()) << "borders are repeated";
    EXPECT_TRUE((batch.tensor(kAlbedoNorm)[1] == -0.25).all().item<bool>());
    const torch::Tensor valid = batch.tensor(kValidMask);
    EXPECT_EQ(valid[0].sum().item<int>(), 10);
    EXPECT_EQ(valid[1].sum().item<int>(), 12);
    EXPECT_FALSE(valid[0][0][2].any().item<bool>());
    EXPECT_FALSE(valid[1][0].select(1, 4).any().item<bool>());
}
