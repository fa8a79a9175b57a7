#include "core/train/build_info.h"

#include "core/base/version.h"

#include <nlohmann/json.hpp>

#include <sstream>

#include <sys/utsname.h>

namespace unlit::train {

namespace {

constexpr std::string_view compilerName() {
#if defined(__clang__)
    return "clang ";
#else
    return "gcc ";
#endif
}

/// "0.1.0-3-gabc1234-dirty" -> "abc1234-dirty".
std::string commitIn(std::string_view version) {
    const std::size_t at = version.rfind("-g");
    return at == std::string_view::npos ? "" : std::string(version.substr(at + 2));
}

/// CMake hands them over as "Torch=1.13.1;OpenEXR=3.1.5": the floors keep headers apart.
nlohmann::ordered_json libraryVersions() {
    nlohmann::ordered_json versions = nlohmann::ordered_json::object();
    std::istringstream list(UNLIT_LIBRARY_VERSIONS);
    for (std::string entry; std::getline(list, entry, ';');)
        if (const std::size_t equals = entry.find('='); equals != std::string::npos)
            versions[entry.substr(0, equals)] = entry.substr(equals + 1);
    return versions;
}

std::string systemName() {
    utsname name{};
    if (::uname(&name) != 0)
        return "";
    return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

} // namespace

std::string buildInfoJson() {
    const nlohmann::ordered_json info = {
        {"version", version()},
        {"commit", commitIn(version())},
        {"compiler", std::string(compilerName()) + __VERSION__},
        {"build_type", UNLIT_BUILD_TYPE},
        {"libraries", libraryVersions()},
        {"system", systemName()},
    };
    return info.dump(2) + "\n";
}

} // namespace unlit::train
