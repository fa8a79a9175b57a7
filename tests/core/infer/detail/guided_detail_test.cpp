#include "core/infer/detail/guided_detail.h"

#include "core/image/color/color.h"
#include "core/infer/detail/detail_rows.h"
#include "core/infer/detail/log_light.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>

namespace unlit::infer {

namespace {

constexpr DetailTarget kPaint{DetailRule::Paint, ColorSpace::Log100, DetailTarget::Part::Albedo};

torch::Tensor randomPicture(std::int64_t height, std::int64_t width) {
    torch::manual_seed(11);
    return torch::rand({3, height, width}) * 0.6 + 0.2;
}

torch::Tensor smaller(const torch::Tensor& picture_3HW, std::int64_t factor) {
    return interpolate(picture_3HW.unsqueeze(0),
                       {picture_3HW.size(1) / factor, picture_3HW.size(2) / factor},
                       Interpolation::Bilinear, Antialias::On)[0]
        .contiguous();
}

float farthest(const torch::Tensor& difference) {
    return difference.abs().max().item<float>();
}

torch::Tensor encoded(const torch::Tensor& light, ColorSpace space) {
    torch::Tensor result = light.clone().contiguous();
    float* values = result.data_ptr<float>();
    std::transform(values, values + result.numel(), values,
                   [space](float value) { return encodeDisplay(value, space); });
    return result;
}

} // namespace

TEST(CurveTable, is_near_the_curve_and_back) {
    for (const ColorSpace space :
         {ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Log100, ColorSpace::Linear}) {
        const CurveTable to = CurveTable::toLog(space);
        const CurveTable from = CurveTable::fromLog(space);
        for (int i = 0; i <= 1000; ++i) {
            const float value = static_cast<float>(i) / 1000;
            float log = 0;
            float back = 0;
            to.apply(&value, 1, &log);
            from.apply(&log, 1, &back);
            EXPECT_NEAR(log, encodeDisplay(decodeDisplay(value, space), ColorSpace::Log100), 5e-6);
            EXPECT_NEAR(back, value, 2e-5);
        }
    }
}

TEST(NodeAxis, is_bilinear_between_pixel_centres) {
    // Four fitted pixels, a node on each second: nodes at 0 and 2, eight large pixels over them.
    const NodeAxis axis(8, 4, 2, 2);
    const std::vector<float> expected = {0, 0.125F, 0.375F, 0.625F, 0.875F, 0, 0, 0};
    for (std::size_t x = 0; x < expected.size(); ++x) {
        EXPECT_EQ(axis.nodeOf(static_cast<std::int64_t>(x)), x < 5 ? 0 : 1) << x;
        EXPECT_FLOAT_EQ(axis.shares()[x], expected[x]) << x;
    }
    EXPECT_EQ(axis.stretches().size(), 2U);
    EXPECT_EQ(axis.stretches()[0].end, 5);
}

TEST(GuidedDetail, takes_even_light_off_and_leaves_every_detail) {
    const torch::Tensor picture = randomPicture(96, 128);
    // The network answers that light was a quarter darker than it should: it knows nothing finer.
    const torch::Tensor small = smaller(picture, 8);
    const torch::Tensor answer = (small + 0.1F).unsqueeze(0);
    const GuidedDetail detail = GuidedDetail::fit(small, answer, {kPaint}, ColorSpace::Log100);
    EXPECT_LT(farthest(detail.apply(picture)[0] - (picture + 0.1F)), 1e-4F);
}

TEST(GuidedDetail, light_that_changes_slowly_goes_at_the_pictures_own_size) {
    // Blots of sixteen pixels, each speckled.
    const torch::Tensor blots = interpolate(randomPicture(8, 16).unsqueeze(0), {128, 256},
                                            Interpolation::Nearest, Antialias::Off)[0];
    const torch::Tensor paint = blots * 0.5 + randomPicture(128, 256) * 0.1 + 0.2;
    const torch::Tensor light = torch::linspace(-0.15, 0.15, 256).expand({3, 128, 256});
    const torch::Tensor picture = (paint + light).contiguous();
    const torch::Tensor small = smaller(picture, 4);
    const GuidedDetail detail = GuidedDetail::fit(
        small, smaller(paint.contiguous(), 4).unsqueeze(0), {kPaint}, ColorSpace::Log100);
    const torch::Tensor found = detail.apply(picture)[0];
    const auto inner = [](const torch::Tensor& t) { return t.narrow(2, 16, 224); };
    const float before = (inner(picture) - inner(paint)).abs().mean().item<float>();
    const float after = (inner(found) - inner(paint)).abs().mean().item<float>();
    EXPECT_LT(after, 0.4F * before);
    // What an enlargement of the truth at the small size would leave.
    const torch::Tensor enlarged =
        interpolate(smaller(paint.contiguous(), 4).unsqueeze(0), {128, 256},
                    Interpolation::Bilinear, Antialias::Off)[0];
    EXPECT_LT(after, (inner(enlarged) - inner(paint)).abs().mean().item<float>());
}

TEST(GuidedDetail, values_follow_the_pictures_colours) {
    const torch::Tensor picture = randomPicture(64, 64);
    const auto roughnessOf = [](const torch::Tensor& p) {
        return (0.2F + 0.5F * p.narrow(0, 1, 1)).expand({3, p.size(1), p.size(2)}).contiguous();
    };
    const torch::Tensor small = smaller(picture, 2);
    const GuidedDetail detail =
        GuidedDetail::fit(small, roughnessOf(small).unsqueeze(0),
                          {{DetailRule::Value, ColorSpace::Raw}}, ColorSpace::Log100);
    EXPECT_LT(farthest(detail.apply(picture)[0] - roughnessOf(picture)), 1e-2F);
}

TEST(GuidedDetail, albedo_shading_and_residual_give_the_picture_back) {
    torch::manual_seed(3);
    const torch::Tensor albedo = torch::rand({3, 64, 96}) * 0.5 + 0.2;
    const torch::Tensor shading = torch::linspace(0.2, 0.6, 96).expand({3, 64, 96}).contiguous();
    const torch::Tensor residual = torch::zeros({3, 64, 96});
    residual.narrow(1, 20, 20).narrow(2, 30, 20).fill_(0.2);
    // The model's light is 1.5 times too dark, its residual half of what it is.
    const torch::Tensor picture = 1.5F * albedo * shading + 0.5F * residual;
    const ColorSpace transfer = ColorSpace::Srgb;
    const torch::Tensor shown = encoded(picture, transfer);
    const std::vector<DetailTarget> targets = {
        {DetailRule::Paint, ColorSpace::Linear, DetailTarget::Part::Albedo},
        {DetailRule::Light, ColorSpace::Linear, DetailTarget::Part::Shading},
        {DetailRule::Light, ColorSpace::Linear, DetailTarget::Part::Residual}};
    const auto answers = [&](std::int64_t factor) {
        return torch::stack(
            {smaller(albedo, factor), smaller(shading, factor), smaller(residual, factor)});
    };
    const torch::Tensor small = encoded(smaller(picture, 2), transfer);
    const GuidedDetail detail = GuidedDetail::fit(small, answers(2), targets, transfer);
    const torch::Tensor found = detail.apply(shown);
    const auto explained = findExplanation(smaller(picture, 2), answers(2), targets);
    ASSERT_TRUE(explained.has_value());
    EXPECT_NEAR(explained->shading, 1.5, 0.05);
    const torch::Tensor again =
        explained->shading * found[0] * found[1] + explained->residual * found[2];
    const torch::Tensor isWhole = (found[1] < 0.999) & (found[0] > 0.002);
    EXPECT_GT(isWhole.to(torch::kFloat32).mean().item<float>(), 0.95F);
    const torch::Tensor wrong = (again - picture).abs().masked_select(isWhole);
    EXPECT_LT(wrong.quantile(0.99).item<float>(), 1e-3F);
}

TEST(GuidedDetail, parts_that_are_not_the_picture_are_left_alone) {
    torch::manual_seed(4);
    const torch::Tensor parts = torch::rand({3, 3, 40, 40});
    const std::vector<DetailTarget> targets = {
        {DetailRule::Paint, ColorSpace::Linear, DetailTarget::Part::Albedo},
        {DetailRule::Light, ColorSpace::Linear, DetailTarget::Part::Shading},
        {DetailRule::Light, ColorSpace::Linear, DetailTarget::Part::Residual}};
    EXPECT_FALSE(findExplanation(torch::rand({3, 40, 40}), parts, targets).has_value());
    EXPECT_FALSE(findExplanation(parts[0] * parts[1], parts, {targets[0], {}, {}}).has_value());
}

TEST(GuidedDetail, any_size_and_any_constant_gives_numbers_in_range) {
    for (const auto& [height, width] :
         {std::pair<int, int>{1, 1}, {1, 300}, {300, 1}, {7, 5}, {64, 64}})
        for (const float value : {0.0F, 0.5F, 1.0F}) {
            const torch::Tensor picture = torch::full({3, height, width}, value);
            const torch::Tensor small = picture.slice(1, 0, height, 2).slice(2, 0, width, 2);
            const GuidedDetail detail =
                GuidedDetail::fit(small.contiguous(), torch::full_like(small, 0.25F).unsqueeze(0),
                                  {kPaint}, ColorSpace::Log100);
            const torch::Tensor found = detail.apply(picture);
            EXPECT_LT(farthest(found - 0.25F), 1e-5F) << height << "x" << width << " " << value;
        }
}

TEST(GuidedDetail, is_asked_for_by_default_but_not_with_the_references_conventions) {
    const auto model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
    options.steps = 1;
    options.processingRes = 32;
    const Image picture = test::testPicture(64, 48);
    const auto isGuided = [&] {
        return test::predict(model, options, picture).used.detail == DetailMode::Guided;
    };
    EXPECT_TRUE(isGuided());
    for (const auto convention : {ResizeConvention::Marigold, ResizeConvention::Diffusers}) {
        options.resizeConvention = convention;
        EXPECT_FALSE(isGuided());
    }
    options.detail = DetailMode::Guided;
    EXPECT_TRUE(isGuided());
    options.resizeConvention = ResizeConvention::Unlit;
    options.detail = DetailMode::Off;
    EXPECT_FALSE(isGuided());
}

TEST(GuidedDetail, of_a_run_is_learned_from_what_the_network_saw_and_answered) {
    const auto model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
    options.steps = 1;
    options.processingRes = 32; // 32 by 24: whole latent cells, no padding
    const Image picture = test::testPicture(128, 96);
    const Image guided = test::predict(model, options, picture).targets[0].image;
    options.detail = DetailMode::Off;
    options.matchInputRes = false;
    const Image answer = test::predict(model, options, picture).targets[0].image;
    const ColorSpace transfer = model->folder.transfer;
    const torch::Tensor shown = viewOf(picture);
    const torch::Tensor seen =
        interpolate(shown, {24, 32}, Interpolation::Bilinear, Antialias::On)[0];
    const torch::Tensor expected =
        GuidedDetail::fit(seen.contiguous(), viewOf(answer),
                          {detailTargetOf(model->folder.targets[0], transfer)}, transfer)
            .apply(shown[0]);
    EXPECT_LT(farthest(viewOf(guided) - expected), 1e-5F);
}

} // namespace unlit::infer
