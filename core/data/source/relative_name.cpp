#include "core/data/source/relative_name.h"

#include <vector>

namespace unlit::data {

namespace {

std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const std::size_t slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        if (!part.empty() && part != ".")
            parts.push_back(part);
        name = slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
    }
    return parts;
}

} // namespace

std::string whyUnsafe(std::string_view name) {
    if (name.find('\0') != std::string_view::npos)
        return "holds a null byte";
    if (name.starts_with('/'))
        return "is absolute";
    const auto parts = partsOf(name);
    if (parts.empty())
        return "is empty";
    for (const std::string_view part : parts)
        if (part == "..")
            return "leads out of the set with '..'";
    return "";
}

std::string tidyName(std::string_view name) {
    std::string tidy;
    for (const std::string_view part : partsOf(name)) {
        if (!tidy.empty())
            tidy += '/';
        tidy += part;
    }
    return tidy;
}

} // namespace unlit::data
