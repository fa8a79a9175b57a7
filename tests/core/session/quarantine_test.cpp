#include "core/session/data/quarantine.h"

#include "core/base/error.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;

namespace {

data::ListedPair pairOf(const std::string& name, int line = 0) {
    return {{name + "_beauty.exr", ""}, {name + "_albedo.exr", ""}, {}, line};
}

class QuarantineTest : public testing::Test {
protected:
    std::string text() const { return test::textOf(m_list); }

    void write(const std::string& text) const { std::ofstream(m_list) << text; }

    test::TempFolder m_folder;
    std::filesystem::path m_list = m_folder / "quarantine.txt";
};

} // namespace

TEST_F(QuarantineTest, is_the_list_that_the_command_line_writes) {
    Quarantine quarantine(m_list);
    quarantine.add({pairOf("a"), pairOf("b")});
    EXPECT_EQ(text(), "a_beauty.exr a_albedo.exr\nb_beauty.exr b_albedo.exr\n");
    quarantine.add({pairOf("b", 7), pairOf("c")}); // b is in it already
    EXPECT_EQ(data::readFilenameList(m_list).size(), 3U);
    EXPECT_TRUE(Quarantine(m_list).holds(pairOf("c", 12)));
    EXPECT_FALSE(Quarantine(m_list).holds(pairOf("d")));
}

TEST_F(QuarantineTest, undo_brings_the_same_bytes_back) {
    const std::string before = "# by hand\n\nx_beauty.exr   x_albedo.exr\n";
    write(before);
    Quarantine quarantine(m_list);
    EXPECT_FALSE(quarantine.canUndo());
    quarantine.add({pairOf("a")});
    const std::string after = text();
    EXPECT_NE(after, before);
    quarantine.restore({pairOf("x")});
    quarantine.undo();
    EXPECT_EQ(text(), after);
    quarantine.undo();
    EXPECT_EQ(text(), before);
    EXPECT_TRUE(quarantine.holds(pairOf("x")));
    EXPECT_FALSE(quarantine.canUndo());
    quarantine.redo();
    EXPECT_EQ(text(), after);
    quarantine.add({pairOf("y")});
    EXPECT_FALSE(quarantine.canRedo());
}

TEST_F(QuarantineTest, without_pairs_there_is_no_file) {
    Quarantine quarantine(m_list);
    quarantine.add({pairOf("a")});
    EXPECT_TRUE(std::filesystem::exists(m_list));
    quarantine.restore({pairOf("a")});
    EXPECT_FALSE(std::filesystem::exists(m_list));
    quarantine.undo();
    EXPECT_EQ(text(), "a_beauty.exr a_albedo.exr\n");
    quarantine.undo();
    EXPECT_FALSE(std::filesystem::exists(m_list));
}

TEST_F(QuarantineTest, a_change_by_another_program_is_not_overwritten) {
    Quarantine quarantine(m_list);
    quarantine.add({pairOf("a")});
    write("b_beauty.exr b_albedo.exr\n");
    EXPECT_THROW(quarantine.add({pairOf("c")}), Error);
    EXPECT_THROW(quarantine.undo(), Error);
    EXPECT_EQ(text(), "b_beauty.exr b_albedo.exr\n");
    EXPECT_TRUE(quarantine.holds(pairOf("a"))); // as it was here
    EXPECT_TRUE(quarantine.canUndo());
}

TEST_F(QuarantineTest, a_list_that_cannot_be_written_changes_nothing) {
    std::ofstream(m_folder / "file") << "in the way";
    Quarantine quarantine(m_folder / "file/quarantine.txt");
    EXPECT_THROW(quarantine.add({pairOf("a")}), Error);
    EXPECT_TRUE(quarantine.pairs().empty());
    EXPECT_FALSE(quarantine.canUndo());
}

TEST_F(QuarantineTest, comments_alone_are_empty_and_a_broken_list_is_refused) {
    write("# nothing yet\n\n");
    EXPECT_TRUE(Quarantine(m_list).pairs().empty());
    write("only_one_name.exr\n");
    EXPECT_THROW(Quarantine{m_list}, Error);
    EXPECT_THROW(Quarantine{m_folder.path()}, Error);
}

TEST_F(QuarantineTest, lies_in_the_set_or_beside_its_list) {
    EXPECT_EQ(Quarantine::usualList(m_folder.path()), m_folder / "quarantine.txt");
    EXPECT_EQ(Quarantine::usualList(m_folder / "set.tar"), m_folder / "set.quarantine.txt");
}

TEST_F(QuarantineTest, what_is_left_keeps_its_order) {
    const auto rest =
        pairsBeside({pairOf("a"), pairOf("b"), pairOf("c")}, {pairOf("b"), pairOf("z")});
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_EQ(rest[0], pairOf("a"));
    EXPECT_EQ(rest[1], pairOf("c"));
}
