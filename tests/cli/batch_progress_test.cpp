#include "app/cli/infer/batch_progress.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace unlit::cli;
using testing::HasSubstr;
using testing::StartsWith;
using unlit::Progress;
using unlit::StagePart;
using Clock = BatchProgress::Clock;

namespace {

BatchState stateOf(int picture, int pictures, double fraction) {
    return {picture, pictures, "hall.exr",
            Progress{fraction,
                     12.0,
                     {{.kind = StagePart::Kind::Member, .at = 1, .of = 1},
                      {.kind = StagePart::Kind::Step, .at = 3, .of = 4}}}};
}

} // namespace

TEST(LiveText, says_picture_member_step_and_time) {
    EXPECT_EQ(liveText(stateOf(2, 5, 0.5), 12.0, 100),
              "[#######-----------------] 30 %  image 2 of 5 · member 1 of 1 · step 3 of 4 · "
              "12.0 s left");
}

TEST(LiveText, fits_every_width) {
    for (int columns = 0; columns <= 120; ++columns) {
        const std::string text = liveText(stateOf(2, 5, 0.5), 12.0, columns);
        EXPECT_LE(columnsOf(text), columns) << text;
    }
}

TEST(LiveText, drops_the_bar_before_the_words) {
    EXPECT_THAT(liveText(stateOf(2, 5, 0.5), 12.0, 69), StartsWith("30 %  image 2 of 5"));
}

TEST(LiveText, does_not_round_up_to_done) {
    EXPECT_THAT(liveText(stateOf(5, 5, 0.999), 0.1, 100), HasSubstr(" 99 %"));
}

TEST(LiveText, cut_text_ends_between_characters) {
    EXPECT_EQ(cutToColumns("a·b·c", 3), "a·…");
    EXPECT_EQ(cutToColumns("a·b·c", 5), "a·b·c");
    EXPECT_EQ(cutToColumns("abc", 0), "");
}

TEST(LiveText, control_characters_of_file_names_do_not_reach_the_terminal) {
    EXPECT_EQ(printable("a\x1b[2Jb\n\x7f"), "a?[2Jb??");
}

TEST(LiveText, the_second_set_of_control_characters_and_turned_writing_do_not_either) {
    EXPECT_EQ(printable("a\xC2\x9B"
                        "31m \xE2\x80\xAE"
                        "gnp.exe ü…"),
              "a?31m ?gnp.exe ü…");
}

TEST(BatchTime, one_picture_has_its_own_estimate) {
    EXPECT_EQ(batchSecondsLeft(stateOf(1, 1, 0.5), 99), 12.0);
}

TEST(BatchTime, the_first_of_several_stands_for_the_others) {
    // 8 s passed + 12 s left = 20 s a picture; 12 s + two more pictures.
    EXPECT_DOUBLE_EQ(*batchSecondsLeft(stateOf(1, 3, 0.4), 8), 52.0);
}

TEST(BatchTime, later_the_pace_so_far_counts) {
    // 1.5 of 3 pictures in 30 s: 30 s for the rest.
    EXPECT_DOUBLE_EQ(*batchSecondsLeft(stateOf(2, 3, 0.5), 30), 30.0);
}

TEST(BatchTime, nothing_is_said_before_there_is_something_to_go_by) {
    BatchState state = stateOf(1, 3, 0);
    state.progress.secondsLeft.reset();
    EXPECT_EQ(batchSecondsLeft(state, 1), std::nullopt);
}

TEST(BatchProgress, plain_lines_come_at_most_every_five_seconds) {
    const Clock::time_point begin{};
    testing::internal::CaptureStderr(); // into a file: no terminal
    Console console(false, false);
    BatchProgress progress(console, 1, begin);
    progress.started("hall.exr", begin);
    for (int i = 0; i <= 100; ++i)
        progress.advanced(Progress{i / 100.0, 1.0, {{.kind = StagePart::Kind::Decoding}}},
                          begin + std::chrono::milliseconds(i * 120));
    progress.finished("done in 12.0 s", begin + std::chrono::seconds(12));
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::ranges::count(text, '\n'), 4) << text;
    EXPECT_THAT(text, StartsWith("image 1 of 1: hall.exr\n"));
    EXPECT_THAT(text, HasSubstr("image 1 of 1: hall.exr done in 12.0 s\n"));
}

TEST(BatchProgress, quiet_says_nothing) {
    Console console(false, true);
    testing::internal::CaptureStderr();
    BatchProgress progress(console, 1);
    progress.started("hall.exr");
    progress.advanced(Progress{0.5, 1.0, {{.kind = StagePart::Kind::Decoding}}},
                      Clock::now() + std::chrono::hours(1));
    progress.finished("done");
    console.warning("something");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}
