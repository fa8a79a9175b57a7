#include "core/base/distinct_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace unlit {

namespace {

/// From the end.
using Parts = std::vector<std::string>;

Parts partsOf(const std::string& path) {
    Parts parts;
    for (const std::filesystem::path& part : std::filesystem::path(path).lexically_normal())
        if (!part.empty())
            parts.push_back(part.string());
    std::ranges::reverse(parts);
    return parts.empty() ? Parts{path} : parts;
}

/// One that is missing tells a path apart, too.
std::string partAt(const Parts& parts, std::size_t place) {
    return place < parts.size() ? parts[place] : std::string();
}

std::string named(const Parts& parts, std::size_t place) {
    const std::string folder = partAt(parts, place);
    return folder.empty() ? parts.front() : folder + "/" + parts.front();
}

std::string joinedTo(const Parts& parts, std::size_t place) {
    std::string name = parts.front();
    for (std::size_t i = 1; i <= place && i < parts.size(); ++i)
        name = parts[i] + "/" + name;
    return name;
}

/// Names of different paths that end alike.
std::map<Parts, std::string> namesOf(const std::set<Parts>& alike) {
    std::map<Parts, std::string> names;
    if (alike.size() == 1)
        return {{*alike.begin(), alike.begin()->front()}};
    std::size_t longest = 0;
    for (const Parts& parts : alike)
        longest = std::max(longest, parts.size());
    for (std::size_t place = 1; place < longest; ++place) {
        std::set<std::string> told, whole;
        for (const Parts& parts : alike) {
            told.insert(named(parts, place));
            whole.insert(joinedTo(parts, place));
        }
        if (whole.size() < alike.size())
            continue;
        const bool isEnough = told.size() == alike.size();
        for (const Parts& parts : alike)
            names[parts] = isEnough ? named(parts, place) : joinedTo(parts, place);
        break;
    }
    return names;
}

} // namespace

std::vector<std::string> distinctNames(const std::vector<std::string>& paths) {
    std::map<std::string, std::set<Parts>> alike;
    for (const std::string& path : paths) {
        const Parts parts = partsOf(path);
        alike[parts.front()].insert(parts);
    }
    std::map<Parts, std::string> names;
    for (const auto& [end, group] : alike)
        names.merge(namesOf(group));
    std::vector<std::string> result;
    for (const std::string& path : paths)
        result.push_back(names.at(partsOf(path)));
    return result;
}

} // namespace unlit
