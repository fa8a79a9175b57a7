// The latent cache: what is kept, found again, and never believed.
#include "core/train/latent_cache.h"

#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/utils.h>

#include <fstream>

using namespace unlit;
using train::LatentCache;

namespace fs = std::filesystem;

namespace {

constexpr const char* kVae = "00000000000000aa";

class LatentCacheTest : public testing::Test {
protected:
    torch::Tensor get(LatentCache& cache, const torch::Tensor& picture,
                      const std::string& vae = kVae) {
        return cache.get(vae, picture, [&] {
            ++m_encoded;
            return picture.narrow(1, 0, 1).clone() + 1;
        });
    }

    std::vector<fs::path> entries() const {
        std::vector<fs::path> found;
        if (fs::exists(m_folder.path() / "cache"))
            for (const auto& entry : fs::recursive_directory_iterator(m_folder.path() / "cache"))
                if (entry.is_regular_file())
                    found.push_back(entry.path());
        return found;
    }

    LatentCache open(const std::vector<std::string>& vaes = {kVae}) const {
        return {m_folder.path() / "cache", vaes};
    }

    test::TempFolder m_folder;
    torch::Tensor m_picture = torch::rand({1, 3, 4, 4}, nn::seeded(1));
    int m_encoded = 0;
};

} // namespace

TEST_F(LatentCacheTest, encodes_once_and_finds_the_same_numbers_again) {
    LatentCache cache = open();
    EXPECT_TRUE(entries().empty());
    const torch::Tensor first = get(cache, m_picture);
    EXPECT_TRUE(torch::equal(get(cache, m_picture.clone()), first));
    LatentCache later = open();
    EXPECT_TRUE(torch::equal(get(later, m_picture), first));
    EXPECT_EQ(m_encoded, 1);
    EXPECT_EQ(later.hits(), 1);
    EXPECT_EQ(later.misses(), 0);
    EXPECT_THAT(later.takeNotes(), testing::IsEmpty());
}

TEST_F(LatentCacheTest, any_other_number_is_another_picture) {
    LatentCache cache = open();
    get(cache, m_picture);
    torch::Tensor other = m_picture.clone();
    other.view({-1})[7] = std::nextafter(other.view({-1})[7].item<float>(), 2.0F);
    get(cache, other);
    get(cache, m_picture.view({1, 3, 2, 8})); // the same numbers in another shape
    get(cache, m_picture, "00000000000000bb");
    EXPECT_EQ(m_encoded, 4);
    EXPECT_EQ(entries().size(), 4U);
}

TEST_F(LatentCacheTest, a_half_written_entry_is_told_and_made_anew) {
    LatentCache cache = open();
    const torch::Tensor latent = get(cache, m_picture);
    const fs::path entry = entries().at(0);
    for (const std::uintmax_t size :
         {fs::file_size(entry) - 3, std::uintmax_t{5}, std::uintmax_t{0}}) {
        fs::resize_file(entry, size);
        EXPECT_TRUE(torch::equal(get(cache, m_picture), latent)) << size;
        EXPECT_THAT(cache.takeNotes(),
                    testing::ElementsAre(testing::AllOf(testing::HasSubstr("is made anew"),
                                                        testing::HasSubstr(entry.string()))));
        EXPECT_TRUE(torch::equal(get(cache, m_picture), latent));
        EXPECT_THAT(cache.takeNotes(), testing::IsEmpty());
    }
    EXPECT_EQ(m_encoded, 4);
}

TEST_F(LatentCacheTest, an_entry_of_another_vae_is_told_and_not_used) {
    LatentCache cache = open();
    const torch::Tensor latent = get(cache, m_picture);
    weights::writeSafetensors(entries().at(0), {{"latent", latent * 0}},
                              {{"vae", "00000000000000bb"}});
    EXPECT_TRUE(torch::equal(get(cache, m_picture), latent));
    EXPECT_THAT(cache.takeNotes(), testing::ElementsAre(testing::HasSubstr("another VAE")));
}

TEST_F(LatentCacheTest, a_folder_of_another_vae_is_told) {
    LatentCache first = open();
    get(first, m_picture);
    LatentCache second = open({"00000000000000bb"});
    EXPECT_THAT(second.takeNotes(),
                testing::ElementsAre(
                    testing::AllOf(testing::HasSubstr("another VAE"), testing::HasSubstr(kVae))));
    get(second, m_picture, "00000000000000bb");
    EXPECT_EQ(m_encoded, 2);
}

TEST_F(LatentCacheTest, what_cannot_be_written_is_told_once_and_trained_without) {
    std::ofstream(m_folder.path() / "cache") << "a file where the folder should be";
    LatentCache cache = open();
    const torch::Tensor other = torch::zeros({1, 3, 4, 4});
    EXPECT_TRUE(torch::equal(get(cache, m_picture), m_picture.narrow(1, 0, 1) + 1));
    get(cache, other);
    EXPECT_THAT(cache.takeNotes(), testing::ElementsAre(testing::HasSubstr("no more latents")));
    EXPECT_EQ(m_encoded, 2);
}

TEST(LatentFingerprint, is_that_of_everything_that_encoding_depends_on) {
    const auto vae = [](std::uint64_t seed) { return nn::tinyVae(2, seed); };
    const std::string fingerprint = train::fingerprintOf(vae(1));
    EXPECT_EQ(fingerprint.size(), 16U);
    EXPECT_EQ(train::fingerprintOf(vae(1)), fingerprint);
    EXPECT_NE(train::fingerprintOf(vae(2)), fingerprint);
    const torch::NoGradGuard noGrad;
    nn::AutoencoderKL changed = vae(1);
    changed->encoder->conv_in->bias[0] += 1e-6;
    EXPECT_NE(train::fingerprintOf(changed), fingerprint);
    nn::AutoencoderKL decodesElse = vae(1);
    decodesElse->decoder->conv_in->bias[0] += 1;
    EXPECT_EQ(train::fingerprintOf(decodesElse), fingerprint);
    nn::AutoencoderKL tiled = vae(1);
    tiled->setTiling(nn::VaeTiling{});
    EXPECT_NE(train::fingerprintOf(tiled), fingerprint);
}
