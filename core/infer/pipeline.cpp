#include "core/infer/pipeline.h"

#include "core/base/error.h"
#include "core/infer/image_tensor.h"
#include "core/infer/member_size.h"
#include "core/infer/memory.h"
#include "core/infer/run_plan.h"
#include "core/infer/target_space.h"
#include "core/infer/tensor_run.h"
#include "core/infer/tiled_run.h"
#include "core/infer/uncertainty.h"

#include <algorithm>
#include <cmath>
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

void requirePicture(const Image& display) {
    requireColorPlanes(display);
    const auto isFinite = [](float value) { return std::isfinite(value); };
    if (!std::ranges::all_of(display.samples, isFinite))
        throw Error::invalidInput("the picture has pixels that are not numbers",
                                  "they have to be replaced before the network sees them");
    const auto isUnit = [](float value) { return value >= 0 && value <= 1; };
    if (!std::ranges::all_of(display.samples, isUnit))
        throw Error::invalidInput("the picture has values outside 0 to 1",
                                  "scene-linear pictures have to be exposed and encoded first");
}

/// One run: from the picture to the pictures of its targets with all that is known of them.
class ImageRun {
public:
    ImageRun(LoadedModel& model, const Image& display, const InferOptions& options,
             const RunSignals& signals)
        : m_model(model), m_display(display), m_signals(signals),
          m_plan(planRun(options, model, {display.height, display.width})) {}

    std::optional<Prediction> run() { return m_plan.tiles ? runInTiles() : runWhole(); }

private:
    std::optional<Prediction> runWhole() {
        const auto show = [this](const RunResult& soFar) {
            m_signals.preview(predictionOf(soFar));
        };
        const RunControl control{
            .progress = m_signals.progress,
            .stop = m_signals.stop,
            .trace = nullptr,
            .finishEarly = m_signals.finishEarly,
            .preview = m_signals.preview ? std::function<void(const RunResult&)>(show) : nullptr};
        const auto result = runTensors(
            m_model, {.picture_13HW = viewOf(m_display), .networkInput = {}, .initialNoise = {}},
            m_plan.settings, control);
        if (!result)
            return {};
        return predictionOf(*result);
    }

    std::optional<Prediction> runInTiles() {
        auto result = runTiles(m_model, m_display, m_plan.settings, *m_plan.tiles,
                               {.progress = m_signals.progress,
                                .stop = m_signals.stop,
                                .trace = nullptr,
                                .finishEarly = m_signals.finishEarly,
                                .preview = {}});
        if (!result)
            return {};
        Prediction prediction = emptyPrediction(result->members);
        for (std::size_t kept = 0; kept < result->pictures.size(); ++kept) {
            std::optional<Image> uncertainty;
            if (!result->uncertainties.empty())
                uncertainty = std::move(result->uncertainties[kept]);
            result->pictures[kept].space = colorSpaceOf(targetAt(kept), m_model.folder.transfer);
            addTarget(prediction, kept, std::move(result->pictures[kept]), std::move(uncertainty));
        }
        return prediction;
    }

    Prediction predictionOf(const RunResult& result) const {
        Prediction prediction = emptyPrediction(result.members);
        for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept) {
            const auto at = static_cast<std::int64_t>(kept);
            std::optional<Image> uncertainty;
            if (result.uncertainty_K3HW.defined())
                uncertainty = toRawImage(result.uncertainty_K3HW[at]);
            addTarget(prediction, kept,
                      toImage(result.prediction_K3HW[at],
                              colorSpaceOf(targetAt(kept), m_model.folder.transfer)),
                      std::move(uncertainty));
        }
        return prediction;
    }

    const weights::TargetInfo& targetAt(std::size_t kept) const {
        return m_model.folder
            .targets[static_cast<std::size_t>(m_plan.settings.decodedTargets[kept])];
    }

    Prediction emptyPrediction(std::int64_t members) const {
        Prediction prediction;
        prediction.used = m_plan.used;
        prediction.used.members = static_cast<int>(members);
        prediction.used.memberWork =
            workOfMembers(prediction.used.members, m_plan.settings.beginsWithZeros);
        return prediction;
    }

    void addTarget(Prediction& prediction, std::size_t kept, Image picture,
                   std::optional<Image> uncertainty) const {
        const weights::TargetInfo& target = targetAt(kept);
        if (uncertainty)
            calibrateUncertainty(*uncertainty, target.name, prediction.used, m_model.folder);
        prediction.targets.push_back({.name = target.name,
                                      .image = std::move(picture),
                                      .uncertainty = std::move(uncertainty),
                                      .upToScale = target.upToScale,
                                      .subTargets = target.subTargets});
    }

    LoadedModel& m_model;
    const Image& m_display;
    const RunSignals& m_signals;
    RunPlan m_plan;
};

bool isOutOfMemory(const c10::Error& error) {
    const std::string_view text = error.what_without_backtrace();
    return text.find("allocate memory") != std::string_view::npos ||
           text.find("out of memory") != std::string_view::npos;
}

} // namespace

Pipeline::Pipeline(std::shared_ptr<LoadedModel> model) : m_model(std::move(model)) {}

std::optional<Prediction> Pipeline::run(const Image& display, const InferOptions& options,
                                        const ProgressCallback& progress, std::stop_token stop) {
    return run(display, options,
               {.progress = progress, .stop = std::move(stop), .finishEarly = {}, .preview = {}});
}

std::optional<Prediction> Pipeline::run(const Image& display, const InferOptions& options,
                                        const RunSignals& signals) {
    const ReleaseAtEnd release;
    try {
        requirePicture(display);
        applyMemoryOptions(*m_model, options.memory);
        return ImageRun(*m_model, display, options, signals).run();
    } catch (const c10::Error& error) {
        if (!isOutOfMemory(error))
            throw;
        throw Error(ErrorKind::OutOfMemory, "the memory does not suffice for this picture",
                    "choose a smaller processing resolution or a smaller batch size");
    }
}

} // namespace unlit::infer
