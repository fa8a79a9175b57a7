// How a file is read and what is written, said once; see core/infer/infer_schema.h for what the
// network does between the two.
#pragma once

#include "core/infer/infer_schema.h"
#include "core/session/infer/inference_types.h"

namespace unlit {

inline constexpr const char* kPaintHeading = "Paint";
inline constexpr const char* kOutputHeading = "Output";

/// As describe(InferOptions&).
config::Options describe(InputOptions& input);

/// All but the folder, which is a place and no setting.
config::Options describe(OutputOptions& output);

/// "input_space" and "exposure", for what reads pictures in its own way.
config::Option inputSpaceOption(std::optional<ColorSpace>& space);
config::Option exposureOption(std::optional<double>& exposureEv);
config::Option outputSpaceOption(std::optional<ColorSpace>& space);

} // namespace unlit
