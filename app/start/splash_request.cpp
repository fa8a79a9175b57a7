#include "app/start/splash_request.h"

#include <algorithm>
#include <cstdlib>

namespace unlit {

namespace {

bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

/// Options that print or write something and leave.
bool isAnswered(std::string_view argument) {
    for (const std::string_view option :
         {"-h", "--help", "--help-all", "-v", "--version", "--man", "--screenshot"})
        if (argument == option || argument.substr(0, argument.find('=')) == option)
            return true;
    return false;
}

} // namespace

bool wantsSplash(const std::vector<std::string_view>& arguments) {
    const bool hasScreen = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
    return hasScreen && std::ranges::none_of(arguments, isAnswered);
}

} // namespace unlit
