// Lets the program work until a sample is on show.
#pragma once

#include <functional>

namespace unlit::ui {

/// Lets events run until `isTrue`; loading happens on other threads. Throws Error::internal after
/// half a minute.
void waitUntil(const std::function<bool()>& isTrue);

} // namespace unlit::ui
