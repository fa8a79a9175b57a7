// The settings of an evaluation, said once; as core/infer/infer_schema.h for an inference.
#pragma once

#include "core/config/schema/option.h"
#include "core/session/evaluate/evaluate_commands.h"

namespace unlit {

inline constexpr const char* kPicturesHeading = "Pictures";
inline constexpr const char* kProtocolHeading = "Protocol";

/// What is measured and how, without models and places, and without how the network runs (that is
/// describe(InferOptions&) of `request.options`). Bound to `request`, which outlives it.
config::Options describe(EvaluationRequest& request);

} // namespace unlit
