#include "core/config/yaml/yaml_reader.h"

#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(YamlReader, values_know_where_they_stand) {
    std::vector<Diagnostic> found;
    const Node document = parseYaml("lr: 0.5\ntrainer:\n  save_period:   7\n", "a.yaml", found);
    EXPECT_TRUE(found.empty());
    ASSERT_NE(document.at("trainer.save_period"), nullptr);
    EXPECT_EQ(textOf(document.at("trainer.save_period")->mark), "a.yaml:3:18");
    EXPECT_EQ(textOf(document.find("trainer")->mark), "a.yaml:2:1");
}

TEST(YamlReader, quotes_make_a_text_of_anything) {
    std::vector<Diagnostic> found;
    const Node document = parseYaml("a: 5\nb: \"5\"\nc: ~\nd: '~'\n", "a.yaml", found);
    EXPECT_FALSE(document.at("a")->isQuoted);
    EXPECT_TRUE(document.at("b")->isQuoted);
    EXPECT_EQ(document.at("c")->kind, Node::Kind::Null);
    EXPECT_EQ(document.at("d")->scalar, "~");
}

TEST(YamlReader, a_key_that_stands_there_twice_is_told) {
    EXPECT_THAT(linesOf(loadWith("lr: 0.5\nmax_iter: 3\nlr: 0.25\n")),
                ElementsAre("train.yaml:8:1: the key lr is there twice, first in line 6; take one "
                            "of them out"));
    EXPECT_EQ(loadWith("lr: 0.5\nlr: 0.25\n").config.lr, 0.5);
}

TEST(YamlReader, what_is_not_yaml_is_one_sentence_with_its_place) {
    EXPECT_THAT(linesOf(loadText("lr: 0.5\ntrainer: {save_period: 5\nlr: 3\n")),
                testing::Contains(AllOf(StartsWith("train.yaml:3:"), HasSubstr("is not YAML"))));
    EXPECT_THAT(linesOf(loadText("- 1\n- 2\n")),
                testing::Contains(StartsWith("train.yaml:1:1: settings are keys with values")));
    EXPECT_THAT(linesOf(loadText("a: 1\n---\nb: 2\n")),
                testing::Contains(HasSubstr("a second document begins here")));
    EXPECT_THAT(linesOf(loadText(std::string("a\0b", 3))),
                testing::Contains(HasSubstr("is not a text file")));
}

TEST(YamlReader, texts_that_blow_up_are_refused) {
    EXPECT_FALSE(loadText(std::string(3000, '[')).isUsable());
    std::string nested = "x: ";
    for (int i = 0; i < 60; ++i)
        nested += "{a: ";
    nested += "1" + std::string(60, '}') + "\n";
    EXPECT_THAT(linesOf(loadText(nested)), testing::Contains(HasSubstr("nested too deeply")));
    // Each line holds ten of the line before: 10^8 values in ten lines.
    std::string bomb = "l0: &l0 [1,1,1,1,1,1,1,1,1,1]\n";
    for (int i = 1; i < 8; ++i) {
        const std::string before = "*l" + std::to_string(i - 1);
        bomb += "l" + std::to_string(i) + ": &l" + std::to_string(i) + " [" + before;
        for (int k = 1; k < 10; ++k)
            bomb += "," + before;
        bomb += "]\n";
    }
    EXPECT_THAT(linesOf(loadText(bomb)), testing::Contains(HasSubstr("too many values")));
}

TEST(YamlReader, a_text_that_begins_with_a_comma_ends) {
    EXPECT_FALSE(loadText(", shading\nlr: 0.5\n").isUsable());
    EXPECT_FALSE(loadText("}").isUsable());
    EXPECT_FALSE(loadText("lr: 0.5\n]\n").isUsable());
}

TEST(YamlReader, files_from_other_systems_are_read) {
    const LoadedConfig loaded = loadText("\xEF\xBB\xBFmax_iter: 7\r\nlr: 0.5\r\n");
    EXPECT_EQ(loaded.config.maxIter, 7);
    EXPECT_EQ(loaded.config.lr, 0.5);
}

TEST(YamlReader, an_empty_file_means_all_defaults) {
    std::vector<Diagnostic> found;
    EXPECT_EQ(parseYaml("", "a.yaml", found).kind, Node::Kind::Map);
    EXPECT_EQ(parseYaml("# nothing\n", "a.yaml", found).kind, Node::Kind::Map);
    EXPECT_TRUE(found.empty());
}

TEST(YamlReader, a_device_without_end_is_refused) {
    EXPECT_THROW(readConfigText("/dev/zero"), Error);
    EXPECT_THAT(linesOf(loadConfigText("base_config: /dev/zero\n", "train.yaml")),
                testing::Contains(HasSubstr("there is no base_config /dev/zero")));
}
