#include "core/image/color/source_color.h"

#include "core/image/color/color.h"
#include "core/image/color/icc_profile.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <cmath>

#include <lcms2.h>

using namespace unlit;

namespace {

std::vector<unsigned char> bytesOf(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::vector<unsigned char> bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

std::vector<unsigned char> rgbProfile(const Chromaticities& c, double gamma) {
    const cmsCIExyY white = {c.white[0], c.white[1], 1};
    const cmsCIExyYTRIPLE primaries = {
        {c.red[0], c.red[1], 1}, {c.green[0], c.green[1], 1}, {c.blue[0], c.blue[1], 1}};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, gamma);
    cmsToneCurve* curves[] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(curve);
    return bytesOf(profile);
}

std::vector<unsigned char> greyProfile(double gamma) {
    cmsToneCurve* curve = cmsBuildGamma(nullptr, gamma);
    cmsHPROFILE profile = cmsCreateGrayProfile(cmsD50_xyY(), curve);
    cmsFreeToneCurve(curve);
    return bytesOf(profile);
}

// A device link: a profile, but none that says what colours are.
std::vector<unsigned char> linkProfile() {
    return bytesOf(cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 400));
}

// Inks of which only black counts: L* = 100 (1 - K), a* = b* = 0.
std::vector<unsigned char> blackInkProfile() {
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 4.3);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsStage* table = cmsStageAllocCLut16bit(nullptr, 2, 4, 3, nullptr);
    const auto sample = [](const cmsUInt16Number in[], cmsUInt16Number out[],
                           void*) -> cmsInt32Number {
        out[0] = static_cast<cmsUInt16Number>(65535 - in[3]);
        out[1] = out[2] = 0x8080; // 0 in the encoding of ICC version 4
        return 1;
    };
    cmsStageSampleCLut16bit(table, sample, nullptr, 0);
    cmsPipeline* pipeline = cmsPipelineAlloc(nullptr, 4, 3);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 4, nullptr));
    cmsPipelineInsertStage(pipeline, cmsAT_END, table);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
    for (const auto tag : {cmsSigAToB0Tag, cmsSigAToB1Tag})
        EXPECT_TRUE(cmsWriteTag(profile, tag, pipeline));
    cmsPipelineFree(pipeline);
    return bytesOf(profile);
}

Image onePixel(std::vector<float> values) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Raw);
    if (values.size() == 4)
        image.channels = {"C", "M", "Y", "K"};
    image.samples = std::move(values);
    return image;
}

// Adobe RGB (1998) Color Image Encoding, 4.3.1: D65 white.
constexpr Chromaticities kAdobeRgb = {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};

} // namespace

TEST(IccProfile, adobe_rgb_is_converted_as_its_primaries_and_gamma_say) {
    SourceColor source;
    source.format = "8-bit PNG";
    source.iccProfile = rgbProfile(kAdobeRgb, 563.0 / 256);
    const ColorPlan plan = planColor(source, {});
    EXPECT_EQ(plan.space, ColorSpace::Srgb);
    EXPECT_NE(plan.reason.find("converted to sRGB"), std::string::npos) << plan.reason;
    Image image = onePixel({0.6F, 0.5F, 0.4F});
    applyColorPlan(image, plan);
    // Both whites are D65, so no adaptation remains; Adobe RGB to sRGB as published.
    const double r = std::pow(0.6, 563.0 / 256);
    const double g = std::pow(0.5, 563.0 / 256);
    const double b = std::pow(0.4, 563.0 / 256);
    const double expected[] = {1.39836 * r - 0.39836 * g, g, -0.04293 * g + 1.04293 * b};
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(image.samples[c], encodeSrgb(static_cast<float>(expected[c])), 1.5e-3) << c;
}

TEST(IccProfile, an_srgb_profile_leaves_the_values_alone) {
    SourceColor source;
    source.format = "JPEG";
    source.iccProfile = bytesOf(cmsCreate_sRGBProfile());
    const ColorPlan plan = planColor(source, {});
    Image image = onePixel({77.0F / 255, 0.0F, 1.0F});
    applyColorPlan(image, plan);
    EXPECT_EQ(image.samples, (std::vector<float>{77.0F / 255, 0.0F, 1.0F}));
    EXPECT_EQ(image.space, ColorSpace::Srgb);
}

TEST(IccProfile, a_grey_profile_gives_its_curve) {
    SourceColor source;
    source.format = "JPEG";
    source.isGrey = true;
    source.iccProfile = greyProfile(1.0);
    Image image = onePixel({0.5F, 0.5F, 0.5F});
    applyColorPlan(image, planColor(source, {}));
    for (const float value : image.samples)
        EXPECT_NEAR(value, 0.735357F, 1e-4);
}

TEST(IccProfile, a_grey_profile_says_nothing_about_colours) {
    SourceColor source;
    source.format = "JPEG";
    source.iccProfile = greyProfile(1.0);
    const ColorPlan plan = planColor(source, {});
    EXPECT_TRUE(plan.iccProfile.empty());
    EXPECT_NE(plan.reason.find("cannot be used"), std::string::npos) << plan.reason;
}

TEST(IccProfile, floats_are_unfolded_by_it_beyond_black_and_white) {
    SourceColor source;
    source.format = "float TIFF";
    source.isSceneLinear = true;
    source.iccProfile = rgbProfile(kRec709, 2.0);
    const ColorPlan plan = planColor(source, {});
    EXPECT_EQ(plan.space, ColorSpace::Linear);
    EXPECT_NE(plan.reason.find("converted to scene-linear"), std::string::npos) << plan.reason;
    Image image = onePixel({0.5F, 1.5F, -0.5F});
    applyColorPlan(image, plan);
    EXPECT_NEAR(image.samples[0], 0.25, 2e-3); // squares; the matrix is one to a few 1e-4
    EXPECT_NEAR(image.samples[1], 2.25, 2e-3);
    EXPECT_NEAR(image.samples[2], -0.25, 2e-3);
}

TEST(IccProfile, floats_in_a_space_that_has_a_name_stay_as_they_are) {
    SourceColor source;
    source.format = "float TIFF";
    source.isSceneLinear = true;
    source.iccProfile = bytesOf(cmsCreate_sRGBProfile());
    EXPECT_EQ(planColor(source, {}).space, ColorSpace::Srgb);
    EXPECT_TRUE(planColor(source, {}).iccProfile.empty());
    source.iccProfile = rgbProfile(kRec709, 1.0);
    EXPECT_EQ(planColor(source, {}).space, ColorSpace::Linear);
    EXPECT_TRUE(planColor(source, {}).iccProfile.empty());
    source.iccProfile = {1, 2, 3};
    EXPECT_EQ(planColor(source, {}).space, ColorSpace::Linear);
    EXPECT_NE(planColor(source, {}).reason.find("cannot be used"), std::string::npos);
}

TEST(IccProfile, one_that_the_codec_could_not_read_is_said) {
    SourceColor source;
    source.format = "JPEG";
    source.hasBrokenProfile = true;
    EXPECT_NE(planColor(source, {}).reason.find("cannot be used"), std::string::npos);
}

// ITU-T H.273, 8.3: of 8 bits 16 is black and 235 white.
TEST(ColorPlan, narrow_range_is_widened) {
    SourceColor source;
    source.format = "PNG";
    source.coded = CodedColor{1, 13, 8};
    const ColorPlan plan = planColor(source, {});
    EXPECT_NE(plan.reason.find("narrow"), std::string::npos) << plan.reason;
    Image image = onePixel({16.0F / 255, 235.0F / 255, 125.5F / 255});
    applyColorPlan(image, plan);
    EXPECT_NEAR(image.samples[0], 0, 1e-5);
    EXPECT_NEAR(image.samples[1], 1, 1e-5);
    EXPECT_NEAR(image.samples[2], 0.5, 1e-5);
    source.coded = CodedColor{1, 13, 16};
    Image wide = onePixel({16.0F * 256 / 65535, 235.0F * 256 / 65535, 0});
    applyColorPlan(wide, planColor(source, {}));
    EXPECT_NEAR(wide.samples[0], 0, 1e-5);
    EXPECT_NEAR(wide.samples[1], 1, 1e-5);
}

// CIE 1976: L* = 50 is Y = 0.18419, sRGB 0.46633.
TEST(IccProfile, inks_are_converted_by_their_profile) {
    SourceColor source;
    source.format = "CMYK TIFF";
    source.isInk = true;
    source.iccProfile = blackInkProfile();
    const ColorPlan plan = planColor(source, {});
    EXPECT_NE(plan.reason.find("converted to sRGB"), std::string::npos) << plan.reason;
    Image image = onePixel({1.0F, 0.3F, 0.7F, 0.5F});
    applyColorPlan(image, plan);
    ASSERT_EQ(image.samples.size(), 3U);
    for (const float value : image.samples)
        EXPECT_NEAR(value, 0.46633F, 2e-3);
    source.isInk = false; // the profile of inks says nothing about an RGB picture
    EXPECT_TRUE(planColor(source, {}).iccProfile.empty());
}

TEST(IccProfile, a_profile_of_another_kind_or_none_at_all_is_left_out_and_said) {
    for (const auto& bytes :
         {std::vector<unsigned char>(200, 7), linkProfile(), std::vector<unsigned char>{}}) {
        SourceColor source;
        source.format = "PNG";
        source.iccProfile = bytes;
        const ColorPlan plan = planColor(source, {});
        EXPECT_EQ(plan.space, ColorSpace::Srgb);
        EXPECT_TRUE(plan.iccProfile.empty());
        EXPECT_NE(plan.reason.find("taken as sRGB"), std::string::npos) << plan.reason;
    }
}

TEST(IccProfile, every_changed_byte_of_a_profile_is_survived) {
    const std::vector<unsigned char> good = rgbProfile(kAdobeRgb, 2.2);
    for (std::size_t at = 0; at < good.size(); ++at) {
        SourceColor source;
        source.format = "PNG";
        source.iccProfile = good;
        source.iccProfile[at] ^= 0xFF;
        Image image = onePixel({0.1F, 0.5F, 0.9F});
        applyColorPlan(image, planColor(source, {}));
        for (const float value : image.samples)
            EXPECT_TRUE(value >= 0 && value <= 1) << at;
    }
}

TEST(ColorPlan, inks_without_a_profile_take_their_light_away) {
    SourceColor source;
    source.format = "CMYK JPEG";
    source.isInk = true;
    Image image = onePixel({0.25F, 0.5F, 1.0F, 0.5F});
    applyColorPlan(image, planColor(source, {}));
    EXPECT_EQ(image.samples, (std::vector<float>{0.375F, 0.25F, 0.0F}));
    EXPECT_EQ(image.channels, (std::vector<std::string>{"R", "G", "B"}));
}

// ITU-R BT.2408, table 1: reference white of 203 cd/m² is a PQ signal of 58 %.
TEST(ColorPlan, pq_white_becomes_one) {
    SourceColor source;
    source.format = "PNG";
    source.coded = CodedColor{9, 16};
    const ColorPlan plan = planColor(source, {});
    EXPECT_EQ(plan.space, ColorSpace::Linear);
    Image image = onePixel({0.5807F, 0.5807F, 0.5807F});
    applyColorPlan(image, plan);
    for (const float value : image.samples)
        EXPECT_NEAR(value, 1.0F, 5e-3);
    Image peak = onePixel({1, 1, 1});
    applyColorPlan(peak, plan);
    EXPECT_NEAR(peak.samples[0], 10000.0 / 203, 0.05);
}

TEST(ColorPlan, hlg_white_is_a_signal_of_75_percent) {
    SourceColor source;
    source.format = "PNG";
    source.coded = CodedColor{1, 18};
    Image image = onePixel({0.75F, 0.5F, 0.0F});
    applyColorPlan(image, planColor(source, {}));
    EXPECT_NEAR(image.samples[0], 1.0F, 1e-4);
    EXPECT_NEAR(image.samples[1], (0.25 / 3) / 0.26496, 1e-4); // E = E'^2 / 3
}

TEST(ColorPlan, unknown_code_points_leave_the_decision_to_the_rest) {
    SourceColor source;
    source.format = "PNG";
    source.coded = CodedColor{1, 99};
    source.declaresSrgb = true;
    EXPECT_EQ(planColor(source, {}).reason, "PNG declares sRGB");
}

TEST(ColorPlan, display_p3_code_points_are_brought_to_rec709) {
    SourceColor source;
    source.format = "PNG";
    source.coded = CodedColor{12, 13};
    Image image = onePixel({0.5F, 0.5F, 0.5F});
    applyColorPlan(image, planColor(source, {}));
    for (const float value : image.samples)
        EXPECT_NEAR(value, 0.5F, 1e-5); // grey stays grey
    Image red = onePixel({0.5F, 0.0F, 0.0F});
    applyColorPlan(red, planColor(source, {}));
    EXPECT_NEAR(red.samples[0], encodeSrgb(1.2249F * decodeSrgb(0.5F)), 1e-4);
    EXPECT_EQ(red.samples[1], 0.0F); // outside: clipped
}
