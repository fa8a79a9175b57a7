#include "bench/comparison.h"

#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace unlit::bench {
namespace {

Measurement of(std::vector<Figure> figures) {
    return {.machine = "m", .commit = "c", .date = "d", .figures = std::move(figures)};
}

Figure ms(const std::string& name, std::vector<double> values) {
    return {.name = name, .unit = "ms", .better = Better::Less, .values = std::move(values)};
}

TEST(BenchComparison, what_differs_by_more_than_its_noise_got_worse) {
    const Comparison result =
        compare(of({ms("steady", {10, 10, 10.2}), ms("noisy", {10, 12, 14})}),
                of({ms("steady", {11, 11, 11.1}), ms("noisy", {12, 13, 15})}));
    ASSERT_EQ(result.changes.size(), 2U);
    EXPECT_EQ(result.changes[0].name, "steady");
    EXPECT_TRUE(result.changes[0].isWorse());
    EXPECT_NEAR(result.changes[0].worse, 0.1, 1e-9);
    EXPECT_FALSE(result.changes[1].isWorse()) << "12 to 13 where single runs differ by a third";
}

TEST(BenchComparison, more_is_better_where_the_figure_says_so) {
    Figure before = ms("speed", {100, 100, 100});
    before.better = Better::More;
    Figure after = before;
    after.values = {50, 50, 50};
    EXPECT_TRUE(compare(of({before}), of({after})).changes[0].isWorse());
    EXPECT_NEAR(compare(of({before}), of({after})).changes[0].worse, 1, 1e-9);
    EXPECT_TRUE(compare(of({after}), of({before})).changes[0].isBetter());
}

TEST(BenchComparison, single_runs_say_nothing_of_their_noise) {
    EXPECT_FALSE(compare(of({ms("a", {10})}), of({ms("a", {11.5})})).changes[0].isWorse());
    EXPECT_TRUE(compare(of({ms("a", {10})}), of({ms("a", {13})})).changes[0].isWorse());
}

TEST(BenchComparison, nothing_that_became_something_is_worse) {
    EXPECT_TRUE(compare(of({ms("a", {0, 0, 0})}), of({ms("a", {1, 1, 1})})).changes[0].isWorse());
    EXPECT_FALSE(compare(of({ms("a", {0, 0, 0})}), of({ms("a", {0, 0, 0})})).changes[0].isWorse());
}

TEST(BenchComparison, figures_of_one_side_and_of_other_units_are_not_compared) {
    Figure seconds = ms("b", {1});
    seconds.unit = "s";
    const Comparison result =
        compare(of({ms("a", {1}), ms("b", {1})}), of({ms("c", {1}), seconds}));
    EXPECT_TRUE(result.changes.empty());
    EXPECT_THAT(result.onlyBefore, testing::ElementsAre("a", "b"));
    EXPECT_THAT(result.onlyAfter, testing::ElementsAre("c", "b"));
}

TEST(BenchComparison, kept_figures_of_several_runs_are_read_again) {
    const test::TempFolder folder;
    const std::string lines = folder.path() / "lines";
    ::setenv("UNLIT_BENCH_FIGURES", lines.c_str(), 1);
    keepFigure("detail: \"2048\"", 0.25, "s");
    keepFigure("speed", 4, "x", Better::More);
    keepFigure("detail: \"2048\"", 0.5, "s");
    ::unsetenv("UNLIT_BENCH_FIGURES");
    keepFigure("nobody asked", 1, "s");
    std::ofstream(folder.path() / "all.json") << jsonOf(of(figuresOf(lines)));
    const Measurement read = readMeasurement(folder.path() / "all.json");
    EXPECT_EQ(read.commit, "c");
    ASSERT_EQ(read.figures.size(), 2U);
    EXPECT_EQ(read.figures[0].name, "detail: \"2048\"");
    EXPECT_THAT(read.figures[0].values, testing::ElementsAre(0.25, 0.5));
    EXPECT_EQ(read.figures[1].better, Better::More);
}

TEST(BenchComparison, what_is_no_measurement_is_refused_by_name) {
    const test::TempFolder folder;
    const auto file = folder.path() / "no.json";
    for (
        const char* text :
        {"", "[]", "{}",
         R"({"machine":"m","commit":"c","date":"d","figures":[{"name":"a","unit":"s","better":"less","values":[]}]})",
         R"({"machine":"m","commit":"c","date":"d","figures":[{"name":"a","unit":"s","better":"odd","values":[1]}]})"}) {
        std::ofstream(file) << text;
        EXPECT_THAT([&] { readMeasurement(file); },
                    testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("no.json")))
            << text;
        EXPECT_ANY_THROW(figuresOf(file)) << text;
    }
}

} // namespace
} // namespace unlit::bench
