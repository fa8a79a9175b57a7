#include "core/session/infer/finish_again.h"

#include "core/infer/kept_answer.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/inference_steps.h"

#include <utility>

namespace unlit {

namespace {

/// Pictures are large: what is replaced is not copied before.
InferenceResult withPrediction(const InferenceResult& result, Prediction prediction) {
    return {.request = result.request,
            .input = result.input,
            .display = result.display,
            .layer = result.layer,
            .spaceReason = result.spaceReason,
            .exposureEv = result.exposureEv,
            .badPixels = result.badPixels,
            .prediction = std::move(prediction),
            .paint = {},
            .sequenceFactor = result.sequenceFactor,
            .uncorrected = {},
            .seconds = result.seconds,
            .networkSeconds = result.networkSeconds,
            .inputHash = result.inputHash,
            .modelStamp = result.modelStamp,
            .modelHash = result.modelHash,
            .outputs = {},
            .uncertaintyOutputs = {},
            .sidecar = {},
            .inputNotes = result.inputNotes};
}

} // namespace

std::shared_ptr<InferenceResult> finishAgain(const InferenceResult& result,
                                             const InferOptions& options) {
    InferOptions wanted = result.request.options;
    wanted.strength = options.strength;
    wanted.detail = options.detail;
    wanted.keepBlack = options.keepBlack;
    auto prediction = infer::finishAgain(result.prediction.answer, *result.display, wanted);
    if (!prediction)
        return nullptr;
    keepLightless(*prediction, *result.input);
    keepAlpha(*prediction, *result.input);
    auto changed =
        std::make_shared<InferenceResult>(withPrediction(result, std::move(*prediction)));
    changed->request.options = std::move(wanted);
    if (!changed->request.strokes)
        return changed;
    return withStrokes(changed, std::exchange(changed->request.strokes, nullptr));
}

} // namespace unlit
