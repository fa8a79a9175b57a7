#include "core/image/file_text.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(Printable, leaves_good_text_alone) {
    EXPECT_EQ(printable("ViewLayer.Combined ü 画像 🎨"), "ViewLayer.Combined ü 画像 🎨");
    EXPECT_EQ(printable(""), "");
}

TEST(Printable, replaces_control_characters) {
    EXPECT_EQ(printable(std::string("a\0b\x1b[31m\x7f", 9)), "a?b?[31m?");
    EXPECT_EQ(printable("two\nlines\tand a tab"), "two lines and a tab");
    EXPECT_EQ(printable("a\xC2\x9B"
                        "31m \xE2\x80\xAE"
                        "gnp.exe\xE2\x81\xA9 …"),
              "a?31m ?gnp.exe? …");
}

TEST(Printable, replaces_what_is_not_utf8) {
    EXPECT_EQ(printable("caf\xe9"), "caf?");
    EXPECT_EQ(printable("\xc0\xaf"), "??");           // overlong
    EXPECT_EQ(printable("\xed\xa0\x80"), "???");      // a surrogate
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????"); // beyond U+10FFFF
    EXPECT_EQ(printable("\xe7\x94"), "??");           // cut off
}
