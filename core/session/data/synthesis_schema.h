// The settings of a rendered set, said once; as core/infer/infer_schema.h for an inference.
#pragma once

#include "core/config/schema/option.h"
#include "core/session/data/synthesize_dataset.h"

namespace unlit {

inline constexpr const char* kSetHeading = "Set";
inline constexpr const char* kRenderingHeading = "Rendering";

/// All but the places and what a file of --from says of materials. Bound to `options`, which
/// outlives it.
config::Options describe(SynthesisOptions& options);

/// Limits of the whole number of this key.
config::WholeLimits synthesisLimits(std::string_view key);

} // namespace unlit
