// The program's version, from git describe.
#pragma once

#include <string_view>

namespace unlit {

std::string_view version();

} // namespace unlit
