#include "core/infer/pipeline.h"

#include "core/base/error.h"
#include "core/image/color.h"
#include "core/image/fill_lightless.h"
#include "core/infer/detail/detail_target.h"
#include "core/infer/image_tensor.h"
#include "core/infer/interpolate.h"
#include "core/infer/member_size.h"
#include "core/infer/memory.h"
#include "core/infer/padding.h"
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

/// The same for all channels: it is an error of colours.
Image expectedErrorImage(const torch::Tensor& expected_HW) {
    Image image = toRawImage(expected_HW.expand({3, -1, -1}));
    image.metadata[kUncertaintyKey] = kExpectedError;
    return image;
}

Image featuresImage(const torch::Tensor& features_4HW) {
    const torch::Tensor features = features_4HW.contiguous();
    std::vector<std::string> names;
    for (const std::string_view name : evaluate::kErrorFeatureNames)
        names.emplace_back(name);
    Image image = makeImage(static_cast<int>(features.size(2)), static_cast<int>(features.size(1)),
                            names, ColorSpace::Raw);
    std::copy_n(features.data_ptr<float>(), image.samples.size(), image.samples.begin());
    return image;
}

/// What was cut out may have any colour.
void blacken(Image& display, const LightMap& light) {
    for (std::size_t i = 0; i < display.samples.size(); ++i)
        if (light.pixels[i % light.pixels.size()] == PixelLight::None)
            display.samples[i] = 0;
}

/// One run: from the picture to the pictures of its targets with all that is known of them.
class ImageRun {
public:
    ImageRun(LoadedModel& model, const Image& display, RunPlan plan, const RunSignals& signals)
        : m_model(model), m_display(display), m_signals(signals), m_plan(std::move(plan)) {
        if (signals.wantsErrorFeatures)
            keepErrorFeatures();
        if (m_plan.used.keepBlack == KeepBlack::Off)
            return;
        m_light = findLight(display);
        if (!m_light.isAnyLightless() || m_light.isAllLightless())
            return;
        m_filled = display;
        fillLightless(m_filled, m_light);
        m_black = display;
        blacken(m_black, m_light);
    }

    /// Of every target, whether its errors are known or not.
    void keepErrorFeatures() {
        m_plan.settings.keepsErrorFeatures = true;
        if (m_plan.settings.judged.empty())
            for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept)
                m_plan.settings.judged.push_back(
                    {detailTargetOf(targetAt(kept), m_model.folder.transfer), {}});
    }

    std::optional<Prediction> run() {
        if (m_light.isAllLightless())
            return nothingToSee();
        auto prediction = m_plan.tiles ? runInTiles() : runWhole();
        if (prediction)
            keepLightless(*prediction);
        return prediction;
    }

    std::optional<FrameAnswer> ask() {
        if (m_plan.tiles)
            throw Error::invalidInput("frames of a sequence cannot be cut into tiles",
                                      "switch tiles off; guided detail keeps what is fine");
        FrameAnswer answer{.plan = m_plan, .part = {}, .targets = {}};
        for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept)
            answer.targets.push_back(detailTargetOf(targetAt(kept), m_model.folder.transfer));
        if (m_light.isAllLightless())
            return answer;
        auto network = askNetwork(m_model, runInput(), m_plan.settings, runControl());
        if (!network)
            return {};
        const torch::Tensor lit = litAt(*network);
        answer.part = SequencePart{std::move(*network), lit};
        return answer;
    }

    Prediction finish(const FrameAnswer& answer) const {
        if (!answer.part)
            return nothingToSee();
        Prediction prediction =
            predictionOf(finishAnswer(answer.part->answer, runInput(), m_plan.settings));
        keepLightless(prediction);
        return prediction;
    }

private:
    /// What the network sees.
    const Image& shown() const { return m_filled.empty() ? m_display : m_filled; }

    /// A picture without any light has no paint to be seen; no network is asked.
    Prediction nothingToSee() const {
        Prediction prediction = emptyPrediction(m_plan.settings.ensemble);
        for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept)
            addTarget(prediction, kept,
                      makeImage(m_display.width, m_display.height, {"R", "G", "B"},
                                colorSpaceOf(targetAt(kept), m_model.folder.transfer)),
                      prediction.used.members > 1 || !m_plan.settings.judged.empty()
                          ? std::optional(makeImage(m_display.width, m_display.height,
                                                    {"R", "G", "B"}, ColorSpace::Raw))
                          : std::nullopt,
                      nullptr);
        keepLightless(prediction);
        return prediction;
    }

    /// They stay as they are seen, and nothing is known of them.
    void keepLightless(Prediction& prediction) const {
        if (!m_light.isAnyLightless())
            return;
        const std::size_t plane = m_display.planeSize();
        const auto isSameSize = [plane](const Image& image) { return image.planeSize() == plane; };
        if (!std::ranges::all_of(prediction.targets, isSameSize, &TargetPrediction::image))
            return;
        prediction.lightless.resize(plane);
        for (std::size_t i = 0; i < plane; ++i)
            prediction.lightless[i] = m_light.pixels[i] == PixelLight::None ? 1 : 0;
        for (std::size_t kept = 0; kept < prediction.targets.size(); ++kept)
            keepLightless(prediction.targets[kept],
                          detailTargetOf(targetAt(kept), m_model.folder.transfer).rule,
                          prediction.lightless);
    }

    std::optional<Prediction> runWhole() {
        const auto result = runTensors(m_model, runInput(), m_plan.settings, runControl());
        if (!result)
            return {};
        return predictionOf(*result);
    }

    RunInput runInput() const {
        return {.picture_13HW = viewOf(shown()),
                .detail_13HW = detailPicture(),
                .networkInput = {},
                .initialNoise = {}};
    }

    RunControl runControl() const {
        const auto show = [this](const RunResult& soFar) {
            Prediction prediction = predictionOf(soFar);
            keepLightless(prediction);
            m_signals.preview(std::move(prediction));
        };
        return {.progress = m_signals.progress,
                .stop = m_signals.stop,
                .trace = nullptr,
                .finishEarly = m_signals.finishEarly,
                .preview =
                    m_signals.preview ? std::function<void(const RunResult&)>(show) : nullptr};
    }

    /// How much of each pixel of the answer is lit; undefined for all.
    torch::Tensor litAt(const NetworkAnswer& answer) const {
        if (m_light.pixels.empty())
            return {};
        const torch::Tensor lit =
            interpolate(litPixels().unsqueeze(0).unsqueeze(0), answer.geometry.processing,
                        Interpolation::Bilinear, Antialias::On);
        const torch::Tensor padded = padReplicate(lit, answer.geometry.padding)[0][0];
        const torch::Tensor& decoded = answer.reduced.prediction;
        return padded.narrow(0, 0, decoded.size(2)).narrow(1, 0, decoded.size(3)).contiguous();
    }

    /// Paint is what is seen; light and other values are none.
    void keepLightless(TargetPrediction& target, DetailRule rule,
                       const std::vector<unsigned char>& lightless) const {
        const ColorSpace space = target.image.space;
        for (std::size_t at = 0; at < target.image.samples.size(); ++at) {
            if (lightless[at % lightless.size()] == 0)
                continue;
            float& value = target.image.samples[at];
            if (rule != DetailRule::Paint)
                value = 0;
            else if (space == m_display.space)
                value = m_display.samples[at];
            else
                value = encodeDisplay(decodeDisplay(m_display.samples[at], m_display.space), space);
            if (target.uncertainty)
                target.uncertainty->samples[at] = 1;
        }
    }

    /// Learned beside the black, not from what was filled in: that black is deep shadow is right
    /// for the dark sides of things (docs/large-images.md, Cut-outs).
    torch::Tensor litPixels() const {
        torch::Tensor lit = torch::empty({m_display.height, m_display.width});
        std::ranges::transform(m_light.pixels, lit.data_ptr<float>(), [](PixelLight light) {
            return light == PixelLight::Lit ? 1.0F : 0.0F;
        });
        return lit;
    }

    torch::Tensor detailPicture() const {
        return m_black.empty() ? torch::Tensor() : viewOf(m_black);
    }

    std::optional<Prediction> runInTiles() {
        auto result = runTiles(m_model, {shown(), detailPicture()}, m_plan.settings, *m_plan.tiles,
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
            addTarget(prediction, kept, std::move(result->pictures[kept]), std::move(uncertainty),
                      judgedAt(result->judged, kept));
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
                      std::move(uncertainty), judgedAt(result.judged, kept));
        }
        return prediction;
    }

    static const JudgedPicture* judgedAt(const std::vector<JudgedPicture>& judged,
                                         std::size_t kept) {
        return judged.empty() ? nullptr : &judged[kept];
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
                   std::optional<Image> uncertainty, const JudgedPicture* judged) const {
        const weights::TargetInfo& target = targetAt(kept);
        if (judged != nullptr && judged->expected_HW.defined())
            uncertainty = expectedErrorImage(judged->expected_HW);
        else if (uncertainty)
            calibrateUncertainty(*uncertainty, target.name, prediction.used, m_model.folder);
        prediction.targets.push_back({.name = target.name,
                                      .image = std::move(picture),
                                      .uncertainty = std::move(uncertainty),
                                      .upToScale = target.upToScale,
                                      .subTargets = target.subTargets});
        if (judged != nullptr && judged->features_4HW.defined())
            prediction.targets.back().errorFeatures = featuresImage(judged->features_4HW);
    }

    LoadedModel& m_model;
    const Image& m_display;
    const RunSignals& m_signals;
    RunPlan m_plan;
    LightMap m_light;
    Image m_filled; ///< the display without pixels that have no light; empty where all have
    Image m_black;  ///< the display with those pixels black; likewise
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
        requirePicture(display);
        applyMemoryOptions(*m_model, options.memory);
        return ImageRun(*m_model, display, planOf(options, *m_model, display), signals).run();
    });
}

std::optional<FrameAnswer> Pipeline::ask(const Image& display, const InferOptions& options,
                                         const RunSignals& signals) {
    const ReleaseAtEnd release;
    return tellingMemory(*m_model, [&] {
        requirePicture(display);
        applyMemoryOptions(*m_model, options.memory);
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
