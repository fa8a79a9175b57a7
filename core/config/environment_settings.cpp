#include "core/config/environment_settings.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <unistd.h>

namespace unlit::config {

namespace {

std::string keyOf(std::string_view name) {
    std::string key;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name.substr(i).starts_with("__")) {
            key += '.';
            ++i;
        } else {
            key += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
        }
    }
    return key;
}

} // namespace

std::vector<EnvironmentSetting> environmentSettings() {
    std::vector<EnvironmentSetting> settings;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos || !text.starts_with(kVariablePrefix))
            continue;
        const std::string_view name = text.substr(0, equals);
        settings.push_back({std::string(name),
                            keyOf(name.substr(std::string_view(kVariablePrefix).size())),
                            std::string(text.substr(equals + 1))});
    }
    std::ranges::sort(settings, {}, &EnvironmentSetting::variable);
    return settings;
}

} // namespace unlit::config
