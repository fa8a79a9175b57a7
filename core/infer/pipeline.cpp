#include "core/infer/pipeline.h"

#include "core/base/error.h"
#include "core/infer/attention_choice.h"
#include "core/infer/detail/detail_target.h"
#include "core/infer/kept_answer.h"
#include "core/infer/memory.h"
#include "core/infer/picture_finish.h"
#include "core/infer/tensor_run.h"
#include "core/infer/tiles/tiled_run.h"
#include "core/tensor/image_tensor.h"

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
    ImageRun(LoadedModel& model, const Image& display, RunPlan plan, const RunSignals& signals)
        : m_model(model), m_signals(signals),
          m_finish(model.folder, display,
                   signals.wantsErrorFeatures ? withErrorFeatures(model, std::move(plan))
                                              : std::move(plan)) {}

    std::optional<Prediction> run() {
        if (m_finish.isAllLightless())
            return m_finish.nothingToSee();
        return plan().tiles ? runInTiles() : runWhole();
    }

    std::optional<FrameAnswer> ask() {
        if (plan().tiles)
            throw Error::invalidInput("frames of a sequence cannot be cut into tiles",
                                      "switch tiles off; guided detail keeps what is fine");
        FrameAnswer answer{.plan = plan(), .part = {}, .targets = detailTargets(m_model, plan())};
        if (m_finish.isAllLightless())
            return answer;
        auto network = askNetwork(m_model, m_finish.input(), plan().settings, runControl());
        if (!network)
            return {};
        const torch::Tensor lit = m_finish.litAt(*network);
        answer.part = SequencePart{std::move(*network), lit};
        return answer;
    }

    Prediction finish(const FrameAnswer& answer) const {
        if (!answer.part)
            return m_finish.nothingToSee();
        return m_finish.predictionOf(
            finishAnswer(answer.part->answer, m_finish.input(), plan().settings));
    }

private:
    const RunPlan& plan() const { return m_finish.plan(); }

    static std::vector<DetailTarget> detailTargets(const LoadedModel& model, const RunPlan& plan) {
        std::vector<DetailTarget> targets;
        for (const std::int64_t index : plan.settings.decodedTargets)
            targets.push_back(detailTargetOf(model.folder.targets[static_cast<std::size_t>(index)],
                                             model.folder.transfer));
        return targets;
    }

    /// Of every target, whether its errors are known or not.
    static RunPlan withErrorFeatures(const LoadedModel& model, RunPlan plan) {
        plan.settings.keepsErrorFeatures = true;
        if (plan.settings.judged.empty())
            for (const DetailTarget& target : detailTargets(model, plan))
                plan.settings.judged.push_back({target, {}});
        return plan;
    }

    std::optional<Prediction> runWhole() {
        auto answer = askNetwork(m_model, m_finish.input(), plan().settings, runControl());
        if (!answer)
            return {};
        Prediction prediction =
            m_finish.predictionOf(finishAnswer(*answer, m_finish.input(), plan().settings));
        if (m_signals.keepsAnswer)
            keepAnswer(prediction, std::move(*answer));
        return prediction;
    }

    void keepAnswer(Prediction& prediction, NetworkAnswer answer) const {
        const std::uint64_t bytes = bytesOf(answer);
        if (bytes > kMostKeptBytes)
            return;
        prediction.answer = std::make_shared<const KeptAnswer>(
            KeptAnswer{m_model.folder, plan(), std::move(answer), m_finish.isFilled()});
        prediction.answerBytes = bytes;
    }

    RunControl runControl() const {
        const auto show = [this](const RunResult& soFar) {
            m_signals.preview(m_finish.predictionOf(soFar));
        };
        return {.progress = m_signals.progress,
                .stop = m_signals.stop,
                .trace = nullptr,
                .finishEarly = m_signals.finishEarly,
                .preview =
                    m_signals.preview ? std::function<void(const RunResult&)>(show) : nullptr};
    }

    std::optional<Prediction> runInTiles() {
        auto result = runTiles(m_model, {m_finish.shown(), m_finish.detailPicture()},
                               plan().settings, *plan().tiles,
                               {.progress = m_signals.progress,
                                .stop = m_signals.stop,
                                .trace = nullptr,
                                .finishEarly = m_signals.finishEarly,
                                .preview = {}});
        if (!result)
            return {};
        return m_finish.predictionOf(std::move(result->pictures), std::move(result->uncertainties),
                                     result->judged, result->members);
    }

    LoadedModel& m_model;
    const RunSignals& m_signals;
    PictureFinish m_finish;
};

bool isOutOfMemory(const c10::Error& error) {
    const std::string_view text = error.what_without_backtrace();
    return text.find("allocate memory") != std::string_view::npos ||
           text.find("out of memory") != std::string_view::npos;
}

RunPlan planOf(const InferOptions& options, const LoadedModel& model, const Image& display) {
    return planRun(options, model, {display.height, display.width});
}

template <class Work>
auto tellingMemory(LoadedModel& model, const Work& work) {
    try {
        return work();
    } catch (const c10::Error& error) {
        if (!isOutOfMemory(error))
            throw;
        forgetRecordings(model);
        throw Error(ErrorKind::OutOfMemory, "the memory does not suffice for this picture",
                    "choose a smaller processing resolution or a smaller batch size");
    }
}

void prepare(LoadedModel& model, const Image& display, const InferOptions& options) {
    requirePicture(display);
    applyMemoryOptions(model, options.memory);
    applyAttentionProcessors(model, options.attention);
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
    return tellingMemory(*m_model, [&] {
        prepare(*m_model, display, options);
        return ImageRun(*m_model, display, planOf(options, *m_model, display), signals).run();
    });
}

std::optional<FrameAnswer> Pipeline::ask(const Image& display, const InferOptions& options,
                                         const RunSignals& signals) {
    const ReleaseAtEnd release;
    return tellingMemory(*m_model, [&] {
        prepare(*m_model, display, options);
        return ImageRun(*m_model, display, planOf(options, *m_model, display), signals).ask();
    });
}

Prediction Pipeline::finish(const Image& display, const FrameAnswer& answer) {
    const ReleaseAtEnd release;
    return tellingMemory(*m_model, [&] {
        requirePicture(display);
        if (answer.plan.geometry.input != PixelSize{display.height, display.width})
            throw Error::internal("an answer about a picture of another size");
        const RunSignals signals;
        return ImageRun(*m_model, display, answer.plan, signals).finish(answer);
    });
}

} // namespace unlit::infer
