// filename_list: columns, quotes, layers, and one clear sentence with file and line for mistakes.
#include "core/data/source/filename_list.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::data;
using test::expectError;
using test::TempFolder;

namespace {

std::vector<ListedPair> parse(const std::string& text) {
    return parseFilenameList(text, "list");
}

} // namespace

TEST(FilenameList, lines_have_two_or_three_columns) {
    const auto pairs = parse("a/b.png a/c.png\nd.exr\te.exr  f.png\n");
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].beauty.path, "a/b.png");
    EXPECT_EQ(pairs[0].albedo.path, "a/c.png");
    EXPECT_FALSE(pairs[0].mask);
    EXPECT_EQ(pairs[0].line, 1);
    ASSERT_TRUE(pairs[1].mask);
    EXPECT_EQ(pairs[1].mask->path, "f.png");
    EXPECT_EQ(pairs[1].line, 2);
}

TEST(FilenameList, comments_empty_lines_windows_ends_and_byte_order_mark_are_understood) {
    const auto pairs = parse("\xEF\xBB\xBF# made by hand\r\n\r\n  a.png b.png\r\n");
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].beauty.path, "a.png");
    EXPECT_EQ(pairs[0].albedo.path, "b.png");
    EXPECT_EQ(pairs[0].line, 3);
}

TEST(FilenameList, quotes_hold_blanks_quotes_and_unicode) {
    const auto pairs =
        parse("\"my hall.png\" \"say \\\"hi\\\" \\\\.png\" \xC3\xBC\xE2\x98\x83.png");
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].beauty.path, "my hall.png");
    EXPECT_EQ(pairs[0].albedo.path, "say \"hi\" \\.png");
    EXPECT_EQ(pairs[0].mask->path, "\xC3\xBC\xE2\x98\x83.png");
}

TEST(FilenameList, a_layer_stands_behind_the_suffix_exr) {
    const auto pairs = parse("a#1.EXR#ViewLayer.Combined a#1.EXR#ViewLayer.DiffCol\nx#y.png z.png");
    EXPECT_EQ(pairs[0].beauty, (PictureRef{"a#1.EXR", "ViewLayer.Combined"}));
    EXPECT_EQ(pairs[0].albedo, (PictureRef{"a#1.EXR", "ViewLayer.DiffCol"}));
    EXPECT_EQ(pairs[1].beauty, (PictureRef{"x#y.png", ""}));
}

TEST(FilenameList, mistakes_name_file_and_line) {
    const auto refused = [](const std::string& text, const std::vector<std::string>& says) {
        expectError(ErrorKind::InvalidInput, says, [&] { parse(text); });
    };
    refused("a.png b.png\nonly.png\n", {"list:2: ", "only.png"});
    refused("a b c d\n", {"list:1: ", "4 names"});
    refused("\n\"open.png b.png\n", {"list:2: ", "quote"});
    refused("\"a.png\"b.png c.png\n", {"list:1: ", "quote"});
    refused("/etc/a.png b.png\n", {"list:1: ", "absolute"});
    refused("a.png x/../../b.png\n", {"list:1: ", ".."});
    refused("\"\" b.png\n", {"list:1: ", "empty"});
    refused("# nothing\n\n", {"list", "no pairs"});
    refused("", {"list", "no pairs"});
}

TEST(FilenameList, what_is_written_reads_back_the_same) {
    const std::vector<ListedPair> pairs = {
        {{"a.png", ""}, {"b c.png", ""}, {}, 1},
        {{"q\"u\\ote.png", ""}, {"#hash.png", ""}, PictureRef{"m.png", ""}, 2},
        {{"d.exr", "View Layer.Combined"}, {"d.exr", "View Layer.DiffCol"}, {}, 3},
        {{"\xEF\xBB\xBF" // a byte order mark that belongs to the name
          "e.png",
          ""},
         {"f.png", ""},
         {},
         4},
    };
    EXPECT_EQ(parse(formatFilenameList(pairs)), pairs);
    EXPECT_EQ(parse(formatFilenameList({pairs.back()}))[0].beauty, pairs.back().beauty);
    expectError(ErrorKind::InvalidInput, {"line break"}, [] {
        formatFilenameList({{{"a\nb.png", ""}, {"c.png", ""}, {}, 0}});
    });
}

TEST(FilenameList, files_are_kept_unless_overwriting_is_allowed) {
    const TempFolder folder;
    const std::vector<ListedPair> pairs = {{{"a.png", ""}, {"b.png", ""}, {}, 1}};
    writeFilenameList(folder / "list.txt", pairs, false);
    EXPECT_EQ(readFilenameList(folder / "list.txt"), pairs);
    expectError(ErrorKind::Io, {"exists already"},
                [&] { writeFilenameList(folder / "list.txt", pairs, false); });
    writeFilenameList(folder / "list.txt", pairs, true);
    expectError(ErrorKind::InvalidInput, {"folder"}, [&] { readFilenameList(folder.path()); });
    EXPECT_THROW(readFilenameList(folder / "none.txt"), Error);
}

TEST(FilenameList, the_number_of_targets_tells_a_mask_from_a_target) {
    const std::string text = "b.exr a.exr m.exr mask.png\n\"b 2.exr\" a2.exr m2.exr\n";
    const auto pairs = parseFilenameList(text, "list", {.targets = 2});
    ASSERT_EQ(pairs.size(), 2U);
    ASSERT_EQ(pairs[0].targets().size(), 2U);
    EXPECT_EQ(pairs[0].targets()[0].path, "a.exr");
    EXPECT_EQ(pairs[0].targets()[1].path, "m.exr");
    ASSERT_TRUE(pairs[0].mask.has_value());
    EXPECT_EQ(pairs[0].mask->path, "mask.png");
    EXPECT_FALSE(pairs[1].mask.has_value());
    EXPECT_EQ(formatFilenameList(pairs), text);
    EXPECT_EQ(parseFilenameList("b a m\n", "list", {.targets = 1})[0].mask->path, "m");
}

TEST(FilenameList, another_number_of_names_than_the_targets_ask_for_is_refused) {
    expectError(ErrorKind::InvalidInput, {"list:1", "2 names", "2 targets"},
                [] { parseFilenameList("b a\n", "list", {.targets = 2}); });
    expectError(ErrorKind::InvalidInput, {"list:1", "5 names", "3 or 4"},
                [] { parseFilenameList("b a m mask more\n", "list", {.targets = 2}); });
    expectError(ErrorKind::InvalidInput, {"list:1", "4 names", "2 or 3"},
                [] { parseFilenameList("b a m mask\n", "list"); });
}

TEST(FilenameList, what_is_no_text_is_refused_in_a_sentence) {
    const auto said = [](const std::string& bytes) {
        try {
            parse(bytes);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("it was read");
    };
    EXPECT_THAT(said(std::string("\xFF\xFE"
                                 "a\0.\0",
                                 6)),
                testing::HasSubstr("UTF-16"));
    EXPECT_THAT(said(std::string("\0a\0.\0p", 6)), testing::HasSubstr("UTF-16"));
    EXPECT_THAT(said(std::string("a.png b.png\nc.p\0ng d.png\n", 26)),
                testing::HasSubstr("zero byte in line 2"));
    EXPECT_THAT(said("a.png b.png\n" + std::string(100000, 'x')),
                testing::HasSubstr(":2: a line of 100000 bytes"));
}

TEST(FilenameList, the_last_column_is_a_class_or_a_text_where_lists_have_them) {
    const std::string text = "b.png a.png \"a white wall\"\nb a m 3\nc d \"\"\n";
    const auto pairs = parseFilenameList(text, "list", {.hasCondition = true});
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs[0].condition, "a white wall");
    EXPECT_FALSE(pairs[0].mask);
    EXPECT_EQ(pairs[1].condition, "3");
    EXPECT_EQ(pairs[1].mask->path, "m");
    EXPECT_EQ(pairs[2].condition, "");
    EXPECT_EQ(formatFilenameList({pairs[0], pairs[1]}), "b.png a.png \"a white wall\"\nb a m 3\n");
    expectError(ErrorKind::InvalidInput, {"list:1", "no class or text", "2 names"},
                [] { parseFilenameList("b a\n", "list", {.hasCondition = true}); });
    expectError(ErrorKind::InvalidInput, {"list:1"},
                [] { parseFilenameList("b a m 3 4\n", "list", {.hasCondition = true}); });
}

TEST(FilenameList, finds_out_whether_its_last_column_is_a_condition) {
    const ListColumns unknown{.findsCondition = true};
    const auto classes = parseFilenameList("b.png a.png 3\nc.png a.png 0\n", "list", unknown);
    EXPECT_EQ(classes[0].condition, "3");
    EXPECT_FALSE(classes[0].mask);
    const auto texts =
        parseFilenameList("b.png a.png m.png \"a red wall\"\nc.png a.png \"\"\n", "list", unknown);
    EXPECT_EQ(texts[0].mask->path, "m.png");
    EXPECT_EQ(texts[0].condition, "a red wall");
    EXPECT_EQ(texts[1].condition, "");
    EXPECT_FALSE(texts[1].mask);
    const auto masks = parseFilenameList("b.png a.png m.exr#Mask\nc.png a.png\n", "list", unknown);
    EXPECT_EQ(masks[0].mask->layer, "Mask");
    EXPECT_EQ(masks[0].condition, "");
}

TEST(FilenameList, writes_no_condition_where_others_have_one) {
    std::vector<ListedPair> pairs(2);
    pairs[0] = {{"b.png", ""}, {"a.png", ""}, {}, 1};
    pairs[1] = {{"c.png", ""}, {"a.png", ""}, {}, 2, {}, "red wall"};
    const std::string text = formatFilenameList(pairs);
    EXPECT_EQ(text, "b.png a.png \"\"\nc.png a.png \"red wall\"\n");
    EXPECT_EQ(parseFilenameList(text, "list", {.findsCondition = true}), pairs);
}
