// What strokes do to an albedo whose truth is known.
#include "core/image/color/color.h"
#include "core/strokes/stroke_field.h"
#include "core/strokes/stroke_rows.h"
#include "core/strokes/stroke_solver.h"
#include "tests/core/strokes/stroke_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unlit {

using test::line;
using test::sampleAt;

namespace {

constexpr int kWidth = 240;
constexpr int kHeight = 160;

const StrokePoint kLit{60, 80};
const StrokePoint kShaded{180, 80};

} // namespace

TEST(StrokeSolver, same_paint_across_its_edge_takes_a_shadow_out_of_the_albedo) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const Image corrected = test::correctedAlbedo(
        scene.picture, scene.albedo,
        test::setOf(scene.picture, {line(StrokeKind::SamePaint, 6, {kLit, kShaded})}));
    // The shadow was a factor of 4 in the albedo; less than a twentieth of it may be left.
    const double left = std::log(sampleAt(corrected, 0, 40, 20) / sampleAt(corrected, 0, 220, 140));
    EXPECT_LT(std::abs(left), 0.05 * std::log(4.0));
    // Lit paint is what a picture tells most of: it stays nearly what it was.
    EXPECT_NEAR(sampleAt(corrected, 1, 40, 20), 0.4, 0.02);
    EXPECT_NEAR(sampleAt(corrected, 2, 200, 30), 0.4, 0.02);
}

TEST(StrokeSolver, a_value_is_set_where_it_is_said_and_spreads_to_the_edge_alone) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const Image corrected = test::correctedAlbedo(
        scene.picture, scene.albedo,
        test::setOf(scene.picture, {line(StrokeKind::ThisBright, 8, {kShaded}, {0.4})}));
    EXPECT_NEAR(sampleAt(corrected, 0, 180, 80), 0.4, 0.004);
    EXPECT_NEAR(sampleAt(corrected, 0, 150, 80), 0.4, 0.04);
    EXPECT_NEAR(sampleAt(corrected, 0, 60, 80), 0.4, 0.01) << "beyond the shadow's edge";
}

TEST(StrokeSolver, a_luminance_keeps_the_colour_and_a_colour_sets_it) {
    const Image picture = test::paintedImage(64, 64, [](int, int) {
        return test::Rgb{0.3F, 0.2F, 0.1F};
    });
    const Image albedo = test::paintedImage(64, 64, [](int, int) {
        return test::Rgb{0.6F, 0.4F, 0.2F};
    });
    const auto corrected = [&](std::vector<double> value) {
        return test::correctedAlbedo(
            picture, albedo,
            test::setOf(picture, {line(StrokeKind::ThisBright, 10, {{32, 32}}, std::move(value))}));
    };
    const Image brighter = corrected({0.2});
    // ITU-R BT.709-6: 0.2126 R + 0.7152 G + 0.0722 B of 0.6, 0.4, 0.2 is 0.42808.
    EXPECT_NEAR(sampleAt(brighter, 0, 32, 32), 0.6 * 0.2 / 0.42808, 0.002);
    EXPECT_NEAR(sampleAt(brighter, 2, 32, 32), 0.2 * 0.2 / 0.42808, 0.002);
    const Image colored = corrected({0.1, 0.5, 0.3});
    EXPECT_NEAR(sampleAt(colored, 0, 32, 32), 0.1, 0.002);
    EXPECT_NEAR(sampleAt(colored, 1, 32, 32), 0.5, 0.005);
    EXPECT_NEAR(sampleAt(colored, 2, 32, 32), 0.3, 0.003);
}

TEST(StrokeSolver, same_light_takes_paint_out_of_the_shading) {
    // A dark stripe of paint that the model took for shadow.
    const auto isStripe = [](int x) { return x >= 100 && x < 140; };
    const Image picture = test::paintedImage(kWidth, kHeight, [&](int x, int) {
        const float light = isStripe(x) ? 0.1F : 0.4F;
        return test::Rgb{light, light, light};
    });
    const Image albedo = test::paintedImage(kWidth, kHeight, [](int, int) {
        return test::Rgb{0.5F, 0.5F, 0.5F};
    });
    const Image corrected = test::correctedAlbedo(
        picture, albedo,
        test::setOf(picture, {line(StrokeKind::SameLight, 6, {{60, 80}, {180, 80}})}));
    const double step = std::log(sampleAt(corrected, 0, 60, 80) / sampleAt(corrected, 0, 120, 80));
    EXPECT_NEAR(step, std::log(4.0), 0.05 * std::log(4.0));
    const double far = std::log(sampleAt(corrected, 0, 60, 30) / sampleAt(corrected, 0, 120, 130));
    EXPECT_NEAR(far, std::log(4.0), 0.15 * std::log(4.0)) << "the stripe as a whole";
}

TEST(StrokeSolver, what_is_to_be_kept_stays) {
    const Image picture = test::paintedImage(kWidth, kHeight, [](int, int) {
        return test::Rgb{0.3F, 0.3F, 0.3F};
    });
    const auto corrected = [&](bool isKept) {
        std::vector<Stroke> strokes{line(StrokeKind::ThisBright, 6, {kLit}, {0.15})};
        if (isKept)
            strokes.push_back(line(StrokeKind::Keep, 10, {kShaded}));
        return test::correctedAlbedo(picture, picture, test::setOf(picture, strokes));
    };
    EXPECT_NEAR(sampleAt(corrected(true), 0, 180, 80), 0.3, 0.003);
    EXPECT_LT(sampleAt(corrected(false), 0, 180, 80), 0.25) << "without the stroke it spreads";
}

TEST(StrokeSolver, unknown_takes_away_what_others_say) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const Stroke value = line(StrokeKind::ThisBright, 5, {kShaded}, {0.4});
    const StrokeSolver solver(scene.picture, scene.albedo, {});
    const auto solved =
        solver.solve(test::setOf(scene.picture, {value, line(StrokeKind::Unknown, 12, {kShaded})}));
    EXPECT_EQ(*std::ranges::max_element(solved.influence), 0);
    EXPECT_EQ(*std::ranges::max_element(solved.delta[0]), 0);
    EXPECT_EQ(*std::ranges::max_element(solved.unknown), 1);
}

TEST(StrokeSolver, without_a_stroke_that_counts_nothing_is_solved) {
    const auto scene = test::shadowScene(64, 48);
    const StrokeSolver solver(scene.picture, scene.albedo, {});
    EXPECT_TRUE(solver.solve(test::setOf(scene.picture, {})).empty());
    Stroke off = line(StrokeKind::SamePaint, 6, {{10, 10}, {50, 10}});
    off.isOn = false;
    EXPECT_TRUE(solver.solve(test::setOf(scene.picture, {off})).empty());
    const Stroke outside = line(StrokeKind::SamePaint, 6, {{-100, 10}, {-50, 10}});
    EXPECT_TRUE(solver.solve(test::setOf(scene.picture, {outside})).empty());
}

TEST(StrokeSolver, contradictions_are_shared_out_and_shown_where_they_are) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const StrokeSolver solver(scene.picture, scene.albedo, {});
    const auto solved =
        solver.solve(test::setOf(scene.picture, {line(StrokeKind::ThisBright, 8, {kShaded}, {0.2}),
                                                 line(StrokeKind::ThisBright, 8, {kShaded}, {0.8}),
                                                 line(StrokeKind::ThisBright, 8, {kLit}, {0.4})}));
    // Each misses its value by half of what lies between them: ln(4) / 2.
    EXPECT_NEAR(solved.residuals[0], std::log(2.0), 0.02);
    EXPECT_NEAR(solved.residuals[1], std::log(2.0), 0.02);
    EXPECT_LT(solved.residuals[2], 0.01);
    const auto cellAt = [&](StrokePoint point) {
        return static_cast<std::size_t>(point.y * solved.grid.height / kHeight) *
                   static_cast<std::size_t>(solved.grid.width) +
               static_cast<std::size_t>(point.x * solved.grid.width / kWidth);
    };
    EXPECT_NEAR(solved.contradiction[cellAt(kShaded)], std::log(2.0), 0.02);
    EXPECT_LT(solved.contradiction[cellAt(kLit)], 0.01);
    EXPECT_EQ(solved.contradiction[0], 0);
}

TEST(StrokeSolver, the_spread_of_a_stroke_ends_at_an_edge) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const StrokeSolver solver(scene.picture, scene.albedo, {});
    Stroke stroke = line(StrokeKind::Keep, 8, {kShaded});
    stroke.isOn = false; // it is shown before it counts
    const auto spread = solver.spread(test::setOf(scene.picture, {stroke}), 0);
    const auto at = [&](StrokePoint point) {
        const StrokeGrid& grid = solver.grid();
        return spread[static_cast<std::size_t>(point.y * grid.height / kHeight) *
                          static_cast<std::size_t>(grid.width) +
                      static_cast<std::size_t>(point.x * grid.width / kWidth)];
    };
    EXPECT_GT(at(kShaded), 0.99F);
    EXPECT_GT(at({140, 80}), 0.5F);
    EXPECT_LT(at(kLit), 0.02F);
    for (const float one : spread) {
        ASSERT_GE(one, 0);
        ASSERT_LE(one, 1);
    }
}

TEST(StrokeSolver, a_correction_stays_between_those_around_it) {
    // Small things of a colour that is nowhere else in their surroundings.
    const auto isDot = [](int x, int y) { return (x / 4) % 9 == 0 && (y / 4) % 9 == 0; };
    const Image picture = test::paintedImage(kWidth, kHeight, [&](int x, int y) {
        return isDot(x, y) ? test::Rgb{0.01F, 0.01F, 0.03F}
                           : test::Rgb{0.5F, 0.48F + 0.0003F * static_cast<float>(x), 0.45F};
    });
    const Image albedo = test::paintedImage(kWidth, kHeight, [](int, int) {
        return test::Rgb{0.4F, 0.4F, 0.4F};
    });
    const StrokeSolver solver(picture, albedo, {});
    const auto solved = solver.solve(
        test::setOf(picture, {line(StrokeKind::ThisBright, 30, {{20, 20}, {220, 20}}, {0.2}),
                              line(StrokeKind::ThisBright, 30, {{20, 140}, {220, 140}}, {0.5})}));
    Image corrected = albedo;
    solver.field(solved).apply(corrected, picture, {});
    const auto [least, most] = std::ranges::minmax(solved.delta[0]);
    for (const float sample : corrected.samples) {
        ASSERT_LE(sample, 0.4F * std::exp(-least) * 1.001F);
        ASSERT_GE(sample, 0.4F * std::exp(-most) * 0.999F);
    }
}

TEST(StrokeSolver, a_larger_copy_of_a_picture_gets_the_same_correction) {
    const auto small = test::shadowScene(200, 120);
    const auto large = test::shadowScene(1200, 720);
    const auto corrected = [](const test::ShadowScene& scene, float scale) {
        return test::correctedAlbedo(
            scene.picture, scene.albedo,
            test::setOf(scene.picture,
                        {line(StrokeKind::SamePaint, 5 * scale,
                              {{50 * scale, 60 * scale}, {150 * scale, 60 * scale}})}));
    };
    const Image one = corrected(small, 1);
    const Image other = corrected(large, 6);
    for (const int x : {20, 90, 95, 105, 110, 180})
        EXPECT_NEAR(sampleAt(other, 0, 6 * x + 3, 363), sampleAt(one, 0, x, 60), 0.01) << x;
}

TEST(StrokeSolver, threads_change_no_bit) {
    const auto scene = test::shadowScene(700, 500);
    const auto strokes =
        test::setOf(scene.picture, {line(StrokeKind::SamePaint, 9, {{100, 200}, {600, 260}})});
    const Image many = test::correctedAlbedo(scene.picture, scene.albedo, strokes);
    const StrokeThreads one(1);
    const Image alone = test::correctedAlbedo(scene.picture, scene.albedo, strokes);
    EXPECT_EQ(many.samples, alone.samples);
    EXPECT_NE(many.samples, scene.albedo.samples);
}

TEST(StrokeSolver, pixels_without_light_stay_to_the_last_bit) {
    auto scene = test::shadowScene(kWidth, kHeight);
    std::vector<unsigned char> lightless(scene.picture.planeSize(), 0);
    for (std::size_t i = 0; i < lightless.size(); ++i)
        if (i % kWidth > 200) {
            lightless[i] = 1;
            for (int c = 0; c < 3; ++c) {
                scene.picture.plane(c)[i] = 0;
                scene.albedo.plane(c)[i] = 0.0123F;
            }
        }
    const StrokeSolver solver(scene.picture, scene.albedo, lightless);
    const auto solution = solver.solve(test::setOf(
        scene.picture, {line(StrokeKind::ThisBright, 30, {{190, 80}, {230, 80}}, {0.4})}));
    Image corrected = scene.albedo;
    solver.field(solution).apply(corrected, scene.picture, lightless);
    for (std::size_t i = 0; i < lightless.size(); ++i)
        ASSERT_TRUE(lightless[i] == 0 || corrected.samples[i] == 0.0123F) << i;
    EXPECT_NEAR(sampleAt(corrected, 0, 190, 80), 0.4, 0.01);
}

TEST(StrokeSolver, spaces_of_the_pictures_are_taken_as_they_are) {
    const auto scene = test::shadowScene(kWidth, kHeight);
    const auto strokes =
        test::setOf(scene.picture, {line(StrokeKind::SamePaint, 6, {kLit, kShaded})});
    const Image linear = test::correctedAlbedo(scene.picture, scene.albedo, strokes);
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Log100, ColorSpace::Gamma22}) {
        Image picture = scene.picture;
        Image albedo = scene.albedo;
        convertTo(picture, space);
        convertTo(albedo, space);
        Image encoded = test::correctedAlbedo(picture, albedo, strokes);
        EXPECT_EQ(encoded.space, space);
        convertTo(encoded, ColorSpace::Linear);
        for (std::size_t i = 0; i < linear.samples.size(); i += 97)
            ASSERT_NEAR(encoded.samples[i], linear.samples[i], 2e-3F) << toString(space);
    }
}

} // namespace unlit
