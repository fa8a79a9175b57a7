#include "core/session/train/run_report.h"

#include "core/base/error.h"
#include "core/session/train/svg_plot.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

using namespace unlit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST(RunReport, a_run_is_one_page_with_plots_pictures_and_settings) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const RunReport report = writeRunReport({.run = folder / "run"});
    EXPECT_EQ(report.page, folder / "run/report.html");
    const std::string page = textOf(report.page);
    for (const char* part : {"<h1>run</h1>", "<td>12 of 12, epoch", "val/small/psnr", "<polyline",
                             "data:image/png;base64,iVBORw0KGgo", "max_iter: 12", "train/loss"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_GE(report.plots, 5U);
    EXPECT_GE(report.pictures, 6U) << "three or four of each of the set's pictures";
    // Nothing in it comes from elsewhere or runs.
    for (const char* part : {"<script", "http://", "src=\"/", "url(", "href=", "<link"})
        EXPECT_THAT(page, Not(HasSubstr(part)));
    EXPECT_EQ(writeRunReport({.run = folder / "run"}).plots, report.plots) << "made anew";
    const auto elsewhere = folder / "page.html";
    (void)writeRunReport({.run = folder / "run", .page = elsewhere});
    EXPECT_THROW((void)writeRunReport({.run = folder / "run", .page = elsewhere}), Error);
    (void)writeRunReport({.run = folder / "run", .page = elsewhere, .overwrite = true});
}

TEST(RunReport, what_a_run_of_others_says_stays_words) {
    const test::TempFolder folder;
    const auto run = folder / "<b>run";
    std::filesystem::create_directories(run / "checkpoint");
    std::filesystem::create_directories(run / "visualization/iter_000001/set");
    std::ofstream(run / "config.yaml") << "run: {name: \"<script>alert(1)</script>\"}\n";
    std::ofstream(run / "metrics.jsonl")
        << R"({"step":1,"epoch":1,"time":1,"train/<img src=x>":1.5,"train/loss":null})"
        << "\n";
    std::ofstream(run / "events.jsonl")
        << R"({"event":"failed","step":1,"time":"\"><script>","why":"</td><script>x</script>"})"
        << "\n";
    std::ofstream(run / "visualization/iter_000001/set/a_prediction.png") << "<script>no picture";
    const RunReport report = writeRunReport({.run = run});
    const std::string page = textOf(report.page);
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
    EXPECT_EQ(report.pictures, 0U);
}

TEST(RunReport, says_who_began_it_as_a_person_reads_it) {
    const test::TempFolder run;
    std::ofstream(run / "config.yaml") << "max_iter: 10\n";
    std::ofstream(run / "metrics.jsonl") << R"({"step":1,"epoch":1,"time":1,"train/loss":1})"
                                         << "\n";
    std::ofstream(run / "events.jsonl")
        << R"({"version":1,"time":"2026-01-02T03:04:05.000Z","step":0,"kind":"process",)"
        << R"("command":["unlit","train","a b"],"git":{"commit":"abc","dirty":false}})"
        << "\n";
    const std::string page = textOf(writeRunReport({.run = run.path()}).page);
    EXPECT_THAT(page, HasSubstr("<td>unlit train "));
    EXPECT_THAT(page, HasSubstr("<td>commit abc · dirty no</td>"));
    EXPECT_THAT(page, Not(HasSubstr("[&quot;unlit")));
}

TEST(RunReport, a_folder_that_is_no_run_is_said) {
    const test::TempFolder folder;
    EXPECT_THROW((void)writeRunReport({.run = folder / "nothing"}), Error);
}

TEST(SvgPlot, ticks_are_round_numbers_within_the_range) {
    EXPECT_THAT(tickNumbers(0, 10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(tickNumbers(-3, 3, 3), ElementsAre(-2, 0, 2));
    EXPECT_THAT(tickNumbers(5, 5, 4), testing::IsEmpty());
    EXPECT_THAT(tickNumbers(0, INFINITY, 4), testing::IsEmpty());
}

TEST(SvgPlot, points_lie_between_the_axes_and_names_are_words) {
    EXPECT_EQ(svgPlot({}, "steps"), "");
    EXPECT_EQ(svgPlot({{"empty", {}}}, "steps"), "");
    const std::string one = svgPlot({{"a", {{5, 2}}}}, "steps");
    EXPECT_THAT(one, HasSubstr("<circle"));
    const std::string two =
        svgPlot({{"<a>", {{0, 0}, {10, 1}}}, {"b", {{0, 1}, {10, 0}}}}, "steps");
    // Left, bottom, right and top of the frame.
    EXPECT_THAT(two, HasSubstr("points=\"62.0,206.0 628.0,10.0\""));
    EXPECT_THAT(two, HasSubstr("points=\"62.0,10.0 628.0,206.0\""));
    EXPECT_THAT(two, HasSubstr("&lt;a&gt;"));
    const std::string wide = svgPlot({{"a", {{0, 0}, {1e6, 1}}}}, "steps");
    EXPECT_THAT(wide, HasSubstr(">1e+06</text>"));
    EXPECT_THAT(wide, Not(HasSubstr("x=\"628.0\" y=\"222.0\""))) << "cut off at the edge";
}

/// What stands at the axis of such values, with a logarithmic one.
std::string numbersOfLogarithms(double least, double most) {
    const std::string svg =
        svgFile({{"a", {{0, least}, {0.001, most}}}}, {.title = "t", .isLogarithmic = true});
    std::string numbers;
    std::size_t at = 0;
    while ((at = svg.find("text-anchor=\"end\">", at)) != std::string::npos) {
        at += 18;
        numbers += svg.substr(at, svg.find('<', at) - at) + " ";
    }
    return numbers;
}

TEST(SvgFile, a_logarithmic_axis_has_the_numbers_of_people) {
    EXPECT_EQ(numbersOfLogarithms(0.04, 0.9), "0.05 0.1 0.2 0.5 ");
    EXPECT_EQ(numbersOfLogarithms(1, 100), "1 2 5 10 20 50 100 ");
    EXPECT_EQ(numbersOfLogarithms(0.001, 2000), "0.001 0.01 0.1 1 10 100 1000 ");
    EXPECT_EQ(numbersOfLogarithms(0.31, 0.49), "0.35 0.4 0.45 ");
    EXPECT_EQ(numbersOfLogarithms(1e-16, 1e16),
              "1e-16 1e-12 1e-08 0.0001 1 1e+04 1e+08 1e+12 1e+16 ");
}

TEST(SvgFile, has_title_names_of_axes_and_a_legend_with_whole_names) {
    const std::string longName(200, 'n');
    const std::string svg = svgFile(
        {{longName, {{0, 1}, {10, 100}}, "#123456"}, {"b & c", {{0, 10}, {10, -1}}}},
        {.title = "Loss <1>", .xName = "optimizer steps", .yName = "loss", .isLogarithmic = true});
    for (const char* part :
         {"<?xml ", "xmlns=\"http://www.w3.org/2000/svg\"", "<title>Loss &lt;1&gt;</title>",
          ">optimizer steps</text>", ">loss</text>", "b &amp; c", "#123456", ">100</text>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    EXPECT_NE(svg.find(longName), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << "a value below 0 has no logarithm";
    EXPECT_EQ(svgFile({{"a", {{0, -1}}}}, {.title = "t", .isLogarithmic = true}), "");
    EXPECT_NE(svgFile({{"alone", {{0, -1}}}}, {.title = "t"}).find(">alone</text>"),
              std::string::npos);
}
