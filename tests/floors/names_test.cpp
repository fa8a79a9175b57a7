// A unity build joins sources of one room: what stands in their anonymous namespaces must not have
// the same name twice (docs/adr/0013). The compiler sees that only where two happen to be joined.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// "core/train" of core/train/hooks/a.cpp, "tests/core/train" of its tests.
std::string roomOf(const fs::path& file) {
    std::string room;
    const std::size_t depth = file.string().starts_with("tests/core/") ? 3 : 2;
    std::size_t taken = 0;
    for (auto part = file.begin(); part != file.end() && taken < depth; ++part, ++taken)
        room += (room.empty() ? "" : "/") + part->string();
    return room;
}

/// "const Image& a, int b = 2" -> "const Image&,int,": what tells overloads apart.
std::string typesOf(const std::string& parameters) {
    static const std::regex value(R"(\s*=.*$)");
    static const std::regex name(R"(([\s&*])\w+$)");
    std::string types;
    std::string one;
    const auto close = [&] {
        one = std::regex_replace(std::regex_replace(one, value, ""), name, "$1");
        types += (one.ends_with(' ') ? one.substr(0, one.size() - 1) : one) + ",";
        one.clear();
    };
    int depth = 0;
    for (const char c : parameters) {
        depth += c == '<' || c == '(' || c == '{' ? 1 : 0;
        depth -= c == '>' || c == ')' || c == '}' ? 1 : 0;
        if (c == ',' && depth == 0)
            close();
        else if (c != ' ' || !one.empty())
            one += c;
    }
    close();
    return types;
}

/// What a statement at the margin declares: "kSide", "Reader", "sizeOf(const Image&,)"; "" =
/// nothing that could collide.
std::string declaredBy(const std::string& statement) {
    static const std::regex type(R"(^(?:struct|class|enum(?: class)?) (\w+))");
    static const std::regex constant(
        R"(^(?:inline |static )?(?:constexpr|const) [^=({]*?\b(k[A-Z]\w*)\b)");
    static const std::regex function(
        R"(^[\w:<>,&*\[\] ]*?[ &*](\w+)\((.*)\)(?: const| noexcept)* \{$)");
    std::smatch found;
    if (std::regex_search(statement, found, type) || std::regex_search(statement, found, constant))
        return found[1];
    if (std::regex_search(statement, found, function))
        return found[1].str() + "(" + typesOf(found[2]) + ")";
    return "";
}

/// Of what stands at the margin; "public:" inside a class begins nothing.
bool beginsStatement(const std::string& line) {
    return !line.empty() && std::isalpha(static_cast<unsigned char>(line.front())) != 0 &&
           !line.ends_with(':');
}

std::set<std::string> privateNamesOf(const fs::path& path) {
    std::set<std::string> names;
    std::ifstream in(path);
    bool isInside = false;
    std::string statement;
    for (std::string line; std::getline(in, line);) {
        if (line == "namespace {" || line == "} // namespace") {
            isInside = line == "namespace {";
            statement.clear();
            continue;
        }
        if (!isInside || (statement.empty() && !beginsStatement(line)))
            continue;
        const std::size_t text = line.find_first_not_of(' ');
        statement += (statement.empty() ? "" : " ") + (text == line.npos ? "" : line.substr(text));
        if (!statement.ends_with('{') && !statement.ends_with(';') && statement.size() < 2000)
            continue;
        if (const std::string name = declaredBy(statement); !name.empty())
            names.insert(name);
        statement.clear();
    }
    return names;
}

/// The C++ namespaces that a source opens: equal names in different ones are different.
std::string namespacesOf(const fs::path& path) {
    std::ifstream in(path);
    std::string all;
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("namespace unlit"))
            all += line;
    return all;
}

} // namespace

TEST(Names, what_a_source_has_for_itself_is_read) {
    EXPECT_EQ(declaredBy("constexpr int kRowPx = 28;"), "kRowPx");
    EXPECT_EQ(declaredBy("const std::map<int, Row> kRows = {"), "kRows");
    EXPECT_EQ(declaredBy("class Reader : public Base {"), "Reader");
    EXPECT_EQ(declaredBy("Image scaled(const Image& image, const Size& size = {1, 2}, int n) {"),
              "scaled(const Image&,const Size&,int,)");
    EXPECT_EQ(declaredBy("using Json = nlohmann::json;"), "");
}

TEST(Names, sources_of_a_room_have_no_private_name_in_common) {
    std::map<std::string, std::vector<std::string>> owners;
    for (const char* floor : {"core", "ui", "app", "tests"})
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(UNLIT_SOURCE_DIR) / floor)) {
            if (entry.path().extension() != ".cpp")
                continue;
            const fs::path file = fs::relative(entry.path(), UNLIT_SOURCE_DIR);
            for (const std::string& name : privateNamesOf(entry.path()))
                owners[roomOf(file) + " " + namespacesOf(entry.path()) + " " + name].push_back(
                    file);
        }
    EXPECT_GT(owners.size(), 1000U);
    std::string twice;
    for (const auto& [name, files] : owners)
        if (files.size() > 1)
            twice += name + ": " + files[0] + ", " + files[1] + "\n";
    EXPECT_EQ(twice, "");
}
