#include "core/base/program_module.h"

#include "core/base/error.h"
#include "core/base/version.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include <dlfcn.h>
#include <link.h>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInstallHint = "install the program again, with all of its files";

/// Why the last of the loader's functions failed; it names the file mostly, which is named anyway.
std::string loaderProblem(const fs::path& file) {
    const char* text = dlerror();
    std::string problem = text == nullptr ? "for a reason that is not told" : text;
    const std::string prefix = file.string() + ": ";
    return problem.starts_with(prefix) ? problem.substr(prefix.size()) : problem;
}

/// The loader maps what the headers speak of, and the process dies of what is not there. The table
/// of sections comes last in a library.
bool isCutOff(const fs::path& file) {
    ElfW(Ehdr) header{};
    std::ifstream in(file, std::ios::binary);
    if (!in.read(reinterpret_cast<char*>(&header), sizeof header) ||
        std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return false; // the loader says what it is instead
    in.seekg(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(in.tellg());
    const std::uint64_t table = std::uint64_t{header.e_shnum} * header.e_shentsize;
    return header.e_shoff > size || table > size - header.e_shoff;
}

/// The loader has no number for it, only these words.
bool isForMemory(const std::string& why) {
    return why.find("failed to map segment") != std::string::npos ||
           why.find("cannot allocate memory") != std::string::npos;
}

[[noreturn]] void failToLoad(std::string_view what, const fs::path& file, const std::string& why) {
    if (isForMemory(why))
        throw Error(ErrorKind::OutOfMemory,
                    "the memory does not suffice to load " + std::string(what) +
                        " of this program from " + file.string() + ": " + why,
                    "close other programs, or raise the limit of this one (ulimit -v)");
    throw Error(ErrorKind::Corrupt,
                std::string(what) + " of this program cannot be loaded from " + file.string() +
                    ": " + why,
                "install the program again, with all libraries that it needs");
}

} // namespace

fs::path moduleFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&moduleFolder), &info) == 0 ||
        info.dli_fname == nullptr)
        return {};
    std::error_code ignored;
    const fs::path file = fs::weakly_canonical(info.dli_fname, ignored);
    return (ignored ? fs::path(info.dli_fname) : file).parent_path();
}

const void* openModule(const fs::path& file, std::string_view what) {
    std::error_code unreadable;
    if (!fs::exists(file, unreadable))
        throw Error::notFound(std::string(what) + " of this program is missing: there is no " +
                                  file.string(),
                              kInstallHint);
    if (isCutOff(file))
        failToLoad(what, file, "the file ends too early");
    // Not RTLD_NOW, which looks up every function of every library at once.
    void* module = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (module == nullptr)
        failToLoad(what, file, loaderProblem(file));
    using GetEntry = const ModuleEntry*();
    auto* const entryOf = reinterpret_cast<GetEntry*>(dlsym(module, kModuleEntryName));
    if (entryOf == nullptr)
        throw Error(ErrorKind::Corrupt,
                    file.string() + " is not " + std::string(what) + " of this program",
                    kInstallHint);
    const ModuleEntry& entry = *entryOf();
    if (entry.version != version())
        throw Error::unsupported(std::string(what) + " in " + file.string() + " is of version " +
                                     entry.version + ", the program of version " +
                                     std::string(version()),
                                 kInstallHint);
    return entry.functions;
}

} // namespace unlit
