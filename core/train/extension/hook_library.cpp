#include "core/train/extension/hook_library.h"

#include "core/base/error.h"

#include <dlfcn.h>

namespace unlit::train {

namespace fs = std::filesystem;

const extension::Library& loadHookLibrary(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
        throw Error::notFound("there is no library of hooks " + file.string(),
                              "build it, or mend the path in hooks");
    void* const opened = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) {
        const char* why = dlerror();
        throw Error::corrupt(file, std::string("it cannot be loaded: ") + (why ? why : "no reason"),
                             "build it for this machine as a shared library");
    }
    using Give = const extension::Library*();
    auto* const give = reinterpret_cast<Give*>(dlsym(opened, extension::kLibraryFunction));
    if (give == nullptr)
        throw Error::corrupt(file, "it is no library of hooks",
                             "include unlit/hook.h in it and register a hook with UNLIT_HOOK");
    const extension::Library& library = *give();
    if (library.version != extension::kVersion || library.textSize != sizeof(std::string))
        throw Error::unsupported(
            file.string() + " was built for hooks of version " + std::to_string(library.version) +
                " or with another standard library; this program has version " +
                std::to_string(extension::kVersion),
            "build it again against this installation");
    return library;
}

} // namespace unlit::train
