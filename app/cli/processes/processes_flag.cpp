#include "app/cli/processes/processes_flag.h"

#include "core/base/number_text.h"
#include "core/config/run_config.h"
#include "core/session/system_report.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr const char* kOneEachGpu = "auto";

} // namespace

void addProcesses(OptionSet& options, std::optional<std::string>& target, const std::string& help) {
    const auto assign = [&target](const std::string& text) {
        target = text;
        return config::isProcesses(text);
    };
    options.value("--processes", "N|auto",
                  {"a whole number from 1 to 1024, or auto", {kOneEachGpu}}, assign, help, "1");
}

int processesIn(const std::string& text) {
    if (text == kOneEachGpu)
        return std::max<int>(1, static_cast<int>(describeSystem().devices.size()) - 1);
    return numberIn<int>(text).value_or(1);
}

} // namespace unlit::cli
