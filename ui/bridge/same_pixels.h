// Whether two requests ask for the same pixels, wherever these go.
#pragma once

#include "core/session/infer/inference_types.h"

namespace unlit::ui {

/// By their command lines without names of files: what *Copy command* copies decides.
/// Strokes are compared by what they say, those that are off not at all.
bool makesSamePixels(InferenceRequest a, InferenceRequest b);

/// Whether two sets of strokes correct a picture in the same way. Null = none.
bool makeSameCorrections(const StrokeSet* a, const StrokeSet* b);

} // namespace unlit::ui
