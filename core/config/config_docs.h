// docs/config.md, from the schema.
#pragma once

#include <string>

namespace unlit::config {

/// The whole page, ends with a newline.
std::string configMarkdown();

} // namespace unlit::config
