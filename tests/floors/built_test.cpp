// A source that no list names is compiled by nobody: a test among them would pass for ever.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace fs = std::filesystem;

namespace {

bool isPartOfPath(char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_' || sign == '/';
}

/// Whether `path` stands in `text` by itself, not at the end of a longer one.
bool names(const std::string& text, const std::string& path) {
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + 1)) {
        const std::size_t end = at + path.size();
        if ((at == 0 || !isPartOfPath(text[at - 1])) &&
            (end == text.size() || !isPartOfPath(text[end])))
            return true;
    }
    return false;
}

/// What lists: without comments, and without commands that only set properties of sources.
std::string listsIn(const std::string& text) {
    static const std::regex others(R"(#[^\n]*|set_source_files_properties\([^)]*\))");
    return std::regex_replace(text, others, "");
}

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    return listsIn({std::istreambuf_iterator<char>(in), {}});
}

/// Whether the list of the source's folder names the source, or one above it, or that of modules.
bool isListed(const fs::path& source, const fs::path& root) {
    for (fs::path folder = source.parent_path();; folder = folder.parent_path()) {
        if (names(textOf(folder / "CMakeLists.txt"), fs::relative(source, folder).generic_string()))
            return true;
        if (folder == root)
            break;
    }
    return names(textOf(root / "cmake" / "modules.cmake"),
                 "${CMAKE_SOURCE_DIR}/" + fs::relative(source, root).generic_string());
}

} // namespace

TEST(Built, lists_are_read_by_whole_names) {
    EXPECT_TRUE(names("add(a_test.cpp\n b/c_test.cpp)", "a_test.cpp"));
    EXPECT_TRUE(names("add(a_test.cpp\n b/c_test.cpp)", "b/c_test.cpp"));
    EXPECT_FALSE(names("add(a_test.cpp\n b/c_test.cpp)", "c_test.cpp"));
    EXPECT_FALSE(names("add(a_test.cpp)", "test.cpp"));
    EXPECT_FALSE(names("add(a_test.cpp_of)", "a_test.cpp"));
}

TEST(Built, what_is_told_beside_is_no_list) {
    const std::string text =
        listsIn("add(a.cpp # b.cpp\n)\nset_source_files_properties(c.cpp PROPERTIES X Y)\nd.cpp");
    EXPECT_TRUE(names(text, "a.cpp"));
    EXPECT_FALSE(names(text, "b.cpp"));
    EXPECT_FALSE(names(text, "c.cpp"));
    EXPECT_TRUE(names(text, "d.cpp"));
}

TEST(Built, every_source_is_in_a_list) {
    const fs::path root = UNLIT_SOURCE_DIR;
    int count = 0;
    for (const char* floor : {"app", "bench", "core", "tests", "ui"})
        for (const auto& entry : fs::recursive_directory_iterator(root / floor)) {
            if (entry.path().extension() != ".cpp")
                continue;
            ++count;
            EXPECT_TRUE(isListed(entry.path(), root)) << fs::relative(entry.path(), root).string();
        }
    EXPECT_GT(count, 1000);
}
