// The command line that does what a request asks for.
#pragma once

#include "core/session/infer/inference_types.h"

#include <string>

namespace unlit {

/// "unlit infer hall.exr --model … --output …", quoted for a POSIX shell, with every setting that
/// is not the program's own default. Paths stand as they are in the request. Without request.output
/// there is no --output, and the line has to be completed.
std::string inferCommand(const InferenceRequest& request);

} // namespace unlit
