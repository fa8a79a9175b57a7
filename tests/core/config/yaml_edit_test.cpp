// Single settings changed in texts that people wrote: the meaning is what was asked for, comments
// and order stay.
#include "core/config/yaml/yaml_edit.h"

#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/core/config/config_text.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using namespace unlit;
using namespace unlit::config;
using test::parsed;
using testing::ElementsAreArray;

namespace {

constexpr const char* kOdd = R"(# one
"quoted key": 'it''s # no comment'   # two

section:            # three
  # four
  number: 3.0e-05   # five
  list: [1, 2,      # six
         "a ] b"]
  deeper:
    text: a # b     # seven
    empty:          # eight
    note: |         # nine
      several lines
      # not a comment
  # ten

flow: {a: 1, b: [x, y], "c": {d: e}}  # eleven
sets:
- dir: one          # twelve
  list: l
  # thirteen
- list: m           # fourteen
  dir: two
  nothing: null
weights:
  - 0.5             # fifteen
  - 0.25
# sixteen
)";

/// Every "# word", in order; the block scalar's line that only looks like one is left out.
std::vector<std::string> commentsOf(const std::string& text) {
    std::vector<std::string> comments;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t at = line.rfind("# ");
        if (at != std::string::npos && line.find("no comment") != at + 2 &&
            line.find("not a comment") == std::string::npos)
            comments.push_back(line.substr(at));
    }
    return comments;
}

/// Paths of all scalars and nulls, and of all maps.
struct Paths {
    std::vector<std::string> leaves, maps;

    void collect(const Node& node, const std::string& path) {
        if (node.kind == Node::Kind::Map) {
            maps.push_back(path);
            for (const Entry& entry : node.entries)
                collect(entry.value, joinedPath(path, entry.key));
        } else if (node.kind == Node::Kind::List) {
            for (std::size_t i = 0; i < node.list.size(); ++i)
                collect(node.list[i], joinedPath(path, std::to_string(i)));
        } else {
            leaves.push_back(path);
        }
    }
};

Node& reach(Node& root, const std::string& path) {
    Node* node = &root;
    if (!path.empty())
        for (const std::string& part : pathParts(path))
            node = node->kind == Node::Kind::List
                       ? &node->list[static_cast<std::size_t>(listIndex(part))]
                       : &node->find(part)->value;
    return *node;
}

class RandomEdits {
public:
    explicit RandomEdits(std::string text) : m_text(std::move(text)), m_node(parsed(m_text)) {}

    void run(int edits) {
        for (int i = 0; i < edits; ++i) {
            Paths paths;
            paths.collect(m_node, "");
            const std::string before = m_text;
            if (m_random() % 3 == 0)
                insert(paths.maps[m_random() % paths.maps.size()], i);
            else if (!paths.leaves.empty())
                change(paths.leaves[m_random() % paths.leaves.size()]);
            ASSERT_EQ(yamlText(parsed(m_text)), yamlText(m_node)) << before << "\nto\n" << m_text;
            ASSERT_THAT(commentsOf(m_text), ElementsAreArray(commentsOf(before)))
                << before << "\nto\n"
                << m_text;
        }
    }

private:
    Node anyValue() {
        switch (m_random() % 6) {
        case 0:
            return Node::plain(std::to_string(m_random() % 1000));
        case 1:
            return Node::quoted("with #and: \"quotes\"");
        case 2:
            return Node::null();
        case 3:
            return Node::quoted("plain");
        case 4: {
            Node list;
            list.kind = Node::Kind::List;
            list.list = {Node::plain("1"), Node::quoted("a, b")};
            return list;
        }
        default:
            return Node::quoted("123");
        }
    }

    void change(const std::string& path) {
        const Node value = anyValue();
        m_text = withValue(m_text, path, value);
        reach(m_node, path) = value;
    }

    void insert(const std::string& map, int number) {
        const std::string key = "new_" + std::to_string(number);
        const Node value = anyValue();
        m_text = withValue(m_text, joinedPath(map, key), value);
        reach(m_node, map)[key] = value;
    }

    std::string m_text;
    Node m_node;
    std::mt19937 m_random{2024};
};

} // namespace

TEST(YamlEdit, random_edits_keep_every_comment) {
    RandomEdits(kOdd).run(150);
    int files = 0;
    const std::filesystem::path recipes = std::filesystem::path(UNLIT_SOURCE_DIR) / "configs";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(recipes)) {
        if (entry.path().extension() != ".yaml")
            continue;
        SCOPED_TRACE(entry.path());
        RandomEdits(readConfigText(entry.path())).run(30);
        ++files;
    }
    EXPECT_GE(files, 6);
}

TEST(YamlEdit, changes_the_value_and_nothing_else) {
    EXPECT_EQ(withValue("a: 1 # one\nb:\n  c: 2\n", "b.c", Node::plain("3")),
              "a: 1 # one\nb:\n  c: 3\n");
    EXPECT_EQ(withValue("a: 1  # one\n", "a", Node::quoted("x y")), "a: \"x y\"  # one\n");
    EXPECT_EQ(withValue("a: {b: 1, c: 2} # one\n", "a.b", Node::plain("3")),
              "a: {b: 3, c: 2} # one\n");
}

TEST(YamlEdit, new_keys_come_last_in_their_section) {
    EXPECT_EQ(withValue("a:\n  b: 1 # one\n\n# two\nc: 3\n", "a.d", Node::plain("2")),
              "a:\n  b: 1 # one\n  d: 2\n\n# two\nc: 3\n");
    EXPECT_EQ(withValue("", "a.b", Node::plain("2")), "a:\n  b: 2\n");
    EXPECT_EQ(withValue("# nothing yet", "a", Node::plain("2")), "# nothing yet\na: 2\n");
    EXPECT_EQ(withValue("a: {} # one\n", "a.b", Node::plain("2")), "a: {b: 2} # one\n");
}

TEST(YamlEdit, a_key_goes_with_its_lines_and_the_others_stay) {
    EXPECT_EQ(withoutKey("a: 1 # one\nb:\n  # two\n  c: 2\nd: 3 # four\n", "b"),
              "a: 1 # one\nd: 3 # four\n");
    EXPECT_EQ(withoutKey("a: {b: 1, c: 2} # one\n", "a.b"), "a: {c: 2} # one\n");
    EXPECT_EQ(withoutKey("a: {b: 1, c: 2} # one\n", "a.c"), "a: {b: 1} # one\n");
    EXPECT_EQ(withoutKey("a:\n  b: 1\nc: 2\n", "a.b"), "a: {}\nc: 2\n");
    EXPECT_EQ(withoutKey("s:\n- a: 1\n  b: 2\n", "s.0.a"), "s:\n- b: 2\n");
    EXPECT_EQ(withoutKey("a: 1\n", "b.c"), "a: 1\n");
}

TEST(YamlEdit, removing_every_key_one_by_one_keeps_the_rest) {
    Paths paths;
    paths.collect(parsed(kOdd), "");
    for (const std::string& path : paths.leaves) {
        const std::vector<std::string> parts = pathParts(path);
        if (listIndex(parts.back()) >= 0)
            continue;
        const std::string text = withoutKey(kOdd, path);
        EXPECT_EQ(parsed(text).at(path), nullptr) << path;
        EXPECT_GE(commentsOf(text).size() + 1, commentsOf(kOdd).size()) << path << "\n" << text;
    }
}

TEST(YamlEdit, what_cannot_be_changed_in_place_keeps_its_meaning) {
    const std::string text = withValue("a: &x {b: 1}\nc: *x\n", "c.b", Node::plain("2"));
    EXPECT_EQ(yamlText(parsed(text)), "a:\n  b: 1\nc:\n  b: 2\n");
}

TEST(YamlEdit, paths_that_lead_nowhere_are_refused) {
    test::expectError(ErrorKind::InvalidInput, {"a.b"},
                      [] { withValue("a: 1\n", "a.b", Node::null()); });
    test::expectError(ErrorKind::InvalidInput, {"a.7"},
                      [] { withValue("a: [1]\n", "a.7", Node::null()); });
    test::expectError(ErrorKind::InvalidInput, {}, [] { withValue("a: [1\n", "a", Node::null()); });
}
