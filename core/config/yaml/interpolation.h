// References inside a document of settings, as OmegaConf has them: "${trainer.max_iter}",
// "${oc.env:NAME,default}".
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"

#include <vector>

namespace unlit::config {

/// Puts what they refer to in the place of all references, of quoted texts too, and keeps the place
/// of the text that they stood in. A text that is one reference takes over a value of any kind; in
/// a longer text references become text. ${a.b} and ${a[0]} go from the root of the merged
/// document,
/// ${.b} and ${..b} from the map or list around; ${oc.env:NAME} is a variable of the environment.
/// "\${" is "${" itself. What refers to nothing, to itself, or in a way that is not known here is
/// an error with its place. Keys are left alone.
void resolveInterpolations(Node& document, std::vector<Diagnostic>& diagnostics);

/// One value of the document, for what has to be known before it is whole.
Node interpolated(const Node& document, const Node& value, std::vector<Diagnostic>& diagnostics);

} // namespace unlit::config
