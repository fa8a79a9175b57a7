#include "core/session/train/allowed_programs.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/steering.h"
#include "core/base/user_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace unlit {

namespace fs = std::filesystem;

namespace {

/// "" without a home.
fs::path allowedFile() {
    const fs::path folder = userFolder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? fs::path() : folder / "unlit" / "allowed_programs.json";
}

/// One that cannot be read allows nothing.
std::set<std::string> allowedHere() {
    std::ifstream file(allowedFile());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto json = nlohmann::json::parse(text, nullptr, false);
    std::set<std::string> allowed;
    if (json.is_array())
        for (const auto& entry : json)
            if (entry.is_string())
                allowed.insert(entry.get<std::string>());
    return allowed;
}

fs::path folderOf(const config::TrainConfig& config) {
    return fs::absolute(config.run.baseDataDir.empty() ? fs::current_path()
                                                       : config.run.baseDataDir)
        .lexically_normal();
}

} // namespace

std::vector<std::string> programsOf(const config::TrainConfig& config) {
    const fs::path folder = folderOf(config);
    std::vector<std::string> programs;
    const auto add = [&programs](const std::string& line) {
        const std::string shown = withoutSteering(line, '?');
        if (std::ranges::find(programs, shown) == programs.end())
            programs.push_back(shown);
    };
    const auto addCommand = [&](const std::vector<std::string>& words) {
        if (!words.empty())
            add("in " + folder.string() + ": " +
                nlohmann::json(words).dump(-1, ' ', false,
                                           nlohmann::json::error_handler_t::replace));
    };
    for (const auto* command :
         {&config.on.finished, &config.on.failed, &config.on.best, &config.on.stopped})
        addCommand(*command);
    for (const config::HookConfig& hook : config.hooks) {
        addCommand(hook.command);
        if (!hook.sharedLibrary.empty())
            add("library " + (folder / hook.sharedLibrary).lexically_normal().string());
    }
    return programs;
}

std::vector<std::string> programsToAllow(const config::TrainConfig& config) {
    std::vector<std::string> programs = programsOf(config);
    if (programs.empty())
        return programs;
    const std::set<std::string> allowed = allowedHere();
    std::erase_if(programs,
                  [&allowed](const std::string& program) { return allowed.contains(program); });
    return programs;
}

void allowPrograms(const std::vector<std::string>& programs) {
    if (programs.empty())
        return;
    const fs::path file = allowedFile();
    if (file.empty())
        throw Error::invalidInput("there is no place to remember allowed programs in",
                                  "set HOME or XDG_CONFIG_HOME");
    std::set<std::string> allowed = allowedHere();
    allowed.insert(programs.begin(), programs.end());
    fs::create_directories(file.parent_path());
    writeAtomically(file, nlohmann::json(allowed).dump(2) + "\n");
}

void requireAllowedPrograms(const config::TrainConfig& config) {
    std::string text;
    for (const std::string& program : programsToAllow(config))
        text += (text.empty() ? "" : "; ") + program;
    if (!text.empty())
        throw Error::invalidInput("the recipe starts programs that were not allowed here: " + text,
                                  "look at them, then allow them with unlit train "
                                  "--allow-programs, or take them out of hooks and on");
}

} // namespace unlit
