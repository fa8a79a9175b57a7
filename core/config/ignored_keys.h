// Keys of public Marigold files that are understood and do nothing here.
#pragma once

#include <string>
#include <string_view>

namespace unlit::config {

/// Why the key at this path does nothing; "" when it is not one of them. Everything below such a
/// key is ignored, too.
std::string_view whyIgnored(const std::string& path);

} // namespace unlit::config
