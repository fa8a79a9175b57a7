// Where things are kept that can be made again.
#pragma once

#include <filesystem>
#include <string_view>

namespace unlit::ui {

/// ~/.cache/unlit/NAME, or where XDG_CACHE_HOME says. Empty where there is no home.
std::filesystem::path cacheFolder(std::string_view name);

/// Of pictures that were pasted: $XDG_CACHE_HOME/unlit/pasted.
std::filesystem::path pastedFolder();

} // namespace unlit::ui
