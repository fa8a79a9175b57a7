// What the doctor says about single faults, its cache, and stopping it.
#include "core/base/error.h"
#include "core/data/doctor/doctor.h"
#include "core/data/doctor/report_cache.h"
#include "core/data/doctor/report_json.h"
#include "core/data/doctor/set_checks.h"
#include "core/data/statistics.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;
using testing::HasSubstr;

namespace {

class Doctor : public testing::Test {
protected:
    ListedPair write(const std::string& name, const ScenePair& scene) const {
        writeExrFile(m_folder / (name + "_beauty.exr"), scene.beauty);
        writeExrFile(m_folder / (name + "_albedo.exr"), scene.albedo);
        return {{name + "_beauty.exr", ""}, {name + "_albedo.exr", ""}, {}, 0};
    }

    std::shared_ptr<const PictureSource> source() const {
        return PictureSource::open(m_folder.path());
    }

    /// The only finding of a pair; fails the test when there are more or fewer.
    Finding only(const ListedPair& pair) const {
        const Findings findings = examinePair(*source(), pair).findings;
        EXPECT_EQ(findings.size(), 1U);
        for (const Finding& finding : findings)
            SCOPED_TRACE(finding.text);
        return findings.empty() ? Finding{} : findings.front();
    }

    TempFolder m_folder;
};

} // namespace

TEST_F(Doctor, another_size_is_an_error_that_names_both) {
    ScenePair scene = makeScene(1);
    scene.albedo = halved(scene.albedo);
    const Finding finding = only(write("a", scene));
    EXPECT_EQ(finding.check, Check::Size);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.text, HasSubstr("160x128"));
    EXPECT_THAT(finding.text, HasSubstr("80x64"));
}

TEST_F(Doctor, a_missing_or_broken_file_is_a_finding_that_names_it) {
    const ListedPair pair = write("a", makeScene(1));
    std::filesystem::remove(m_folder / "a_albedo.exr");
    EXPECT_EQ(only(pair).check, Check::Unreadable);
    EXPECT_THAT(only(pair).text, HasSubstr("a_albedo.exr"));
    std::ofstream(m_folder / "a_albedo.exr") << "no picture";
    EXPECT_THAT(only(pair).text, HasSubstr("a_albedo.exr"));
}

TEST_F(Doctor, metal_and_glass_are_a_note_and_their_share_is_told) {
    ScenePair scene = makeScene(1);
    const std::size_t black = scene.albedo.planeSize() / 20; // 5 %
    for (int c = 0; c < 3; ++c)
        std::fill_n(scene.albedo.plane(c).begin(), black, 0.0F);
    const Finding finding = only(write("a", scene));
    EXPECT_EQ(finding.check, Check::AlbedoBlack);
    EXPECT_EQ(finding.severity, Severity::Note);
    EXPECT_THAT(finding.text, HasSubstr("5.0 %"));
}

TEST_F(Doctor, too_bright_and_too_dark_albedos_are_warnings) {
    ScenePair scene = makeScene(1);
    scene.albedo = scaled(scene.albedo, 4);
    EXPECT_EQ(only(write("bright", scene)).check, Check::AlbedoRange);
    scene = makeScene(1);
    scene.albedo = scaled(scene.albedo, 0.02F);
    EXPECT_EQ(only(write("dark", scene)).check, Check::AlbedoRange);
}

TEST_F(Doctor, negative_and_infinite_samples_are_counted) {
    ScenePair scene = makeScene(1);
    for (std::size_t i = 0; i < 500; ++i)
        scene.beauty.samples[i] = -1;
    EXPECT_THAT(only(write("negative", scene)).text, HasSubstr("negative"));
    scene = makeScene(1);
    scene.albedo.samples[7] = std::numeric_limits<float>::infinity();
    writeImage(m_folder / "inf_albedo.exr", scene.albedo, {}); // half would clip it
    writeExrFile(m_folder / "inf_beauty.exr", scene.beauty);
    const Finding finding = only({{"inf_beauty.exr", ""}, {"inf_albedo.exr", ""}, {}, 0});
    EXPECT_EQ(finding.check, Check::Numbers);
    EXPECT_THAT(finding.text, HasSubstr("(1)"));
}

TEST_F(Doctor, the_same_picture_twice_is_an_error) {
    ScenePair scene = makeScene(1);
    scene.albedo = scene.beauty;
    EXPECT_EQ(only(write("a", scene)).check, Check::Swapped);
}

TEST_F(Doctor, a_black_beauty_is_an_error) {
    ScenePair scene = makeScene(1);
    scene.beauty = scaled(scene.beauty, 0);
    EXPECT_EQ(only(write("a", scene)).check, Check::Beauty);
}

TEST_F(Doctor, masks_must_fit_and_leave_something) {
    ListedPair pair = write("a", makeScene(1));
    Image mask = makeImage(160, 128, {"Y"}, ColorSpace::Raw);
    writeImage(m_folder / "none.png", mask, {FileFormat::Png8, false, true});
    pair.mask = PictureRef{"none.png", ""};
    EXPECT_EQ(only(pair).check, Check::Mask);
    EXPECT_THAT(only(pair).text, HasSubstr("leaves no pixel"));
    mask = makeImage(80, 64, {"Y"}, ColorSpace::Raw);
    std::fill(mask.samples.begin(), mask.samples.end(), 1.0F);
    writeImage(m_folder / "small.png", mask, {FileFormat::Png8, false, true});
    pair.mask = PictureRef{"small.png", ""};
    EXPECT_THAT(only(pair).text, HasSubstr("80x64"));
}

TEST_F(Doctor, a_pair_without_a_mask_stands_out_where_others_have_one) {
    const PairReport report;
    ListedPair masked{{"a", ""}, {"b", ""}, PictureRef{"m", ""}, 0};
    ListedPair bare{{"c", ""}, {"d", ""}, {}, 0};
    std::vector<Findings> findings(3);
    checkMissingMasks({{&masked, &report, ""}, {&masked, &report, ""}, {&bare, &report, ""}},
                      findings);
    EXPECT_TRUE(findings[0].empty());
    ASSERT_EQ(findings[2].size(), 1U);
    EXPECT_EQ(findings[2][0].check, Check::Mask);
}

TEST_F(Doctor, reports_survive_the_cache_file_and_change_with_the_files) {
    const ListedPair pair = write("a", makeScene(1));
    const PairReport report = examinePair(*source(), pair);
    const auto again = reportFromJsonLine(toJsonLine(report));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->findings, report.findings);
    EXPECT_EQ(again->fingerprint.beauty.hash, report.fingerprint.beauty.hash);
    EXPECT_LT(areaDistance(again->fingerprint.beauty, report.fingerprint.beauty), 0.01);
    EXPECT_FALSE(reportFromJsonLine("{}"));
    EXPECT_FALSE(reportFromJsonLine("broken"));

    const DoctorOptions options{m_folder / "cache/doctor.jsonl"};
    EXPECT_EQ(examine(*source(), {pair}, options, {})->fromCache, 0U);
    EXPECT_EQ(examine(*source(), {pair}, options, {})->fromCache, 1U);
    writeExrFile(m_folder / "a_albedo.exr", scaled(makeScene(1).albedo, 0));
    const auto changed = examine(*source(), {pair}, options, {});
    EXPECT_EQ(changed->fromCache, 0U);
    EXPECT_EQ(worst(changed->pairs[0].report.findings), Severity::Error);
    std::ofstream(m_folder / "cache/doctor.jsonl") << "damaged";
    EXPECT_EQ(examine(*source(), {pair}, options, {})->fromCache, 0U);
}

TEST_F(Doctor, stopping_keeps_what_was_found_and_workers_do_not_matter) {
    std::vector<ListedPair> pairs;
    for (int i = 0; i < 8; ++i)
        pairs.push_back(
            write("p" + std::to_string(i), makeScene(static_cast<std::uint64_t>(i), 40, 32)));
    std::stop_source stop;
    stop.request_stop();
    ParallelOptions stopped;
    stopped.stop = stop.get_token();
    EXPECT_FALSE(examine(*source(), pairs, {}, stopped));
    ParallelOptions throwing;
    throwing.progress = [](std::size_t, std::size_t) { throw Error::internal("enough"); };
    EXPECT_THROW(examine(*source(), pairs, {}, throwing), Error);
    const auto one = examine(*source(), pairs, {}, {1, {}, {}});
    const auto four = examine(*source(), pairs, {}, {4, {}, {}});
    for (std::size_t i = 0; i < pairs.size(); ++i)
        EXPECT_EQ(one->pairs[i].report.findings, four->pairs[i].report.findings);
}

TEST_F(Doctor, good_and_faulty_pairs_are_told_apart_and_counted) {
    ScenePair black = makeScene(2);
    black.albedo = scaled(black.albedo, 0);
    const auto examination =
        examine(*source(), {write("good", makeScene(1)), write("bad", black)}, {}, {});
    ASSERT_EQ(examination->below(Severity::Warning).size(), 1U);
    EXPECT_EQ(examination->below(Severity::Warning)[0].beauty.path, "good_beauty.exr");
    ASSERT_EQ(examination->atLeast(Severity::Error).size(), 1U);
    const SetStatistics set = statisticsOf(*examination);
    EXPECT_EQ(set.pairs, 2U);
    EXPECT_EQ(set.readable, 2U);
    EXPECT_EQ(set.scenes, 2U);
    EXPECT_EQ(set.sizes, (std::map<std::string, std::size_t>{{"160x128", 2}}));
    EXPECT_EQ(set.findings, (std::map<std::string, std::size_t>{{"albedo_black", 1}}));
    EXPECT_EQ(set.validShare.count, 2U);
}

TEST_F(Doctor, a_cache_that_cannot_be_written_costs_no_finding) {
    const ListedPair pair = write("a", makeScene(1));
    std::ofstream(m_folder / "file") << "in the way";
    std::atomic<int> told = 0;
    const DoctorOptions options{.cacheFile = m_folder / "file/doctor.jsonl",
                                .onReport = [&](std::size_t, const PairReport&) { ++told; }};
    const auto examination = examine(*source(), {pair, pair}, options, {});
    ASSERT_TRUE(examination);
    EXPECT_EQ(examination->pairs.size(), 2U);
    EXPECT_EQ(examination->pairs[0].report.width, 160);
    EXPECT_NE(examination->cacheProblem.find((m_folder / "file").string()), std::string::npos)
        << examination->cacheProblem;
    EXPECT_EQ(told, 2);
}
