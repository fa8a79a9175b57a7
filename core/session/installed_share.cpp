#include "core/session/installed_share.h"

#include <string>
#include <string_view>

namespace unlit {

namespace fs = std::filesystem;

fs::path runningProgram() {
    std::error_code unreadable;
    const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
    if (unreadable)
        return {};
    // Of a program that was replaced while it runs: what has come in its place.
    constexpr std::string_view kReplaced = " (deleted)";
    const std::string name = program.string();
    return name.ends_with(kReplaced) ? fs::path(name.substr(0, name.size() - kReplaced.size()))
                                     : program;
}

fs::path commandLineProgram() {
    const fs::path own = runningProgram();
    if (own.filename() == "unlit")
        return own;
    const fs::path folder = own.parent_path();
    for (const fs::path& candidate :
         {folder / "unlit", folder / "../../bin/unlit", folder / "../../unlit"}) {
        std::error_code ignored;
        if (fs::is_regular_file(candidate, ignored))
            return candidate.lexically_normal();
    }
    return "unlit";
}

fs::path installedShare(const fs::path& program, const fs::path& name, const fs::path& witness) {
    if (program.empty())
        return {};
    const fs::path folder = program.parent_path();
    const fs::path prefix = folder.parent_path();
    for (const fs::path& root : {prefix, folder, prefix.parent_path()}) {
        const fs::path share = root / "share/unlit" / name;
        std::error_code ignored;
        if (fs::exists(share / witness, ignored))
            return share;
    }
    return {};
}

} // namespace unlit
