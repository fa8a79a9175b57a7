// Pairs of files as samples: encoding, masks, sizes, augmentation.
#include "core/data/loader/jpeg_round_trip.h"
#include "core/data/loader/pair_dataset.h"
#include "core/image/color/color.h"
#include "tests/core/data/tar_test_files.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/types.h>

#include <cmath>
#include <limits>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

class PairSet : public testing::Test {
protected:
    PairSet() {
        m_options = {m_folder.path(), m_folder / "list", ColorSpace::Srgb, {}, {}, {}, {}, 7};
    }

    void write(const std::string& name, const Image& image,
               FileFormat format = FileFormat::Exr) const {
        writeImage(m_folder / name, image, {format, false, true});
    }

    void list(const std::string& text) const { std::ofstream(m_folder / "list") << text; }

    /// One pair of linear pictures, each of one value, in "a_beauty.exr" and "a_albedo.exr".
    void writeFlat(float beauty, float albedo, int side = 8) const {
        Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Linear);
        std::fill(image.samples.begin(), image.samples.end(), beauty);
        write("a_beauty.exr", image);
        std::fill(image.samples.begin(), image.samples.end(), albedo);
        write("a_albedo.exr", image);
        list("a_beauty.exr a_albedo.exr\n");
    }

    void writeScene(int width, int height) const {
        const ScenePair scene = makeScene(5, width, height);
        write("a_beauty.exr", scene.beauty);
        write("a_albedo.exr", scene.albedo);
        list("a_beauty.exr a_albedo.exr\n");
    }

    Sample get(std::int64_t epoch = 0) const { return PairDataset(m_options).get(0, epoch); }

    static float first(const torch::Tensor& tensor) { return tensor.flatten()[0].item<float>(); }

    TempFolder m_folder;
    PairDatasetOptions m_options;
};

bool same(const Sample& a, const Sample& b) {
    return a.beauty_CHW.equal(b.beauty_CHW) && a.targets_TCHW.at(0).equal(b.targets_TCHW.at(0)) &&
           a.valid_1HW.equal(b.valid_1HW);
}

constexpr float kTolerance = 1e-5F;

} // namespace

TEST_F(PairSet, linear_pictures_are_exposed_and_encoded_the_albedo_never_exposed) {
    writeFlat(0.25F, 0.25F);
    m_options.exposure.fixedEv = 1;
    Sample sample = get();
    // sRGB of 0.5 is 0.735357, of 0.25 0.537099; then twice that less one.
    EXPECT_NEAR(first(sample.beauty_CHW), 0.470714F, kTolerance);
    EXPECT_NEAR(first(sample.targets_TCHW.at(0)), 0.074198F, kTolerance);
    m_options.transfer = ColorSpace::Gamma22;
    sample = get();
    EXPECT_NEAR(first(sample.targets_TCHW.at(0)), 2 * std::pow(0.25F, 1 / 2.2F) - 1, kTolerance);
    m_options.exposure.fixedEv.reset(); // the bright end goes to 0.8
    EXPECT_NEAR(first(get().beauty_CHW), 2 * std::pow(0.8F, 1 / 2.2F) - 1, kTolerance);
    EXPECT_EQ(sample.relativePath, "a_beauty.exr");
    EXPECT_EQ(sample.beauty_CHW.sizes(), (torch::IntArrayRef{3, 8, 8}));
    EXPECT_TRUE(sample.valid_1HW.all().item<bool>());
}

TEST_F(PairSet, classes_that_the_model_does_not_have_are_refused_by_line) {
    writeFlat(0.25F, 0.25F);
    list("a_beauty.exr a_albedo.exr 2\na_beauty.exr a_albedo.exr \"\"\n");
    m_options.condition = ConditionColumn{ConditionKind::Class, 3};
    EXPECT_EQ(get().condition, "2");
    EXPECT_EQ(PairDataset(m_options).get(1, 0).condition, "");
    const std::string before = PairDataset(m_options).identity(0);
    m_options.condition->classes = 2;
    expectError(ErrorKind::InvalidInput, {":1", "\"2\" is no class", "which has 2"},
                [&] { PairDataset set(m_options); });
    list("a_beauty.exr a_albedo.exr wood\n");
    expectError(ErrorKind::InvalidInput, {":1", "\"wood\" is no class"},
                [&] { PairDataset set(m_options); });
    m_options.condition->kind = ConditionKind::Text;
    EXPECT_EQ(get().condition, "wood");
    EXPECT_NE(PairDataset(m_options).identity(0), before); // another training set
}

TEST_F(PairSet, headroom_darkens_scene_linear_beauties_alone) {
    writeFlat(0.25F, 0.25F);
    m_options.exposure = {.fixedEv = 1, .headroomEv = 1};
    const float quarter = 2 * encodeSrgb(0.25F) - 1;
    EXPECT_NEAR(first(get().beauty_CHW), quarter, kTolerance);
    EXPECT_NEAR(first(get().targets_TCHW.at(0)), quarter, kTolerance);
    m_options.augment.photometric.whiteBalance = 0.2; // another way through the code
    const float green = get().beauty_CHW[1][0][0].item<float>();
    EXPECT_NEAR(green, quarter, kTolerance);
    m_options.exposure.fixedEv.reset();
    EXPECT_NEAR(get().beauty_CHW[1][0][0].item<float>(), 2 * encodeSrgb(0.4F) - 1, kTolerance);
}

TEST_F(PairSet, eight_bit_pictures_come_through_exactly) {
    Image image = makeImage(2, 1, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < 6; ++i)
        image.samples[i] = static_cast<float>(i * 51) / 255;
    write("a.png", image, FileFormat::Png8);
    list("a.png a.png\n");
    const Sample sample = get();
    for (std::int64_t i = 0; i < 6; ++i)
        EXPECT_EQ(sample.targets_TCHW.at(0).flatten()[i].item<float>(),
                  static_cast<float>(i * 51) / 255 * 2 - 1);
}

TEST_F(PairSet, masks_come_from_alpha_file_and_validity) {
    Image beauty = makeImage(5, 1, {"R", "G", "B"}, ColorSpace::Linear);
    std::fill(beauty.samples.begin(), beauty.samples.end(), 0.5F);
    Image albedo = beauty;
    beauty.mask = {0, 1, 1, 1, 1};
    for (int c = 0; c < 3; ++c)
        albedo.plane(c)[1] = 0; // metal
    albedo.plane(2)[2] = std::numeric_limits<float>::quiet_NaN();
    write("b.exr", beauty);
    write("a.exr", albedo);
    Image mask = makeImage(5, 1, {"Y"}, ColorSpace::Raw);
    mask.samples = {1, 1, 1, 0, 1};
    write("m.png", mask, FileFormat::Png8);
    list("b.exr a.exr m.png\n");
    const auto valid = [&] {
        const torch::Tensor tensor = get().valid_1HW.flatten();
        std::string text;
        for (std::int64_t i = 0; i < 5; ++i)
            text += tensor[i].item<bool>() ? '1' : '0';
        return text;
    };
    EXPECT_EQ(valid(), "00001");
    m_options.masks.useAlpha = false;
    EXPECT_EQ(valid(), "10001");
    m_options.masks.excludeBlackAlbedo = false;
    EXPECT_EQ(valid(), "11001");
    m_options.masks.useFile = false;
    EXPECT_EQ(valid(), "11011"); // what is no number is never learnt from
    EXPECT_TRUE(get().targets_TCHW.at(0).isfinite().all().item<bool>());
}

TEST_F(PairSet, sizes_and_crops_keep_beauty_albedo_and_mask_together) {
    writeScene(60, 40);
    m_options.size.resize = infer::PixelSize{20, 30};
    EXPECT_EQ(get().beauty_CHW.sizes(), (torch::IntArrayRef{3, 20, 30}));
    EXPECT_EQ(get().valid_1HW.sizes(), (torch::IntArrayRef{1, 20, 30}));
    m_options.size = {{}, 30, 0};
    EXPECT_EQ(get().targets_TCHW.at(0).sizes(), (torch::IntArrayRef{3, 20, 30}));
    m_options.size = {{}, 0, 32};
    const Sample middle = get();
    EXPECT_EQ(middle.beauty_CHW.sizes(), (torch::IntArrayRef{3, 32, 32}));
    m_options.size = {};
    EXPECT_TRUE(middle.targets_TCHW.at(0).equal(
        get().targets_TCHW.at(0).narrow(1, 4, 32).narrow(2, 14, 32)));
    m_options.size = {{}, 0, 64}; // larger than the picture: it is made to cover
    EXPECT_EQ(get().beauty_CHW.sizes(), (torch::IntArrayRef{3, 64, 64}));
    m_options.size = {infer::PixelSize{8, 8}, 8, 0};
    expectError(ErrorKind::InvalidInput, {"longer side"}, [&] { get(); });
}

TEST_F(PairSet, flips_and_turns_move_all_three_together) {
    writeScene(24, 24);
    const Sample plain = get();
    m_options.augment.geometric.flipChance = 1;
    const Sample flipped = get();
    EXPECT_TRUE(flipped.beauty_CHW.equal(plain.beauty_CHW.flip({2})));
    EXPECT_TRUE(flipped.targets_TCHW.at(0).equal(plain.targets_TCHW.at(0).flip({2})));
    EXPECT_TRUE(flipped.valid_1HW.equal(plain.valid_1HW.flip({2})));
    m_options.augment.geometric = {0, true, false};
    std::set<std::int64_t> seen;
    for (std::int64_t epoch = 0; epoch < 40; ++epoch) {
        const Sample turned = get(epoch);
        for (std::int64_t turns = 0; turns < 4; ++turns)
            if (turned.targets_TCHW.at(0).equal(
                    torch::rot90(plain.targets_TCHW.at(0), turns, {1, 2}))) {
                EXPECT_TRUE(turned.beauty_CHW.equal(torch::rot90(plain.beauty_CHW, turns, {1, 2})));
                seen.insert(turns);
            }
    }
    EXPECT_EQ(seen.size(), 4U);
}

TEST_F(PairSet, light_changes_touch_the_beauty_alone) {
    writeScene(24, 24);
    const Sample plain = get();
    const PhotometricOptions all[] = {
        {1, 0, 0, 0, 0, 60},   {0, 0.5, 0, 0, 0, 60}, {0, 0, 1, 0, 0, 60},
        {0, 0, 0, 0.1, 0, 60}, {0, 0, 0, 0, 1, 60},
    };
    for (const PhotometricOptions& options : all) {
        m_options.augment.photometric = options;
        const Sample changed = get();
        EXPECT_FALSE(changed.beauty_CHW.equal(plain.beauty_CHW));
        EXPECT_TRUE(changed.targets_TCHW.at(0).equal(plain.targets_TCHW.at(0)));
        EXPECT_TRUE(changed.valid_1HW.equal(plain.valid_1HW));
        EXPECT_LE(changed.beauty_CHW.abs().max().item<float>(), 1.0F);
        EXPECT_TRUE(same(get(), changed)) << "the same epoch gives the same sample";
        EXPECT_FALSE(get(1).beauty_CHW.equal(changed.beauty_CHW)) << "another epoch another";
    }
}

TEST_F(PairSet, a_change_of_exposure_is_a_factor_of_light) {
    writeFlat(0.1F, 0.1F);
    m_options.exposure.fixedEv = 0;
    m_options.augment.photometric.exposureEv = 1;
    for (std::int64_t epoch = 0; epoch < 10; ++epoch) {
        const float linear = decodeSrgb((first(get(epoch).beauty_CHW) + 1) / 2);
        EXPECT_GE(linear, 0.05F - kTolerance);
        EXPECT_LE(linear, 0.2F + kTolerance);
    }
}

TEST_F(PairSet, an_archive_gives_the_same_samples_as_the_folder) {
    writeScene(24, 16);
    const Sample fromFolder = get();
    std::ofstream(m_folder / "set.tar", std::ios::binary)
        << tarMember("a_beauty.exr", textOf(m_folder / "a_beauty.exr"))
        << tarMember("a_albedo.exr", textOf(m_folder / "a_albedo.exr")) << tarEnd();
    m_options.root = m_folder / "set.tar";
    EXPECT_TRUE(same(get(), fromFolder));
}

TEST_F(PairSet, what_is_wrong_is_named_with_list_and_line) {
    writeFlat(0.5F, 0.5F);
    list("# made by hand\na_beauty.exr moved.exr\n");
    expectError(ErrorKind::NotFound, {"list:2: ", "moved.exr"}, [&] { PairDataset{m_options}; });
    Image small = makeImage(4, 4, {"R", "G", "B"}, ColorSpace::Linear);
    write("small.exr", small);
    list("a_beauty.exr small.exr\n");
    expectError(ErrorKind::InvalidInput, {"list:1", "a_beauty.exr", "8x8", "4x4"}, [&] { get(); });
    std::ofstream(m_folder / "broken.exr") << "no picture";
    list("a_beauty.exr broken.exr\n");
    expectError(ErrorKind::Corrupt, {"list:1", "broken.exr"}, [&] { get(); });
    list("");
    expectError(ErrorKind::InvalidInput, {"no pairs"}, [&] { PairDataset{m_options}; });
    m_options.transfer = ColorSpace::Linear;
    list("a_beauty.exr a_albedo.exr\n");
    expectError(ErrorKind::InvalidInput, {"linear"}, [&] { PairDataset{m_options}; });
}

TEST_F(PairSet, a_jpeg_round_trip_comes_nearer_with_its_quality) {
    std::vector<std::uint8_t> original(3 * 32 * 24);
    for (std::size_t i = 0; i < original.size(); ++i)
        original[i] = static_cast<std::uint8_t>(80 + i * i * 37 % 90);
    const auto meanError = [&](int quality) {
        std::vector<std::uint8_t> pixels = original;
        jpegRoundTrip(pixels, 32, 24, quality);
        double sum = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i)
            sum += std::abs(pixels[i] - original[i]);
        return sum / static_cast<double>(pixels.size());
    };
    EXPECT_GT(meanError(20), meanError(60));
    EXPECT_GT(meanError(60), meanError(95));
    EXPECT_GT(meanError(95), 0);
    EXPECT_LT(meanError(20), 45); // half of the range of values: still the same picture
}

TEST_F(PairSet, the_middle_of_a_picture_is_cut_from_its_centre) {
    writeScene(48, 32);
    const Sample whole = get();
    m_options.augment.geometric.middle = 0.5;
    EXPECT_TRUE(same(get(), whole)) << "only where it is asked for";
    const Sample middle = PairDataset(m_options).getMiddle(0, 0);
    EXPECT_EQ(middle.beauty_CHW.sizes(), (torch::IntArrayRef{3, 16, 24}));
    EXPECT_TRUE(middle.beauty_CHW.equal(whole.beauty_CHW.narrow(1, 8, 16).narrow(2, 12, 24)));
    EXPECT_TRUE(middle.targets_TCHW.at(0).equal(
        whole.targets_TCHW.at(0).narrow(1, 8, 16).narrow(2, 12, 24)));
    EXPECT_TRUE(middle.valid_1HW.equal(whole.valid_1HW.narrow(1, 8, 16).narrow(2, 12, 24)));
    m_options.augment.geometric.middle = 0.4; // 19.2 by 12.8: whole blocks of 8
    EXPECT_EQ(PairDataset(m_options).getMiddle(0, 0).beauty_CHW.sizes(),
              (torch::IntArrayRef{3, 8, 16}));
}

TEST_F(PairSet, a_crop_stays_within_the_middle_and_keeps_its_size) {
    writeScene(64, 64);
    const Sample whole = get();
    m_options.size.cropPx = 16;
    m_options.augment.geometric = {.randomCrop = true, .middle = 0.5};
    const PairDataset set(m_options);
    for (std::int64_t epoch = 0; epoch < 20; ++epoch) {
        const Sample crop = set.getMiddle(0, epoch);
        ASSERT_EQ(crop.beauty_CHW.sizes(), (torch::IntArrayRef{3, 16, 16}));
        bool isWithin = false;
        for (std::int64_t y = 16; y <= 32; ++y)
            for (std::int64_t x = 16; x <= 32; ++x)
                isWithin = isWithin || crop.beauty_CHW.equal(
                                           whole.beauty_CHW.narrow(1, y, 16).narrow(2, x, 16));
        EXPECT_TRUE(isWithin) << epoch;
    }
    m_options.augment.geometric.middle = 0.1; // less than the square
    EXPECT_EQ(PairDataset(m_options).getMiddle(0, 0).beauty_CHW.sizes(),
              (torch::IntArrayRef{3, 16, 16}));
}
