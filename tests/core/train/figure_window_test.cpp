#include "core/train/figure_window.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

using namespace unlit;
using train::FigureWindow;
using train::Scalar;

namespace {

double valueOf(const std::vector<Scalar>& figures, const std::string& tag) {
    for (const Scalar& figure : figures)
        if (figure.tag == tag)
            return figure.value;
    ADD_FAILURE() << "no " << tag;
    return NAN;
}

} // namespace

TEST(FigureWindow, medians_are_the_middle) {
    EXPECT_EQ(train::medianOf({5}), 5);
    EXPECT_EQ(train::medianOf({9, 1, 2}), 2);
    EXPECT_EQ(train::medianOf({4, 100, 1, 2}), 3);
}

TEST(FigureWindow, tells_the_last_steps_when_so_many_are_over) {
    FigureWindow window(3);
    const double losses[] = {1, 100, 4, 7, 6, 8};
    for (int step = 1; step <= 6; ++step) {
        std::vector<Scalar> figures = {{"train/loss", losses[step - 1]}, {"lr", 0.1}};
        window.addTo(step, figures);
        if (step % 3 != 0) {
            EXPECT_EQ(figures.size(), 2U) << step;
            continue;
        }
        EXPECT_EQ(figures.size(), 4U) << "of the rate there are none";
        EXPECT_EQ(valueOf(figures, "median/train/loss"), step == 3 ? 4 : 7);
        EXPECT_EQ(valueOf(figures, "mean/train/loss"), step == 3 ? 35 : 7);
    }
}

TEST(FigureWindow, what_is_no_number_does_not_count) {
    FigureWindow window(2);
    std::vector<Scalar> first = {{"train/loss", NAN}};
    window.addTo(1, first);
    std::vector<Scalar> second = {{"train/loss", 3}};
    window.addTo(2, second);
    EXPECT_EQ(valueOf(second, "median/train/loss"), 3);
}

TEST(FigureWindow, goes_on_from_what_a_run_has_written) {
    const std::string file = testing::TempDir() + "/figure_window.jsonl";
    std::ofstream(file) << R"({"step":1,"train/loss":10,"lr":1})"
                        << "\n"
                        << R"({"step":1,"val/a/psnr":10})"
                        << "\n"
                        << R"({"step":2,"train/loss":null})"
                        << "\n"
                        << R"({"step":2,"train/loss":20})"
                        << "\n";
    FigureWindow window(3);
    window.readFrom(file);
    window.readFrom("/no/such/file");
    std::vector<Scalar> figures = {{"train/loss", 60}};
    window.addTo(3, figures);
    EXPECT_EQ(valueOf(figures, "mean/train/loss"), 30);
    EXPECT_EQ(valueOf(figures, "median/train/loss"), 20);
}
