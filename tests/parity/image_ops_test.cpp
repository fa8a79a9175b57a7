// Resampling, sizes, padding and masks against image_ops/cases.
#include "core/infer/padding.h"
#include "core/tensor/interpolate.h"
#include "core/tensor/target_size.h"
#include "tests/parity/pipeline_support.h"
#include "tests/support/comparison.h"
#include "tests/support/png_pixels.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <string>

namespace unlit::infer {

namespace {

using test::Comparison;
using test::kBicubicTolerance;
using test::ReferencePack;

constexpr double kImageTolerance = 2e-5;
constexpr double kDifferentImageLevels = 0.001; // share of the samples
constexpr std::int64_t kPreprocessFactor = 8;   // what the pack's notes say

Interpolation modeOf(const nlohmann::json& entry) {
    return test::interpolationOf(entry.value("mode", std::string("bilinear")));
}

PixelSize sizeOf(const nlohmann::json& pair) {
    return {pair.at(0).get<std::int64_t>(), pair.at(1).get<std::int64_t>()};
}

PixelSize sizeOf(const torch::Tensor& picture_NCHW) {
    return {picture_NCHW.size(2), picture_NCHW.size(3)};
}

/// What stands behind the last dot of a key.
std::string lastPart(const std::string& key) {
    return key.substr(key.rfind('.') + 1);
}

void compare(Comparison& comparison, const torch::Tensor& actual, const torch::Tensor& expected,
             Interpolation method) {
    if (method == Interpolation::Nearest || method == Interpolation::NearestExact)
        comparison.exact("out", actual, expected);
    else if (expected.scalar_type() == torch::kUInt8)
        comparison.levels("out", actual, expected, 1, kDifferentImageLevels);
    else
        comparison.maxAbs("out", actual, expected,
                          method == Interpolation::Bicubic ? kBicubicTolerance : kImageTolerance);
}

torch::Tensor resampled(const torch::Tensor& input, PixelSize size, const nlohmann::json& entry) {
    if (input.scalar_type() == torch::kUInt8)
        return interpolate8Bit(input, size, modeOf(entry));
    const bool isAntialiased = entry.value("antialias", true);
    return interpolate(input, size, modeOf(entry), isAntialiased ? Antialias::On : Antialias::Off);
}

torch::Tensor preprocessed(const torch::Tensor& input, std::int64_t maxEdge) {
    const PixelSize size = processingSize(sizeOf(input), maxEdge, SizeArithmetic::Diffusers);
    const torch::Tensor resized = interpolate(input, size, Interpolation::Bilinear, Antialias::On);
    return padReplicate(resized, paddingToMultiple(size, kPreprocessFactor));
}

torch::Tensor computed(const ReferencePack& pack, const nlohmann::json& entry) {
    const auto key = entry.at("key").get<std::string>();
    const torch::Tensor norm = pack.tensor("input_norm");
    if (key.starts_with("diffusers.preprocess."))
        return preprocessed(norm, std::stoll(lastPart(key)));
    if (entry.contains("max_edge")) {
        const torch::Tensor input =
            key.find(".u8.") != std::string::npos ? pack.tensor("input_u8") : norm;
        const PixelSize size = fitLongerSide(
            sizeOf(input), entry.at("max_edge").get<std::int64_t>(), SizeArithmetic::Marigold);
        EXPECT_EQ(size, sizeOf(entry.at("size_hw"))) << key;
        return resampled(input, size, entry);
    }
    if (key.starts_with("diffusers."))
        return resampled(lastPart(key) == "out" ? (norm + 1) / 2 : norm,
                         sizeOf(entry.at("size_hw")), entry);
    return resampled(pack.tensor(entry.at("input").get<std::string>()), sizeOf(entry.at("size_hw")),
                     entry);
}

/// The VAE factor behind a pair of masks: the power of two that takes one size to the other.
std::int64_t factorBetween(const torch::Tensor& full, const torch::Tensor& small) {
    for (std::int64_t factor = 1; factor <= full.size(2); factor *= 2)
        if (full.size(2) / factor == small.size(2) && full.size(3) / factor == small.size(3))
            return factor;
    ADD_FAILURE() << "no power of two between " << full.sizes() << " and " << small.sizes();
    return 1;
}

void compareMasks(Comparison& comparison, const ReferencePack& pack) {
    for (const auto& item : pack.json().at("tensors").items()) {
        const std::string& name = item.key();
        if (!name.starts_with("mask.") || !name.ends_with(".in"))
            continue;
        const std::string stem = name.substr(0, name.rfind('.'));
        const torch::Tensor expected = pack.tensor(stem + ".down");
        const torch::Tensor full = pack.tensor(name);
        comparison.beginCase(stem);
        comparison.exact("down", shrinkMask(full, factorBetween(full, expected)),
                         expected.to(torch::kBool));
    }
}

} // namespace

TEST(Parity, image_ops) {
    const ReferencePack pack("image_ops/cases");
    Comparison comparison;
    for (const auto& entry : pack.json().at("cases")) {
        const auto key = entry.at("key").get<std::string>();
        comparison.beginCase(key);
        compare(comparison, computed(pack, entry), pack.tensor(key), modeOf(entry));
    }
    compareMasks(comparison, pack);
    comparison.beginCase("input.png");
    comparison.exact("pixels", test::readPngPixels(test::referenceDir() / "image_ops/input.png"),
                     pack.tensor("input_u8")[0].permute({1, 2, 0}));
    for (const auto& row : pack.json().at("size_table")) {
        const PixelSize size = sizeOf(row.at("hw"));
        const auto maxEdge = row.at("max_edge").get<std::int64_t>();
        EXPECT_EQ(fitLongerSide(size, maxEdge, SizeArithmetic::Marigold),
                  sizeOf(row.at("marigold_hw")))
            << row;
        EXPECT_EQ(fitLongerSide(size, maxEdge, SizeArithmetic::Diffusers),
                  sizeOf(row.at("diffusers_hw")))
            << row;
    }
    comparison.finish();
}

} // namespace unlit::infer
