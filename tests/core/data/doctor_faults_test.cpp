// Faults planted in copies of sound pairs: how many the doctor finds, and whether it leaves sound
// pairs alone.
#include "core/data/doctor/doctor.h"
#include "core/data/pairing/pairing.h"
#include "core/image/color/color.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

constexpr int kSoundPairs = 24;
constexpr int kFaultyPairs = 20; // of each kind; fewer than a fifth of the set at a time
constexpr double kRecall = 0.95;

/// A set of sound pairs on disk, and faulty ones beside them.
class DoctorFaults : public testing::Test {
protected:
    void writePair(const std::string& name, const ScenePair& pair) const {
        writeExrFile(m_folder / (name + "_beauty.exr"), pair.beauty);
        writeExrFile(m_folder / (name + "_albedo.exr"), pair.albedo);
    }

    void writeSoundPairs() const {
        for (int i = 0; i < kSoundPairs; ++i)
            writePair("sound" + std::string(1, static_cast<char>('a' + i)),
                      makeScene(static_cast<std::uint64_t>(i)));
    }

    Examination check() const {
        const auto source = PictureSource::open(m_folder.path());
        const auto found = findPairs(*source, {});
        std::vector<ListedPair> pairs;
        for (const FoundPair& each : found->pairs)
            pairs.push_back(each.pair);
        return examine(*source, pairs, {}, {}).value();
    }

    /// Findings of warnings and errors, by name of the pair.
    static std::map<std::string, std::set<Check>> alarms(const Examination& examination) {
        std::map<std::string, std::set<Check>> result;
        for (const ExaminedPair& pair : examination.pairs)
            for (const Finding& finding : pair.report.findings)
                if (finding.severity != Severity::Note)
                    result[pair.pair.beauty.path.substr(0, pair.pair.beauty.path.find('_'))].insert(
                        finding.check);
        return result;
    }

    /// Plants `fault` in scenes that the set does not have, five at a time so that they stay the
    /// exception, and counts those in which `expected` is found.
    void expectRecall(const std::string& what, Check expected,
                      const std::function<ScenePair(ScenePair)>& fault) const {
        constexpr int atOnce = 5;
        int found = 0;
        int soundAlarms = 0;
        for (int i = 0; i < kFaultyPairs; ++i) {
            writePair("fault" + std::to_string(i % atOnce),
                      fault(makeScene(static_cast<std::uint64_t>(1000 + i))));
            if (i % atOnce == atOnce - 1)
                count(expected, found, soundAlarms);
        }
        std::cout << what << ": " << found << " of " << kFaultyPairs << " found, " << soundAlarms
                  << " false alarms\n";
        EXPECT_GE(found, kRecall * kFaultyPairs) << what;
        EXPECT_EQ(soundAlarms, 0) << what;
    }

    void count(Check expected, int& found, int& soundAlarms) const {
        for (const auto& [name, checks] : alarms(check())) {
            if (name.starts_with("fault"))
                found += checks.contains(expected) ? 1 : 0;
            else
                ++soundAlarms;
        }
    }

    TempFolder m_folder;
};

Image curved(const Image& image, float (*curve)(float)) {
    Image result = image;
    for (float& sample : result.samples)
        sample = curve(std::clamp(sample, 0.0F, 1.0F));
    return result;
}

} // namespace

TEST_F(DoctorFaults, sound_pairs_raise_no_alarm) {
    writeSoundPairs();
    const Examination examination = check();
    ASSERT_EQ(examination.pairs.size(), static_cast<std::size_t>(kSoundPairs));
    for (const ExaminedPair& pair : examination.pairs)
        for (const Finding& finding : pair.report.findings)
            EXPECT_EQ(finding.severity, Severity::Note)
                << pair.pair.beauty.path << ": " << finding.text;
}

TEST_F(DoctorFaults, shifts_of_1_2_and_8_pixels_are_found) {
    writeSoundPairs();
    for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {-2, 0}, {0, 2}, {8, 0}, {0, -8}})
        expectRecall("shift by " + std::to_string(right) + ", " + std::to_string(down),
                     Check::Misaligned, [=](ScenePair pair) {
                         pair.albedo = shifted(pair.albedo, right, down);
                         return pair;
                     });
}

TEST_F(DoctorFaults, exchanged_colour_curves_are_found) {
    writeSoundPairs();
    expectRecall("albedo encoded", Check::ColorSpace, [](ScenePair pair) {
        pair.albedo = curved(pair.albedo, encodeSrgb);
        return pair;
    });
    expectRecall("albedo decoded", Check::ColorSpace, [](ScenePair pair) {
        pair.albedo = curved(pair.albedo, decodeSrgb);
        return pair;
    });
    expectRecall("beauty encoded", Check::ColorSpace, [](ScenePair pair) {
        pair.beauty = curved(pair.beauty, encodeSrgb);
        return pair;
    });
    expectRecall("beauty decoded", Check::ColorSpace, [](ScenePair pair) {
        pair.beauty = curved(pair.beauty, decodeSrgb);
        return pair;
    });
}

TEST_F(DoctorFaults, one_stop_off_is_found_in_a_set_with_one_exposure) {
    writeSoundPairs();
    for (const float factor : {2.0F, 0.5F})
        expectRecall("beauty times " + std::to_string(factor), Check::Exposure,
                     [=](ScenePair pair) {
                         pair.beauty = scaled(pair.beauty, factor);
                         return pair;
                     });
}

TEST_F(DoctorFaults, numbers_that_are_none_are_found) {
    writeSoundPairs();
    expectRecall("0.1 % NaN", Check::Numbers, [](ScenePair pair) {
        const std::size_t every = 1000;
        for (std::size_t i = 0; i < pair.beauty.planeSize(); i += every)
            pair.beauty.samples[i] = std::numeric_limits<float>::quiet_NaN();
        return pair;
    });
}

TEST_F(DoctorFaults, black_and_constant_albedos_are_found) {
    writeSoundPairs();
    expectRecall("black albedo", Check::AlbedoBlack, [](ScenePair pair) {
        pair.albedo = scaled(pair.albedo, 0);
        return pair;
    });
    expectRecall("constant albedo", Check::AlbedoFlat, [](ScenePair pair) {
        std::fill(pair.albedo.samples.begin(), pair.albedo.samples.end(), 0.4F);
        return pair;
    });
}

TEST_F(DoctorFaults, exchanged_pictures_are_found) {
    writeSoundPairs();
    expectRecall("swapped", Check::Swapped, [](ScenePair pair) {
        std::swap(pair.beauty, pair.albedo);
        return pair;
    });
}

TEST_F(DoctorFaults, a_pair_that_comes_again_at_half_the_size_is_found) {
    writeSoundPairs();
    for (int i = 0; i < kFaultyPairs; ++i) {
        const ScenePair pair = makeScene(static_cast<std::uint64_t>(i));
        writePair("fault" + std::to_string(i), {halved(pair.beauty), halved(pair.albedo)});
    }
    int found = 0;
    int soundAlarms = 0;
    count(Check::Duplicate, found, soundAlarms);
    EXPECT_GE(found, kRecall * kFaultyPairs);
    EXPECT_EQ(soundAlarms, 0);
}

TEST_F(DoctorFaults, the_same_picture_one_stop_brighter_is_a_matter_of_exposure) {
    writeSoundPairs();
    const ScenePair pair = makeScene(3);
    writePair("fault0", {scaled(pair.beauty, 2), pair.albedo});
    EXPECT_EQ(alarms(check()),
              (std::map<std::string, std::set<Check>>{{"fault0", {Check::Exposure}}}));
}

TEST_F(DoctorFaults, another_light_on_the_same_albedo_is_no_duplicate) {
    ScenePair first = makeScene(1);
    ScenePair second = makeScene(1);
    for (std::size_t i = 0; i < second.beauty.planeSize(); ++i)
        for (int c = 0; c < 3; ++c) // lit from the other side
            second.beauty.plane(c)[i] =
                second.albedo.plane(c)[i] *
                (0.1F + static_cast<float>(i % static_cast<std::size_t>(second.beauty.width)) /
                            static_cast<float>(second.beauty.width));
    writePair("one", first);
    writePair("two", second);
    EXPECT_TRUE(alarms(check()).empty());
}
