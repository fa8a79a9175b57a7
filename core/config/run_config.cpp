#include "core/config/run_config.h"

#include "core/base/number_text.h"

namespace unlit::config {

bool isProcesses(const std::string& text) {
    const auto count = numberIn<int>(text);
    return text == "auto" || (count && *count >= 1 && *count <= kMostProcesses);
}

} // namespace unlit::config
