// The settings of the Infer page, described as core/infer/infer_schema.h describes those of an
// inference: the studio's own file and the queue's have them from here.
#pragma once

#include "core/config/schema/option.h"
#include "ui/settings/infer_settings.h"

#include <map>
#include <string>

namespace unlit::ui {

/// "quality", and every setting of an inference. Bound to `settings`, which outlives it.
config::Options describeInference(InferSettings& settings);

/// Likewise, what is written and where.
config::Options describe(OutputChoice& output);

/// By key, as config::textOf writes them.
using StoredTexts = std::map<std::string, std::string>;

/// Sets what `stored` has. A value that cannot be used, and that of a key that is not there, stays
/// as it is. Earlier versions wrote some settings under other keys, and choices as numbers: those
/// are read, too.
void readStored(const config::Options& options, StoredTexts stored);

} // namespace unlit::ui
