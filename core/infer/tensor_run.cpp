#include "core/infer/tensor_run.h"

#include "core/diffusion/random.h"
#include "core/infer/decode.h"
#include "core/infer/denoise.h"
#include "core/infer/detail/guided_detail.h"
#include "core/infer/device.h"
#include "core/infer/ensemble/ensemble_end.h"
#include "core/infer/ensemble/member_view.h"
#include "core/infer/preview_pace.h"
#include "core/infer/strength.h"

#include <algorithm>

namespace unlit::infer {

namespace {

double totalWork(const RunSettings& settings) {
    const WorkWeights weights;
    const double perMember = weights.step * static_cast<double>(settings.steps) +
                             weights.decode * static_cast<double>(settings.decodedTargets.size());
    const std::int64_t members = settings.stopAfter > 0
                                     ? std::min(settings.stopAfter, settings.ensemble)
                                     : settings.ensemble;
    return weights.encode +
           perMember * workOfMembers(static_cast<int>(members), settings.beginsWithZeros);
}

torch::Tensor toResultSize(const torch::Tensor& picture_K3HW, const PictureGeometry& geometry,
                           const RunSettings& settings) {
    const torch::Tensor restored = restoreSize(picture_K3HW, geometry, settings);
    return settings.resize.clipsAfterResize ? restored.clamp(0, 1) : restored;
}

/// In place: an input that is the same for all members neither changes their order nor adds to
/// their spread. `input_3HW`: of the size of the pictures, or larger at the right and the bottom.
void takeStrength(const torch::Tensor& pictures_K3HW, const torch::Tensor& input_3HW,
                  const std::vector<double>& strengths) {
    const torch::Tensor input =
        input_3HW.narrow(1, 0, pictures_K3HW.size(2)).narrow(2, 0, pictures_K3HW.size(3));
    for (std::size_t kept = 0; kept < strengths.size(); ++kept) {
        if (strengths[kept] == 1)
            continue;
        const torch::Tensor picture = pictures_K3HW[static_cast<std::int64_t>(kept)];
        picture.copy_(blended(picture, input, strengths[kept]));
    }
}

void takeStrength(const torch::Tensor& spread_K3HW, const std::vector<double>& strengths) {
    for (std::size_t kept = 0; kept < strengths.size(); ++kept)
        spread_K3HW[static_cast<std::int64_t>(kept)].mul_(strengths[kept]);
}

/// What the encoder saw, without padding, as a picture in [0,1].
torch::Tensor seenPicture(const torch::Tensor& networkInput_13HW, const PictureGeometry& geometry) {
    return unpad((networkInput_13HW[0] + 1) / 2, geometry.padding).clamp(0, 1).contiguous();
}

/// The network's answer beside what it was asked, at its own size and without the padding, which is
/// no part of the picture.
struct SmallPictures {
    torch::Tensor seen_3HW;
    torch::Tensor answer_K3HW;
};

SmallPictures smallPictures(const torch::Tensor& decoded_K3HW,
                            const torch::Tensor& networkInput_13HW, const RunInput& input,
                            const PictureGeometry& geometry, const RunSettings& settings) {
    const torch::Tensor seen =
        seenPicture(input.detail_13HW.defined() ? preprocess(input.detail_13HW, geometry, settings)
                                                : networkInput_13HW,
                    geometry);
    return {seen, interpolate(unpad(decoded_K3HW, geometry.padding), {seen.size(1), seen.size(2)},
                              Interpolation::Bilinear, Antialias::Off)
                      .clamp(0, 1)};
}

torch::Tensor withDetail(const SmallPictures& small, const RunInput& input,
                         const RunSettings& settings) {
    const GuidedDetail detail =
        GuidedDetail::fit(small.seen_3HW, small.answer_K3HW, settings.detail, settings.transfer);
    const torch::Tensor& full =
        input.detail_13HW.defined() ? input.detail_13HW : input.picture_13HW;
    const torch::Tensor picture = settings.matchInputRes ? full[0] : small.seen_3HW;
    torch::Tensor result = detail.apply(picture);
    takeStrength(result, picture, settings.strengths);
    return result;
}

NetworkAnswer answerOf(const torch::Tensor& pictures_EK3HW, const torch::Tensor& networkInput_13HW,
                       const PictureGeometry& geometry, const RunSettings& settings,
                       RunTrace* trace) {
    NetworkAnswer answer{.networkInput_13HW = networkInput_13HW,
                         .reduced = {},
                         .geometry = geometry,
                         .members = pictures_EK3HW.size(0)};
    answer.reduced = answer.members == 1
                         ? EnsembleResult{pictures_EK3HW[0].clone(), torch::Tensor()}
                         : reduceEnsemble(pictures_EK3HW, settings.reduction);
    if (trace != nullptr)
        trace->memberUncertainty = answer.reduced.uncertainty;
    return answer;
}

struct Members {
    torch::Tensor pictures; ///< [E, K, 3, H, W] in [0,1]
    torch::Tensor latents;  ///< [E, T·L, h, w], only for a trace
};

/// Batch by batch through UNet and decoder, so that only pictures of earlier members are kept.
class MemberRun {
public:
    /// networkInput_13HW: what image_1LHW was encoded from.
    MemberRun(LoadedModel& model, const RunInput& run, const torch::Tensor& networkInput_13HW,
              const torch::Tensor& image_1LHW, const PictureGeometry& geometry,
              const RunSettings& settings, RunProgress& progress, const RunControl& control)
        : m_model(model), m_run(run), m_input(networkInput_13HW), m_image(image_1LHW),
          m_geometry(geometry), m_settings(settings), m_progress(progress), m_control(control),
          m_scheduler(settings.scheduler), m_end(settings, control.finishEarly) {
        m_scheduler.setTimesteps(settings.steps);
        if (control.trace != nullptr)
            control.trace->timesteps = m_scheduler.timesteps();
    }

    std::optional<Members> run(const torch::Tensor& noise_ECHW) {
        for (MemberBatch batch = batchFrom(0);; batch = batchFrom(batch.end)) {
            if (!runBatch(batch, noise_ECHW.narrow(0, batch.begin, batch.count())))
                return {};
            if (const auto count = m_end.endedWith(m_pictures))
                return first(*count);
            showSoFar();
        }
    }

private:
    /// Whole batches, whichever member is the last to count: another batch, other rounding. Turned
    /// views go without those that are not, as pictures are seldom square; larger ones one by one.
    MemberBatch batchFrom(std::int64_t begin) const {
        const std::int64_t end = std::min(m_settings.ensemble, begin + m_settings.batchSize);
        if (!m_settings.beginsWithZeros)
            return {begin, end};
        if (begin >= kOwnSizeViews)
            return {begin, begin + 1};
        return {begin, std::min<std::int64_t>(end, begin < kMirroredViews ? kMirroredViews
                                                                          : kOwnSizeViews)};
    }

    bool runBatch(MemberBatch batch, const torch::Tensor& noise_BCHW) {
        const bool areViews = m_settings.beginsWithZeros;
        m_progress.weighBy(areViews ? workOfView(static_cast<int>(batch.begin)) : 1);
        const torch::Tensor images = imagesOf(batch);
        const bool hasOtherShape = areViews && batch.begin >= kMirroredViews;
        const auto clean = denoise(m_model, m_scheduler, images,
                                   hasOtherShape ? torch::zeros({images.size(0), noise_BCHW.size(1),
                                                                 images.size(2), images.size(3)})
                                                 : noise_BCHW,
                                   batch, m_settings, m_progress);
        if (!clean)
            return false;
        const auto decoded = decodeTargets(m_model, *clean, m_settings, m_progress);
        if (!decoded)
            return false;
        for (std::int64_t i = 0; i < batch.count(); ++i)
            m_pictures.push_back(
                areViews ? takenBack(batch.begin + i, (*decoded)[i], firstSize(*decoded))
                         : (*decoded)[i]);
        if (m_control.trace != nullptr && !hasOtherShape)
            m_latents.push_back(clean->to(torch::kCPU));
        return true;
    }

    /// [1, L, h, w] for all, or one for each member of the batch.
    torch::Tensor imagesOf(MemberBatch batch) const {
        if (!m_settings.beginsWithZeros)
            return m_image;
        std::vector<torch::Tensor> images;
        for (std::int64_t view = batch.begin; view < batch.end; ++view)
            images.push_back(
                view == 0 ? m_image
                          : encodePicture(m_model, seenBy(view, m_input, m_geometry.factor)));
        return torch::cat(images);
    }

    /// Of the pictures that the first member makes; `decoded_BK3HW` are its batch's, if none is
    /// yet.
    PixelSize firstSize(const torch::Tensor& decoded_BK3HW) const {
        const torch::Tensor& first_K3HW = m_pictures.empty() ? decoded_BK3HW[0] : m_pictures[0];
        return {first_K3HW.size(-2), first_K3HW.size(-1)};
    }

    Members first(std::int64_t count) const {
        const torch::TensorList pictures(m_pictures.data(), static_cast<std::size_t>(count));
        return {torch::stack(pictures),
                m_latents.empty() ? torch::Tensor() : firstOf(torch::cat(m_latents), count)};
    }

    static torch::Tensor firstOf(const torch::Tensor& latents_ECHW, std::int64_t count) {
        return latents_ECHW.narrow(0, 0, std::min(count, latents_ECHW.size(0)));
    }

    void showSoFar() {
        const auto begin = PreviewPace::Clock::now();
        if (!m_control.preview || !m_pace.isDue(begin))
            return;
        m_control.preview(finishAnswer(
            answerOf(torch::stack(m_pictures), m_input, m_geometry, m_settings, /*trace=*/nullptr),
            m_run, m_settings));
        m_pace.made(begin, PreviewPace::Clock::now());
    }

    LoadedModel& m_model;
    const RunInput& m_run;
    const torch::Tensor& m_input;
    const torch::Tensor& m_image;
    const PictureGeometry& m_geometry;
    const RunSettings& m_settings;
    RunProgress& m_progress;
    const RunControl& m_control;
    diffusion::DdimScheduler m_scheduler;
    EnsembleEnd m_end;
    PreviewPace m_pace;
    std::vector<torch::Tensor> m_pictures;
    std::vector<torch::Tensor> m_latents;
};

} // namespace

torch::Tensor inputOfAnswer(const torch::Tensor& networkInput_13HW, PixelSize answer) {
    // Without padding the decoder leaves incomplete cells out, right and bottom.
    return ((networkInput_13HW[0] + 1) / 2)
        .clamp(0, 1)
        .narrow(1, 0, answer.height)
        .narrow(2, 0, answer.width);
}

std::optional<NetworkAnswer> askNetwork(LoadedModel& model, const RunInput& input,
                                        const RunSettings& settings, const RunControl& control) {
    RunProgress progress(control.progress, control.stop, totalWork(settings));
    progress.advance(0, {{.kind = StagePart::Kind::Encoding}});
    if (progress.stopRequested())
        return {};
    const torch::Tensor& picture = input.picture_13HW;
    const PictureGeometry geometry = planGeometry({picture.size(2), picture.size(3)}, settings,
                                                  model.inputVae->options().downscaleFactor());
    const PixelSize latent = geometry.latent();
    const ComputeScope scope(model.unetParameters, latent.height * latent.width);
    const torch::Tensor networkInput =
        input.networkInput ? *input.networkInput : preprocess(picture, geometry, settings);
    const torch::Tensor image_1LHW = encodePicture(model, networkInput);
    progress.advance(WorkWeights().encode, {{.kind = StagePart::Kind::Encoding}});

    const std::int64_t channels = model.latentChannels() * model.targetCount();
    const torch::Tensor noise_ECHW =
        input.initialNoise
            ? *input.initialNoise
            : drawNoise(settings, channels, latent, diffusion::makeGenerator(settings.seed));
    const auto members =
        MemberRun(model, input, networkInput, image_1LHW, geometry, settings, progress, control)
            .run(noise_ECHW);
    if (!members)
        return {};
    if (control.trace != nullptr) {
        control.trace->networkInput = networkInput;
        control.trace->imageLatent = image_1LHW.to(torch::kCPU);
        control.trace->initialNoise = noise_ECHW;
        control.trace->finalLatent = members->latents;
        control.trace->members = members->pictures;
    }
    return answerOf(members->pictures, networkInput, geometry, settings, control.trace);
}

RunResult finishAnswer(const NetworkAnswer& answer, const RunInput& input,
                       const RunSettings& settings) {
    RunResult result;
    result.network = answer.geometry.network;
    result.members = answer.members;
    const torch::Tensor& decoded = answer.reduced.prediction;
    const auto small =
        settings.detail.empty() && settings.judged.empty()
            ? SmallPictures{}
            : smallPictures(decoded, answer.networkInput_13HW, input, answer.geometry, settings);
    if (settings.detail.empty()) {
        const torch::Tensor taken = decoded.clone();
        takeStrength(taken,
                     inputOfAnswer(answer.networkInput_13HW, {decoded.size(2), decoded.size(3)}),
                     settings.strengths);
        result.prediction_K3HW = toResultSize(taken, answer.geometry, settings);
    } else {
        result.prediction_K3HW = withDetail(small, input, settings);
    }
    if (!settings.judged.empty())
        result.judged = judge(small.seen_3HW, small.answer_K3HW, settings,
                              {result.prediction_K3HW.size(2), result.prediction_K3HW.size(3)});
    if (!answer.reduced.uncertainty.defined())
        return result;
    const torch::Tensor spread = answer.reduced.uncertainty.clone();
    takeStrength(spread, settings.strengths);
    // Bicubic may take it below zero, which no deviation is.
    result.uncertainty_K3HW = restoreSize(spread, answer.geometry, settings);
    if (settings.resize.clipsAfterResize)
        result.uncertainty_K3HW = result.uncertainty_K3HW.clamp_min(0);
    return result;
}

std::optional<RunResult> runTensors(LoadedModel& model, const RunInput& input,
                                    const RunSettings& settings, const RunControl& control) {
    const auto answer = askNetwork(model, input, settings, control);
    if (!answer)
        return {};
    return finishAnswer(*answer, input, settings);
}

} // namespace unlit::infer
