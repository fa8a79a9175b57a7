// Rooms that need each other are one room with a wall in it: whoever changes one has to know both.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// Room -> rooms that it includes from, each with one line that does so.
using Rooms = std::map<std::string, std::map<std::string, std::string>>;

/// The first `depth` folders of a path: "core/train" of core/train/hooks/a.h for 2. What lies in
/// fewer folders belongs to none: it puts the rooms beside it together.
std::string roomOf(const fs::path& file, int depth) {
    std::string room;
    int taken = 0;
    for (const fs::path& part : file.parent_path()) {
        if (taken++ == depth)
            break;
        room += (room.empty() ? "" : "/") + part.string();
    }
    return taken < depth ? "" : room;
}

Rooms roomsOf(const fs::path& root, int depth) {
    static const std::regex pattern(R"re(^\s*#include "((?:core|ui|app)/[^"]+)")re");
    Rooms rooms;
    for (const char* floor : {"core", "ui", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / floor)) {
            const fs::path file = fs::relative(entry.path(), root);
            const std::string room = roomOf(file, depth);
            if (room.empty() || (file.extension() != ".h" && file.extension() != ".cpp"))
                continue;
            std::ifstream source(entry.path());
            std::smatch match;
            for (std::string line; std::getline(source, line);)
                if (std::regex_search(line, match, pattern))
                    if (const std::string used = roomOf(match[1].str(), depth);
                        !used.empty() && used != room)
                        rooms[room].emplace(used, file.string() + " includes " + match[1].str());
        }
    return rooms;
}

bool leadsTo(const Rooms& rooms, const std::string& from, const std::string& to) {
    std::set<std::string> seen;
    std::vector<std::string> open = {from};
    while (!open.empty()) {
        const std::string room = open.back();
        open.pop_back();
        if (room == to)
            return true;
        if (seen.insert(room).second && rooms.contains(room))
            for (const auto& [used, line] : rooms.at(room))
                open.push_back(used);
    }
    return false;
}

/// Every include by which a room reaches one that leads back to it; empty where there is none.
std::string circles(const Rooms& rooms) {
    std::string text;
    for (const auto& [room, others] : rooms)
        for (const auto& [used, line] : others)
            if (leadsTo(rooms, used, room))
                text += line + "\n";
    return text;
}

} // namespace

TEST(Circles, are_found) {
    const Rooms rooms = {{"a", {{"b", "a to b"}}},
                         {"b", {{"c", "b to c"}}},
                         {"c", {{"a", "c to a"}}},
                         {"d", {{"a", ""}}}};
    EXPECT_EQ(circles(rooms), "a to b\nb to c\nc to a\n");
}

TEST(Circles, rooms_of_a_floor_need_each_other_one_way) {
    const Rooms rooms = roomsOf(UNLIT_SOURCE_DIR, 2);
    EXPECT_GT(rooms.size(), 20U);
    EXPECT_EQ(circles(rooms), "");
}

TEST(Circles, folders_of_a_room_need_each_other_one_way) {
    const Rooms rooms = roomsOf(UNLIT_SOURCE_DIR, 3);
    EXPECT_GT(rooms.size(), 20U);
    EXPECT_EQ(circles(rooms), "");
}
