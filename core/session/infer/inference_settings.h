// Settings of a result as JSON: every flag of `unlit infer` under its name.
#pragma once

#include "core/session/infer/inference_types.h"

#include <nlohmann/json_fwd.hpp>

namespace unlit {

/// What gives the same pixels again: every setting under the name of its flag, with the values that
/// were really used in place of "auto" where these do not depend on the picture. A layer that was
/// not asked for, and a LoRA that is not there, are null.
nlohmann::ordered_json settingsJson(const InferenceResult& result);

} // namespace unlit
