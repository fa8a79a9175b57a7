// Signs of life in a file: what one puts there the others see, however full the disk is.
#include "core/train/distributed/sign_file.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_disk.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using train::SignBoard;
using train::signFile;

TEST(SignFile, what_one_puts_there_the_others_see) {
    const test::TempFolder folder;
    const SignBoard first = signFile(folder / "signs", 3);
    const SignBoard second = signFile(folder / "signs", 3);
    EXPECT_EQ(second.at(0), "") << "nothing was put there yet";
    first.put(0, "12 7 1234567");
    second.put(1, "1 0 0");
    EXPECT_EQ(second.at(0), "12 7 1234567");
    EXPECT_EQ(first.at(1), "1 0 0");
    EXPECT_EQ(first.at(2), "");
    first.put(0, "13 7 1");
    EXPECT_EQ(second.at(0), "13 7 1") << "nothing is left of a longer one";
}

TEST(SignFile, a_disk_that_fills_up_later_silences_nobody) {
    const test::TempFolder folder;
    const test::SmallDisk disk(folder / "disk", 1 << 20);
    if (!disk.problem().empty())
        GTEST_SKIP() << "a small disk cannot be mounted here: " << disk.problem();
    const SignBoard board = signFile(folder / "disk/signs", 4);
    std::ofstream ballast(folder / "disk/ballast", std::ios::binary);
    const std::string piece(4096, 'x');
    while (ballast.write(piece.data(), static_cast<std::streamsize>(piece.size())).flush()) {
    }
    board.put(3, "5 6 7");
    EXPECT_EQ(board.at(3), "5 6 7");
    test::expectError(ErrorKind::Io, {"signs2", "No space left"},
                      [&] { signFile(folder / "disk/signs2", 4); });
}
