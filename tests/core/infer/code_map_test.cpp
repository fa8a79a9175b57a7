// Files of codes: what is in one, and that nothing else is taken for one.
#include "core/base/error.h"
#include "core/infer/codes/code_map.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace unlit;
using infer::CodeMap;

namespace {

nn::AutoencoderKL vaeWithCodes(std::uint64_t seed = 2,
                               nn::QuantizerKind kind = nn::QuantizerKind::Codebook) {
    nn::AutoencoderKLOptions options;
    options.blockOutChannels = {16, 16};
    options.layersPerBlock = 1;
    options.normGroups = 8;
    options.quantizer =
        nn::QuantizerOptions{.kind = kind, .levels = {5, 5, 5, 5}, .size = 32, .latentChannels = 4};
    nn::AutoencoderKL vae(options);
    const torch::NoGradGuard noGrad;
    nn::initialiseWeights(*vae, nn::seeded(seed));
    vae->eval();
    return vae;
}

class CodeMapFile : public testing::Test {
protected:
    CodeMapFile() {
        map.codes_hw = torch::arange(15, torch::kInt32).reshape({3, 5});
        map.codebook = "00aa";
        map.width = 9;
        map.height = 6;
        map.transfer = ColorSpace::Gamma22;
        map.stops = -1.375;
        map.headroom = 2;
        infer::writeCodeMap(file, map, *vae->options().quantizer);
    }

    CodeMap read(const std::filesystem::path& from) {
        return infer::readCodeMap(from, "00aa", vae->options(), "models/x");
    }

    /// With other codes, or another value of its metadata; "" = without it.
    std::string refusalOf(const torch::Tensor& codes, const std::string& key = "",
                          const std::string& value = "") {
        auto metadata = weights::SafetensorsFile(file).metadata();
        if (value.empty())
            metadata.erase(key);
        else
            metadata[key] = value;
        const auto bad = folder / "bad.safetensors";
        weights::writeSafetensors(bad, {{"codes", codes}}, metadata);
        try {
            (void)read(bad);
            return "";
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("bad.safetensors"), std::string::npos)
                << error.what();
            return error.what();
        }
    }

    test::TempFolder folder;
    std::filesystem::path file = folder / "a.codes.safetensors";
    nn::AutoencoderKL vae = vaeWithCodes();
    CodeMap map;
};

} // namespace

TEST_F(CodeMapFile, comes_back_whole) {
    const CodeMap again = read(file);
    EXPECT_TRUE(torch::equal(again.codes_hw, map.codes_hw));
    EXPECT_EQ(again.width, 9);
    EXPECT_EQ(again.height, 6);
    EXPECT_EQ(again.transfer, ColorSpace::Gamma22);
    EXPECT_EQ(again.stops, -1.375);
    EXPECT_EQ(again.headroom, 2);
}

TEST_F(CodeMapFile, is_refused_where_it_contradicts_itself) {
    const torch::Tensor good = map.codes_hw;
    const auto has = [](const std::string& text, const std::string& words) {
        return text.find(words) != std::string::npos;
    };
    EXPECT_EQ(refusalOf(good, "quantizer"), "") << "for people alone";
    EXPECT_TRUE(has(refusalOf(good + 18), "codes that its codebook has not")); // 32 is none
    EXPECT_TRUE(has(refusalOf(good - 1), "codes that its codebook has not"));
    EXPECT_TRUE(has(refusalOf(good.to(torch::kFloat32)), "32-bit whole numbers"));
    EXPECT_TRUE(has(refusalOf(good.unsqueeze(0)), "32-bit whole numbers"));
    EXPECT_TRUE(has(refusalOf(good.slice(1, 1).contiguous()), "do not cover"));
    EXPECT_TRUE(has(refusalOf(good, "width", "11"), "do not cover"));
    EXPECT_TRUE(has(refusalOf(good, "width", "0"), "do not cover"));
    EXPECT_TRUE(has(refusalOf(good, "height", "-6"), "do not cover"));
    EXPECT_TRUE(has(refusalOf(good, "width", "9x"), "does not say its width"));
    EXPECT_TRUE(has(refusalOf(good, "height"), "does not say its height"));
    EXPECT_TRUE(has(refusalOf(good, "stops", "nan"), "what its colours mean"));
    EXPECT_TRUE(has(refusalOf(good, "transfer", "linear"), "what its colours mean"));
    EXPECT_TRUE(has(refusalOf(good, "transfer"), "what its colours mean"));
    EXPECT_TRUE(has(refusalOf(good, "unlit_code_map", "2"), "version 2"));
    EXPECT_TRUE(has(refusalOf(good, "unlit_code_map"), "is no code map"));
    EXPECT_TRUE(has(refusalOf(good, "codebook", "11bb"), "another codebook (11bb)"));
}

TEST(CodeMap, codes_are_those_of_the_latent_and_decode_as_it_does) {
    for (const auto kind : {nn::QuantizerKind::FiniteScalar, nn::QuantizerKind::LookupFree,
                            nn::QuantizerKind::Codebook}) {
        nn::AutoencoderKL vae = vaeWithCodes(2, kind);
        Image picture = makeImage(10, 6, {"R", "G", "B"}, ColorSpace::Srgb);
        for (std::size_t i = 0; i < picture.samples.size(); ++i)
            picture.samples[i] = static_cast<float>(i * 37 % 101) / 100.0F;
        const CodeMap map = infer::encodeToCodes(vae, picture, torch::kCPU);
        EXPECT_EQ(map.codes_hw.sizes(), (std::vector<std::int64_t>{3, 5}));
        const torch::NoGradGuard noGrad;
        const torch::Tensor x =
            torch::tensor(std::vector<float>(picture.samples)).reshape({1, 3, 6, 10}) * 2 - 1;
        const torch::Tensor shown = ((vae->decode(vae->encode(x).mean) + 1) / 2).clamp(0, 1);
        const Image back = infer::decodeCodes(vae, map, torch::kCPU);
        ASSERT_EQ(back.samples.size(), picture.samples.size());
        const torch::Tensor decoded =
            torch::tensor(std::vector<float>(back.samples)).reshape({1, 3, 6, 10});
        EXPECT_LT((decoded - shown).abs().max().item<double>(), 1e-5);
    }
}

TEST(CodeMap, the_hash_is_of_all_that_gives_codes_their_meaning) {
    const std::string own = infer::codebookHash(vaeWithCodes());
    EXPECT_EQ(infer::codebookHash(vaeWithCodes()), own);
    EXPECT_NE(infer::codebookHash(vaeWithCodes(3)), own);
    const auto changed = [](const std::string& name) {
        nn::AutoencoderKL vae = vaeWithCodes();
        const torch::NoGradGuard noGrad;
        vae->named_parameters()[name].flatten()[0] += 0.5F;
        return infer::codebookHash(vae);
    };
    EXPECT_NE(changed("quantizer.codebook"), own);
    EXPECT_NE(changed("encoder.conv_in.weight"), own);
    EXPECT_NE(changed("quant_conv.bias"), own);
    EXPECT_EQ(changed("decoder.conv_in.weight"), own); // another decoder reads the same codes
    EXPECT_EQ(changed("post_quant_conv.bias"), own);
}
