// What the verbs that write a model folder have in common.
#pragma once

#include "app/cli/verb.h"

#include <functional>
#include <string>

namespace unlit::cli {

/// From now on an interrupt is waited for by the caller, and what is half written beside `output`
/// is cleaned up when the program is killed. Returns what shows how much is written, a fraction,
/// and throws CancelledError once an interrupt is asked for. `context` outlives it.
std::function<void(double)> beginModelOutput(VerbContext& context, const std::string& output);

} // namespace unlit::cli
