#include "core/config/hook_config.h"

namespace unlit::config {

const std::vector<BuiltInHook>& builtInHooks() {
    static const std::vector<BuiltInHook> kHooks = {
        {"norms",
         "Norms of weights, gradients and updates by part of the network, as figures",
         {{"depth", "1", "how many parts of a weight's name make a group"}}},
        {"trace",
         "What each step spends its time on, as a trace that Perfetto and chrome://tracing open",
         {{"steps", "50", "how many steps it holds"},
          {"from", "0", "steps of this run's process that it leaves out first"}}},
    };
    return kHooks;
}

std::pair<std::string, std::string> hookOption(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

} // namespace unlit::config
