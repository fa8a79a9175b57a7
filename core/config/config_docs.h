// docs/config.md and docs/new-models.md, from the schemas.
#pragma once

#include <string>

namespace unlit::config {

/// Whole pages, each ends with a newline.
std::string configMarkdown();
std::string newModelMarkdown();

} // namespace unlit::config
