// Parts of the program that are loaded when they are first needed: shared libraries beside the one
// that this code lies in.
#pragma once

#include <filesystem>
#include <string_view>

namespace unlit {

/// What a module says of itself. Asked before anything else of it is used: the first member stays
/// what it is for ever, so that a module of another version can be told.
struct ModuleEntry {
    const char* version;   ///< version() of the build that it comes from
    const void* functions; ///< the table that its header describes
};

/// The one name that a module exports: `extern "C" const ModuleEntry* unlitModule()`.
inline constexpr const char* kModuleEntryName = "unlitModule";

/// The folder that libunlit.so lies in, wherever that has been moved.
std::filesystem::path moduleFolder();

/// Loads the module for good, with all that it is linked with, and gives its table. `what` stands
/// in messages: "the engine". Throws Error naming the file: NotFound, Unsupported for a module of
/// another version, Corrupt for one that cannot be loaded or is none. Thread: any.
const void* openModule(const std::filesystem::path& file, std::string_view what);

} // namespace unlit
