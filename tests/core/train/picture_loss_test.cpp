// The loss of decoded pictures: against the figures that pictures are judged by, and by hand.
#include "core/train/loss/picture_loss.h"

#include "core/diffusion/random.h"
#include "core/evaluate/local_error.h"
#include "core/evaluate/scale_fit.h"
#include "core/image/color/color.h"

#include <torch/types.h>

#include <gtest/gtest.h>

#include <cmath>
#include <span>

using namespace unlit;
using namespace unlit::train;

namespace {

struct Pictures {
    torch::Tensor prediction; ///< [N, 3, H, W] in [0, 1]
    torch::Tensor truth;
    torch::Tensor valid; ///< bool [N, 1, H, W]
};

Pictures somePictures(std::int64_t count, std::int64_t height, std::int64_t width) {
    const auto generator = diffusion::makeGenerator(5);
    Pictures made;
    made.truth = diffusion::rand({count, 3, height, width}, generator);
    made.prediction =
        (made.truth * 0.6 + diffusion::rand({count, 3, height, width}, generator) * 0.4);
    made.valid = diffusion::rand({count, 1, height, width}, generator) > 0.2;
    return made;
}

template <class T>
std::span<const T> viewOf(const torch::Tensor& contiguous) {
    return {contiguous.data_ptr<T>(), static_cast<std::size_t>(contiguous.numel())};
}

/// The mean of both figures of one sample as `unlit evaluate` measures them, LMSE with this weight.
double judged(const Pictures& all, std::int64_t sample, double lmseShare) {
    const torch::Tensor prediction = all.prediction[sample].contiguous();
    const torch::Tensor truth = all.truth[sample].contiguous();
    const torch::Tensor valid = all.valid[sample].to(torch::kUInt8).contiguous();
    evaluate::MetricInput input{.prediction = viewOf<float>(prediction),
                                .truth = viewOf<float>(truth),
                                .valid = viewOf<unsigned char>(valid)};
    input.height = static_cast<int>(truth.size(1));
    input.width = static_cast<int>(truth.size(2));
    const torch::Tensor squares = truth.square() * valid;
    const double meanSquare = squares.sum().item<double>() / (3 * valid.sum().item<double>());
    const double whole = evaluate::scaleInvariantError(input, evaluate::ScaleKind::One);
    return lmseShare * evaluate::localError(input, evaluate::ScaleKind::One) +
           (1 - lmseShare) * whole / meanSquare;
}

} // namespace

TEST(PictureLoss, is_a_mean_of_the_two_figures_that_pictures_are_judged_by) {
    const Pictures all = somePictures(3, 47, 61); // windows do not reach the edges
    for (const double share : {0.0, 0.5, 0.8, 1.0}) {
        const torch::Tensor errors =
            scaleInvariantErrors(all.prediction, all.truth, all.valid, share);
        ASSERT_EQ(errors.sizes(), (torch::IntArrayRef{3}));
        for (std::int64_t i = 0; i < 3; ++i)
            EXPECT_NEAR(errors[i].item<double>(), judged(all, i, share), 1e-5) << share << " " << i;
        EXPECT_GT(errors.min().item<double>(), 0.01) << "else the comparison says little";
    }
    EXPECT_TRUE(torch::equal(scaleInvariantErrors(all.prediction, all.truth, all.valid),
                             scaleInvariantErrors(all.prediction, all.truth, all.valid, 0.5)));
}

TEST(PictureLoss, forgives_a_factor_but_no_tint) {
    const Pictures all = somePictures(2, 32, 32);
    const torch::Tensor none = scaleInvariantErrors(all.truth * 0.3, all.truth, {});
    EXPECT_LT(none.abs().max().item<double>(), 1e-5);
    const torch::Tensor tint = torch::tensor({1.0F, 0.8F, 0.6F}).reshape({1, 3, 1, 1});
    EXPECT_GT(scaleInvariantErrors(all.truth * tint, all.truth, {}).min().item<double>(), 0.02);
}

// One pixel, (1, 0, 0) for (1, 1, 0): the best factor is 1, one of two squares is left.
TEST(PictureLoss, of_a_picture_smaller_than_a_window_is_that_of_one_window) {
    const torch::Tensor truth = torch::tensor({1.0F, 1.0F, 0.0F}).reshape({1, 3, 1, 1});
    const torch::Tensor prediction = torch::tensor({1.0F, 0.0F, 0.0F}).reshape({1, 3, 1, 1});
    EXPECT_NEAR(scaleInvariantErrors(prediction, truth, {}).item<double>(), 0.5, 1e-6);
}

TEST(PictureLoss, of_a_black_prediction_is_one) {
    const Pictures all = somePictures(1, 24, 24);
    EXPECT_NEAR(
        scaleInvariantErrors(torch::zeros_like(all.truth), all.truth, all.valid).item<double>(), 1,
        1e-6);
}

TEST(PictureLoss, leaves_out_samples_of_which_nothing_is_known) {
    Pictures all = somePictures(3, 24, 24);
    all.valid[1].fill_(false);
    all.truth[2].fill_(0); // black: no share of nothing
    all.prediction.requires_grad_(true);
    const torch::Tensor errors = scaleInvariantErrors(all.prediction, all.truth, all.valid);
    EXPECT_TRUE(std::isfinite(errors[0].item<float>()));
    EXPECT_TRUE(std::isnan(errors[1].item<float>()));
    EXPECT_TRUE(std::isnan(errors[2].item<float>()));
    const torch::Tensor mean = meanOfErrors(errors);
    EXPECT_EQ(mean.item<float>(), errors[0].item<float>());
    mean.backward();
    EXPECT_TRUE(torch::isfinite(all.prediction.grad()).all().item<bool>());
    EXPECT_GT(all.prediction.grad()[0].abs().max().item<float>(), 0);
    EXPECT_EQ(all.prediction.grad()[1].abs().max().item<float>(), 0);
    EXPECT_EQ(meanOfErrors(errors.slice(0, 1)).item<float>(), 0) << "and none of none";
}

TEST(PictureLoss, has_the_gradient_of_finite_differences) {
    const Pictures all = somePictures(1, 31, 24);
    const torch::Tensor truth = all.truth.to(torch::kFloat64);
    torch::Tensor prediction = all.prediction.to(torch::kFloat64).requires_grad_(true);
    scaleInvariantErrors(prediction, truth, all.valid).sum().backward();
    const torch::NoGradGuard noGrad;
    const torch::Tensor gradient = prediction.grad().flatten();
    constexpr double kStep = 1e-5;
    for (std::int64_t at = 3; at < gradient.size(0); at += 211) {
        const auto errorAt = [&](double change) {
            torch::Tensor moved = prediction.clone();
            moved.flatten()[at] += change;
            return scaleInvariantErrors(moved, truth, all.valid).item<double>();
        };
        EXPECT_NEAR(gradient[at].item<double>(), (errorAt(kStep) - errorAt(-kStep)) / (2 * kStep),
                    1e-8)
            << at;
    }
}

TEST(PictureLoss, linear_light_is_that_of_the_curves) {
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Log100})
        for (const float value : {0.0F, 0.03F, 0.0404F, 0.0405F, 0.2F, 0.5F, 1.0F}) {
            const torch::Tensor shown = torch::full({1, 3, 1, 1}, value * 2 - 1);
            EXPECT_NEAR(linearLight(shown, space).max().item<float>(), decodeDisplay(value, space),
                        2e-6)
                << toString(space) << " " << value;
        }
    const torch::Tensor shown = torch::full({1, 3, 1, 1}, 0.5F);
    EXPECT_FLOAT_EQ(linearLight(shown, ColorSpace::Linear).max().item<float>(), 0.75F);
}

// What is whiter than white or blacker than black has to find its way back.
TEST(PictureLoss, gradients_of_the_curves_are_finite_and_lead_back_from_beyond) {
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Log100}) {
        torch::Tensor shown = torch::tensor({-1.6F, -1.0F, 1.4F}).reshape({1, 3, 1, 1});
        shown.requires_grad_(true);
        linearLight(shown, space).sum().backward();
        EXPECT_TRUE(torch::isfinite(shown.grad()).all().item<bool>()) << toString(space);
        EXPECT_GT(shown.grad().min().item<float>(), 0) << toString(space);
    }
}
