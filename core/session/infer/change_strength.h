// Another strength of the correction for a result that is there: the network does not run again.
#pragma once

#include "core/session/infer/inference_types.h"

#include <memory>

namespace unlit {

/// Whether the albedo of this result can be taken back to the model's own word: it is a mean with
/// the picture at the picture's own size (guided detail, or tiles), with a strength that is left of
/// it.
bool canChangeStrength(const InferenceResult& result);

/// The result as if it had been asked for with another strength, in [0,1]: the same numbers as a
/// run up to the rounding of float32. Strokes are taken off first and solved again for the albedo
/// at its new strength: what a person says of it is not mixed with anything. The spread of an
/// ensemble goes with it; expected errors do not depend on it. Its files are no longer those of
/// `result`: there are none, and the request's own strength is left to the caller. Any thread;
/// about half a second for 8K. Precondition: canChangeStrength(result).
std::shared_ptr<InferenceResult> withStrength(const InferenceResult& result, double strength);

} // namespace unlit
