// When a splash is wanted, and how the program that it announces ends it.
#pragma once

#include <string_view>
#include <vector>

namespace unlit {

/// The environment variable with the number of the file descriptor that the studio closes when its
/// window is there; it is closed by itself where the studio ends before.
inline constexpr const char* kSplashVariable = "UNLIT_SPLASH";

/// Whether these arguments (without the program's name) lead to a window, and there is a screen
/// for it.
bool wantsSplash(const std::vector<std::string_view>& arguments);

} // namespace unlit
