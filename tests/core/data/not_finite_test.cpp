// Samples with numbers that are none: never learnt from, and named.
#include "core/data/loader/data_loader.h"
#include "core/data/loader/pair_dataset.h"
#include "core/image/image_file.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/types.h>

#include <fstream>
#include <limits>

using namespace unlit;
using namespace unlit::data;
using testing::HasSubstr;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Pairs of 16 by 16 pixels, with a mask and a map of normals where a test writes one.
class NotFinite : public testing::Test {
protected:
    NotFinite() {
        write("beauty", picture(0.5F));
        write("albedo", picture(0.25F));
        write("mask", picture(1));
        write("normals", picture(0.75F));
        list("beauty.exr albedo.exr\n");
    }

    static Image picture(float value) {
        Image image = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Linear);
        std::ranges::fill(image.samples, value);
        return image;
    }

    static Image withOne(float value, float bad) {
        Image image = picture(value);
        image.samples[37] = bad;
        return image;
    }

    void write(const std::string& name, const Image& image) const {
        writeImage(m_folder / (name + ".exr"), image, {FileFormat::Exr, false, true});
    }

    void list(const std::string& text) const { std::ofstream(m_folder / "list") << text; }

    PairDatasetOptions options() const {
        return {m_folder.path(), m_folder / "list", ColorSpace::Srgb, {}, {}, {}, {}, 7};
    }

    Sample get() const { return PairDataset(options()).get(0, 0); }

    static void expectFinite(const Sample& sample) {
        EXPECT_TRUE(sample.beauty_CHW.isfinite().all().item<bool>());
        for (const torch::Tensor& target : sample.targets_TCHW)
            EXPECT_TRUE(target.isfinite().all().item<bool>());
    }

    test::TempFolder m_folder;
};

} // namespace

TEST_F(NotFinite, says_nothing_of_a_sample_that_is) {
    EXPECT_EQ(get().notFinite, "");
}

TEST_F(NotFinite, one_pixel_of_a_beauty_is_left_out_and_counted) {
    for (const float bad : {kNaN, kInfinity, -kInfinity}) {
        write("beauty", withOne(0.5F, bad));
        const Sample sample = get();
        EXPECT_EQ(sample.notFinite,
                  "not finite: beauty in 1 of 256 pixels; they are not learnt from");
        EXPECT_EQ(sample.valid_1HW.sum().item<std::int64_t>(), 255);
        EXPECT_FALSE(sample.valid_1HW[0][2][5].item<bool>());
        expectFinite(sample);
    }
}

TEST_F(NotFinite, nothing_is_learnt_from_a_picture_that_is_nan_everywhere) {
    write("albedo", picture(kNaN));
    const Sample sample = get();
    EXPECT_EQ(sample.notFinite,
              "not finite: albedo in all of its pixels; nothing of it is learnt from");
    EXPECT_FALSE(sample.valid_1HW.any().item<bool>());
    expectFinite(sample);
}

TEST_F(NotFinite, a_mask_that_is_nan_somewhere_leaves_that_out) {
    list("beauty.exr albedo.exr mask.exr\n");
    Image mask = makeImage(16, 16, {"Y"}, ColorSpace::Raw);
    std::ranges::fill(mask.samples, 1.0F);
    mask.samples[37] = kNaN;
    write("mask", mask);
    const Sample sample = get();
    EXPECT_EQ(sample.notFinite, "not finite: mask in 1 of 256 pixels; they are not learnt from");
    EXPECT_EQ(sample.valid_1HW.sum().item<std::int64_t>(), 255);
    EXPECT_FALSE(sample.valid_1HW[0][2][5].item<bool>());
}

TEST_F(NotFinite, every_target_is_looked_at) {
    list("beauty.exr albedo.exr normals.exr\n");
    write("normals", withOne(0.75F, kNaN));
    PairDatasetOptions two = options();
    two.targets = weights::unnamedTargets(2);
    two.targets[0].name = "albedo";
    two.targets[1].name = "normals";
    const Sample sample = PairDataset(two).get(0, 0);
    EXPECT_EQ(sample.notFinite, "not finite: normals in 1 of 256 pixels; they are not learnt from");
    EXPECT_FALSE(sample.valid_1HW[0][2][5].item<bool>());
    expectFinite(sample);
}

TEST_F(NotFinite, the_loader_names_list_line_and_file_for_any_number_of_workers) {
    write("other", withOne(0.5F, kNaN));
    list("beauty.exr albedo.exr\nother.exr albedo.exr\n");
    for (const int workers : {0, 2}) {
        DataLoader loader(std::make_shared<PairDataset>(options()),
                          {.batchSize = 2, .workers = workers});
        EXPECT_TRUE(loader.takeNotFinite().empty()) << "nothing was handed out";
        ASSERT_TRUE(loader.next());
        const auto found = loader.takeNotFinite();
        ASSERT_EQ(found.size(), 1U);
        EXPECT_THAT(found[0].name, HasSubstr("list:2 (other.exr)"));
        EXPECT_THAT(found[0].what, HasSubstr("beauty in 1 of 256 pixels"));
        EXPECT_TRUE(loader.takeNotFinite().empty()) << "they are told once";
    }
}
