// Options of a run that another option makes idle.
#pragma once

#include "core/options/infer_options.h"

#include <string>
#include <vector>

namespace unlit {

/// A full thought for each option that was given a value of its own and does nothing, with its name
/// as on the command line; lower case, without full stop.
std::vector<std::string> idleOptions(const InferOptions& options);

} // namespace unlit
