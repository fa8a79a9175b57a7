// Another strength, detail or black for a result that is there: the network does not run again.
#pragma once

#include "core/session/infer/inference_types.h"

#include <memory>

namespace unlit {

/// Whether the network's answer is still there (Prediction::answer): not of results in tiles, of
/// frames of a sequence, and of results that were read from files.
inline bool canFinishAgain(const InferenceResult& result) {
    return result.prediction.answer && result.display && !result.request.sequence;
}

/// The result as if it had been asked for with the strength, detail and keepBlack of `options`,
/// which its request then has: the same numbers as a run. Strokes are solved again. Its files are
/// no longer those of `result`: there are none. Null where only a run can tell: the network would
/// see another picture, as there are pixels without light. Any thread; seconds for 8K. Throws
/// Error. Precondition: canFinishAgain(result).
std::shared_ptr<InferenceResult> finishAgain(const InferenceResult& result,
                                             const InferOptions& options);

} // namespace unlit
