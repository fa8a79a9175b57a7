// Tells whether the last steps of a run come out the same once more.
#pragma once

#include "app/cli/verb.h"

#include <string>

namespace unlit::cli {

/// JSON: {"run","from","to","figures","tensors","differences"}. `device`: "" = the run's own.
/// Failed where something differs. Throws CancelledError, and as verifyRun.
ExitCode reportVerification(VerbContext& context, const std::string& run,
                            const std::string& device);

} // namespace unlit::cli
