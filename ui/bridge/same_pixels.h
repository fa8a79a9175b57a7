// Whether two requests ask for the same pixels, wherever these go.
#pragma once

#include "core/session/inference_types.h"

namespace unlit::ui {

/// By their command lines without names of files: what *Copy command* copies decides.
bool makesSamePixels(InferenceRequest a, InferenceRequest b);

} // namespace unlit::ui
