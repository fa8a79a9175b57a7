#include "core/infer/pipeline.h"

#include "core/base/error.h"
#include "core/infer/image_tensor.h"
#include "core/infer/memory.h"
#include "core/infer/run_plan.h"
#include "core/infer/target_space.h"
#include "core/infer/tensor_run.h"
#include "core/infer/uncertainty.h"

#include <string_view>
#include <utility>

namespace unlit::infer {

namespace {

/// Last to be destroyed in the function that holds it: by then the run's tensors are freed.
class ReleaseAtEnd {
public:
    ReleaseAtEnd() = default;

    ~ReleaseAtEnd() { releaseFreedMemory(); }

    ReleaseAtEnd(const ReleaseAtEnd&) = delete;
    ReleaseAtEnd& operator=(const ReleaseAtEnd&) = delete;
};

torch::Tensor pictureOf(const Image& display) {
    const torch::Tensor picture = toTensor(display);
    if (!torch::isfinite(picture).all().item<bool>())
        throw Error::invalidInput("the picture has pixels that are not numbers",
                                  "they have to be replaced before the network sees them");
    const auto [low, high] = torch::aminmax(picture);
    if (low.item<float>() < 0 || high.item<float>() > 1)
        throw Error::invalidInput("the picture has values outside 0 to 1",
                                  "scene-linear pictures have to be exposed and encoded first");
    return picture;
}

TargetPrediction targetOf(const weights::TargetInfo& target, const RunResult& result,
                          std::int64_t kept, ColorSpace transfer) {
    TargetPrediction prediction;
    prediction.name = target.name;
    prediction.image = toImage(result.prediction_K3HW[kept], colorSpaceOf(target, transfer));
    if (result.uncertainty_K3HW.defined())
        prediction.uncertainty = toRawImage(result.uncertainty_K3HW[kept]);
    prediction.upToScale = target.upToScale;
    prediction.subTargets = target.subTargets;
    return prediction;
}

std::optional<Prediction> runImage(LoadedModel& model, const Image& display,
                                   const InferOptions& options, const RunControl& control) {
    const torch::Tensor picture = pictureOf(display);
    applyMemoryOptions(model, options.memory);
    const RunPlan plan = planRun(options, model, {picture.size(2), picture.size(3)});
    const auto result =
        runTensors(model, {.picture_13HW = picture, .networkInput = {}, .initialNoise = {}},
                   plan.settings, control);
    if (!result)
        return {};
    Prediction prediction;
    prediction.used = plan.used;
    for (std::size_t kept = 0; kept < plan.settings.decodedTargets.size(); ++kept) {
        const auto index = static_cast<std::size_t>(plan.settings.decodedTargets[kept]);
        prediction.targets.push_back(targetOf(model.folder.targets[index], *result,
                                              static_cast<std::int64_t>(kept),
                                              model.folder.transfer));
        if (auto& uncertainty = prediction.targets.back().uncertainty)
            calibrateUncertainty(*uncertainty, prediction.targets.back().name, prediction.used,
                                 model.folder);
    }
    return prediction;
}

bool isOutOfMemory(const c10::Error& error) {
    const std::string_view text = error.what_without_backtrace();
    return text.find("allocate memory") != std::string_view::npos ||
           text.find("out of memory") != std::string_view::npos;
}

} // namespace

Pipeline::Pipeline(std::shared_ptr<LoadedModel> model) : m_model(std::move(model)) {}

std::optional<Prediction> Pipeline::run(const Image& display, const InferOptions& options,
                                        const ProgressCallback& progress, std::stop_token stop) {
    const ReleaseAtEnd release;
    try {
        return runImage(*m_model, display, options,
                        {.progress = progress, .stop = std::move(stop), .trace = nullptr});
    } catch (const c10::Error& error) {
        if (!isOutOfMemory(error))
            throw;
        throw Error(ErrorKind::OutOfMemory, "the memory does not suffice for this picture",
                    "choose a smaller processing resolution or a smaller batch size");
    }
}

} // namespace unlit::infer
