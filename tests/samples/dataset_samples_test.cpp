// Pairs that real renderers wrote: which are found, that sound ones raise no alarm, and that faults
// planted in copies are found.
#include "core/data/doctor/doctor.h"
#include "core/data/pairing/pairing.h"
#include "core/image/color/color.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <set>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;
namespace fs = std::filesystem;

namespace {

fs::path rendersDir() {
    const char* fromEnvironment = std::getenv("UNLIT_SAMPLES_DIR");
    return fs::path(fromEnvironment != nullptr ? fromEnvironment : UNLIT_SAMPLES_DIR) / "renders";
}

std::set<std::string> pairsIn(const std::string& folder) {
    std::set<std::string> texts;
    const auto result = findPairs(*PictureSource::open(rendersDir() / folder), {});
    for (const FoundPair& found : result.value().pairs)
        texts.insert(toText(found.pair.beauty) + " + " + toText(found.pair.albedo));
    return texts;
}

struct Fault {
    std::string name;
    Check expected;
    std::function<void(ScenePair&)> plant;
};

void applyCurve(Image& image, float (*curve)(float)) {
    for (float& sample : image.samples)
        sample = curve(std::clamp(sample, 0.0F, 1.0F));
}

std::vector<Fault> faults() {
    std::vector<Fault> all;
    for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {2, 0}, {0, -2}, {8, 0}, {0, 8}})
        all.push_back({"shift " + std::to_string(right) + "," + std::to_string(down),
                       Check::Misaligned, [right = right, down = down](ScenePair& pair) {
                           pair.albedo = shifted(pair.albedo, right, down);
                       }});
    for (const auto& curve : {encodeSrgb, decodeSrgb}) {
        all.push_back({"curve of the albedo", Check::ColorSpace,
                       [curve](ScenePair& pair) { applyCurve(pair.albedo, curve); }});
        all.push_back({"curve of the beauty", Check::ColorSpace,
                       [curve](ScenePair& pair) { applyCurve(pair.beauty, curve); }});
    }
    all.push_back({"0.1 % NaN", Check::Numbers, [](ScenePair& pair) {
                       for (std::size_t i = 0; i < pair.beauty.planeSize(); i += 1000)
                           pair.beauty.samples[i] = std::numeric_limits<float>::quiet_NaN();
                   }});
    all.push_back({"black albedo", Check::AlbedoBlack,
                   [](ScenePair& pair) { pair.albedo = scaled(pair.albedo, 0); }});
    all.push_back({"exchanged", Check::Swapped,
                   [](ScenePair& pair) { std::swap(pair.beauty, pair.albedo); }});
    return all;
}

/// Pairs of renders that are sound; one of each scene.
std::vector<ScenePair> soundPairs() {
    std::vector<ScenePair> pairs;
    const auto read = [](const std::string& file, const std::string& layer) {
        Image image = readImage(rendersDir() / file, {layer, {}}).image;
        convertTo(image, ColorSpace::Linear);
        image.mask.clear();
        image.metadata.clear();
        return image;
    };
    pairs.push_back({read("blender/test_multilayer.exr", "ViewLayer.Combined"),
                     read("blender/test_multilayer.exr", "ViewLayer.DiffCol")});
    pairs.push_back({read("blender/test_two_viewlayers_float.exr", "ViewLayer.Combined"),
                     read("blender/test_two_viewlayers_float.exr", "ViewLayer.DiffCol")});
    pairs.push_back({read("albedo-denoiser-pairs/mitsuba_cbox/noisy.exr", ""),
                     read("albedo-denoiser-pairs/mitsuba_cbox/albedo.exr", "")});
    return pairs;
}

} // namespace

TEST(DatasetSamples, pairs_of_renders_are_found_by_layer_and_by_key) {
    EXPECT_EQ(pairsIn("blender"),
              (std::set<std::string>{
                  "naming_variants/arnold_style.exr + "
                  "naming_variants/arnold_style.exr#diffuse_albedo",
                  "naming_variants/clarisse_style_lower.exr + "
                  "naming_variants/clarisse_style_lower.exr#albedo",
                  "naming_variants/multipart_rgba_albedo.exr#rgba + "
                  "naming_variants/multipart_rgba_albedo.exr#albedo",
                  "naming_variants/pair_beauty.exr + naming_variants/pair_albedo.exr",
                  "naming_variants/pair_beauty_linear.tif + naming_variants/pair_albedo_linear.tif",
                  "naming_variants/pair_beauty_srgb16.png + naming_variants/pair_albedo_srgb16.png",
                  "naming_variants/redshift_style.exr + "
                  "naming_variants/redshift_style.exr#DiffuseFilter",
                  "naming_variants/vray_max_style.exr + "
                  "naming_variants/vray_max_style.exr#VRayDiffuseFilter",
                  "naming_variants/vray_maya_style.exr + "
                  "naming_variants/vray_maya_style.exr#diffuseFilter",
                  "test_multilayer.exr#ViewLayer.Combined + test_multilayer.exr#ViewLayer.DiffCol",
                  "test_two_viewlayers_float.exr#Props.Combined + "
                  "test_two_viewlayers_float.exr#Props.DiffCol",
                  "test_two_viewlayers_float.exr#ViewLayer.Combined + "
                  "test_two_viewlayers_float.exr#ViewLayer.DiffCol"}));
    EXPECT_TRUE(pairsIn("albedo-denoiser-pairs")
                    .contains("mitsuba_cbox/noisy.exr + mitsuba_cbox/albedo.exr"));
    EXPECT_TRUE(pairsIn("exr-layers-gaffer").empty());
    EXPECT_TRUE(pairsIn("exr-layers-renderers").empty());
}

TEST(DatasetSamples, planted_faults_are_found_and_sound_pairs_left_alone) {
    const TempFolder folder;
    const auto check = [&](const ScenePair& pair) {
        writeImage(folder / "beauty.exr", pair.beauty, {FileFormat::Exr, false, true});
        writeImage(folder / "albedo.exr", pair.albedo, {FileFormat::Exr, false, true});
        return examinePair(*PictureSource::open(folder.path()),
                           {{"beauty.exr", ""}, {"albedo.exr", ""}, {}, 0})
            .findings;
    };
    int planted = 0;
    int found = 0;
    for (const ScenePair& sound : soundPairs()) {
        for (const Finding& finding : check(sound))
            EXPECT_EQ(finding.severity, Severity::Note) << finding.text;
        for (const Fault& fault : faults()) {
            ScenePair pair = sound;
            fault.plant(pair);
            const Findings findings = check(pair);
            const bool isFound = std::ranges::any_of(
                findings, [&](const Finding& finding) { return finding.check == fault.expected; });
            ++planted;
            found += isFound ? 1 : 0;
            if (!isFound)
                std::cout << "missed: " << fault.name << " at " << sound.beauty.width << " px\n";
        }
    }
    std::cout << found << " of " << planted << " planted faults found\n";
    EXPECT_GE(found, 0.95 * planted);
}
