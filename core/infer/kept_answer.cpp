#include "core/infer/kept_answer.h"

#include "core/base/error.h"
#include "core/infer/memory.h"
#include "core/infer/picture_finish.h"

namespace unlit::infer {

std::uint64_t bytesOf(const NetworkAnswer& answer) {
    std::uint64_t bytes = 0;
    for (const torch::Tensor& tensor :
         {answer.networkInput_13HW, answer.reduced.prediction, answer.reduced.uncertainty})
        if (tensor.defined())
            bytes += tensor.nbytes();
    return bytes;
}

std::optional<Prediction> finishAgain(const std::shared_ptr<const KeptAnswer>& kept,
                                      const Image& display, const InferOptions& options) {
    if (kept->plan.geometry.input != PixelSize{display.height, display.width})
        throw Error::internal("an answer about a picture of another size");
    const torch::NoGradGuard noGrad;
    RunPlan plan = kept->plan;
    chooseFinish(plan.settings, options, kept->folder);
    noteFinish(plan.used, plan.settings, options);
    const PictureFinish finish(kept->folder, display, plan);
    if (finish.isFilled() != kept->sawFilled || finish.isAllLightless())
        return {};
    Prediction prediction =
        finish.predictionOf(finishAnswer(kept->answer, finish.input(), plan.settings));
    prediction.answer = kept;
    prediction.answerBytes = bytesOf(kept->answer);
    releaseFreedMemory();
    return prediction;
}

} // namespace unlit::infer
