// Clips of numbered pictures: which frames they are made of, and what is refused by name.
#include "core/data/loader/clip_dataset.h"
#include "core/image/image_file.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/types.h>
#include <torch/utils.h>

#include <cmath>
#include <fstream>
#include <numeric>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;
using testing::HasSubstr;

namespace {

class ClipSet : public testing::Test {
protected:
    /// A picture whose grey tells its number, and rises to the right.
    void write(const std::string& name, int number, int side = 8) const {
        Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Srgb);
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                for (int c = 0; c < 3; ++c)
                    image.samples[static_cast<std::size_t>((y * side + x) * 3 + c)] =
                        static_cast<float>(number * 16 + x) / 255;
        writeImage(m_folder / name, image, {FileFormat::Png8, false, true});
    }

    /// Frames in the order that they are listed in.
    void list(const std::string& name, const std::vector<int>& numbers) {
        for (const int number : numbers) {
            const std::string text = std::to_string(number) + ".png";
            write(name + text, number);
            write("albedo_" + name + text, number);
            m_list += name + text + " albedo_" + name + text + "\n";
        }
    }

    ClipDataset clips(std::int64_t numFrames, const AugmentOptions& augment = {}) const {
        std::ofstream(m_folder / "list") << m_list;
        PairDatasetOptions options{
            m_folder.path(), m_folder / "list", ColorSpace::Srgb, {}, {}, {}, {}, 7};
        options.masks.excludeBlackAlbedo = false;
        options.augment = augment;
        auto pairs = std::make_shared<PairDataset>(options);
        std::vector<std::int64_t> all(static_cast<std::size_t>(pairs->size()));
        std::iota(all.begin(), all.end(), 0);
        return {pairs, all, numFrames};
    }

    /// The numbers that the frames' first pixels were written with.
    static std::vector<std::int64_t> numbersOf(const torch::Tensor& clip_FCHW) {
        std::vector<std::int64_t> numbers;
        for (std::int64_t i = 0; i < clip_FCHW.size(0); ++i)
            numbers.push_back(std::lround((clip_FCHW[i].min().item<double>() + 1) / 2 * 255 / 16));
        return numbers;
    }

    TempFolder m_folder;
    std::string m_list;
};

using Numbers = std::vector<std::int64_t>;

} // namespace

TEST_F(ClipSet, has_frames_by_their_numbers_whatever_the_lists_order) {
    list("a.", {4, 2, 3, 1});
    list("b.", {9, 11, 10, 12});
    const ClipDataset set = clips(2);
    ASSERT_EQ(set.size(), 4);
    const Numbers expected[] = {{1, 2}, {3, 4}, {9, 10}, {11, 12}};
    for (std::int64_t i = 0; i < 4; ++i) {
        const Sample clip = set.get(i, 0);
        EXPECT_EQ(clip.beauty_CHW.sizes(), (torch::IntArrayRef{2, 3, 8, 8}));
        EXPECT_EQ(clip.valid_1HW.sizes(), (torch::IntArrayRef{2, 1, 8, 8}));
        EXPECT_EQ(numbersOf(clip.beauty_CHW), expected[i]);
        EXPECT_EQ(numbersOf(clip.targets_TCHW.front()), expected[i]);
    }
    EXPECT_EQ(set.leftOut(), "");
}

TEST_F(ClipSet, batches_have_a_dimension_of_frames) {
    list("a.", {1, 2, 3, 4, 5, 6});
    const ClipDataset set = clips(3);
    const Batch batch = collate({set.get(0, 0), set.get(1, 0)}, set.targetNames());
    EXPECT_EQ(batch.tensor(kBeautyNorm).sizes(), (torch::IntArrayRef{2, 3, 3, 8, 8}));
    EXPECT_EQ(batch.size(), 2);
}

TEST_F(ClipSet, a_gap_is_refused_by_name) {
    list("hall.", {1, 2, 4, 5});
    expectError(ErrorKind::InvalidInput, {"hall.*.png frame 3 is missing"}, [&] { clips(2); });
}

TEST_F(ClipSet, short_sequences_and_ends_are_left_out_by_name) {
    list("long.", {1, 2, 3, 4, 5, 6, 7});
    list("short.", {1, 2});
    const ClipDataset set = clips(3);
    EXPECT_EQ(set.size(), 2);
    EXPECT_THAT(set.leftOut(), HasSubstr("left out: short.*.png (2)"));
    EXPECT_THAT(set.leftOut(), HasSubstr("ends of sequences: 1 frame"));
    EXPECT_EQ(clips(9).size(), 0);
}

TEST_F(ClipSet, a_frame_of_another_size_is_refused_by_name) {
    list("hall.", {1, 2, 3});
    write("hall.2.png", 2, 12);
    write("albedo_hall.2.png", 2, 12);
    const ClipDataset set = clips(3);
    expectError(ErrorKind::InvalidInput, {"(hall.2.png) is 12x12"}, [&] { set.get(0, 0); });
}

// Sixteen epochs of flips, each with half a chance: some clip is turned, and none is torn.
TEST_F(ClipSet, is_flipped_as_a_whole) {
    list("a.", {1, 2, 3, 4, 5, 6});
    AugmentOptions augment;
    augment.geometric.flipChance = 0.5;
    const ClipDataset set = clips(6, augment);
    int flipped = 0;
    for (std::int64_t epoch = 0; epoch < 16; ++epoch) {
        const torch::Tensor clip = set.get(0, epoch).beauty_CHW;
        const torch::Tensor rises = clip.select(3, 7).select(2, 0).select(1, 0) >
                                    clip.select(3, 0).select(2, 0).select(1, 0);
        EXPECT_TRUE(rises.all().item<bool>() || !rises.any().item<bool>()) << epoch;
        flipped += rises.all().item<bool>() ? 0 : 1;
    }
    EXPECT_GT(flipped, 0);
    EXPECT_LT(flipped, 16);
}

TEST_F(ClipSet, is_another_set_with_other_frames) {
    list("a.", {1, 2, 3, 4});
    EXPECT_NE(clips(2).identity(0), clips(4).identity(0));
    EXPECT_FALSE(clips(2).stamps(0).empty());
    EXPECT_THAT(clips(2).describe(0), HasSubstr("a.1.png"));
    EXPECT_THAT(clips(2).describe(0), HasSubstr("a.2.png"));
}
