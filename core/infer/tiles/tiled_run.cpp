#include "core/infer/tiles/tiled_run.h"

#include "core/diffusion/random.h"
#include "core/image/blend.h"
#include "core/infer/decode.h"
#include "core/infer/denoise.h"
#include "core/infer/detail/guided_detail.h"
#include "core/infer/device.h"
#include "core/infer/ensemble/ensemble.h"
#include "core/infer/ensemble/member_size.h"
#include "core/infer/ensemble/member_view.h"
#include "core/infer/low_frequencies.h"
#include "core/infer/tiles/tiled_decode.h"
#include "core/infer/tiles/tiled_latents.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"

#include <algorithm>
#include <cstring>

namespace unlit::infer {

namespace {

double memberWork(const RunSettings& settings) {
    const WorkWeights weights;
    return weights.step * static_cast<double>(settings.steps) +
           weights.decode * static_cast<double>(settings.decodedTargets.size());
}

double totalWork(const RunSettings& settings, double areas) {
    const std::int64_t members = settings.stopAfter > 0
                                     ? std::min(settings.stopAfter, settings.ensemble)
                                     : settings.ensemble;
    return areas *
           (WorkWeights().encode + memberWork(settings) * workOfMembers(static_cast<int>(members),
                                                                        settings.beginsWithZeros));
}

/// What the pass over the whole found.
struct Overview {
    torch::Tensor latents_ECHW;  ///< clean
    torch::Tensor members_EK3HW; ///< in [0,1]
};

/// Writes rows of all kept targets into their pictures.
void putRows(std::vector<Image>& pictures, std::int64_t firstRow, const torch::Tensor& rows_K3RW) {
    const torch::Tensor rows = rows_K3RW.contiguous();
    const auto count = static_cast<std::size_t>(rows.size(2) * rows.size(3));
    for (std::size_t kept = 0; kept < pictures.size(); ++kept)
        for (int channel = 0; channel < pictures[kept].channelCount(); ++channel)
            std::memcpy(pictures[kept].plane(channel).data() + firstRow * rows.size(3),
                        rows[static_cast<std::int64_t>(kept)][channel].data_ptr<float>(),
                        count * sizeof(float));
}

class TiledRun {
public:
    TiledRun(LoadedModel& model, const TiledPicture& picture, const RunSettings& settings,
             const TileLayout& layout, const RunControl& control)
        : m_model(model), m_picture(picture), m_display(picture.shown), m_settings(settings),
          m_layout(layout), m_control(control), m_overviewWork(totalWork(settings, 1)),
          m_progress(control.progress, control.stop,
                     m_overviewWork +
                         totalWork(settings,
                                   tileWork(layout) * static_cast<double>(layout.cells.count()))) {}

    std::optional<TiledResult> run() {
        const auto overview = runOverview();
        if (!overview)
            return {};
        m_progress.advance(m_overviewWork, {{.kind = StagePart::Kind::Encoding}});
        const PixelSize tile = m_layout.cells.tileSize();
        const ComputeScope scope(m_model.unetParameters, tile.height * tile.width);
        const auto canvases = runCanvases(*overview);
        if (canvases.empty())
            return {};
        return runDecoder(canvases, *overview);
    }

private:
    /// A run as any other, on the picture at low resolution.
    std::optional<Overview> runOverview() {
        RunSettings settings = m_settings;
        settings.processingRes = 0;
        settings.matchInputRes = false;
        settings.detail.clear(); // the tiles have both
        settings.judged.clear();
        RunTrace trace;
        const auto report = [this](const InferProgress& inner) {
            if (!m_control.progress)
                return;
            WorkStage stage = inner.stage;
            stage.insert(stage.begin(), StagePart{.kind = StagePart::Kind::WholePicture});
            m_control.progress(
                {.done = inner.done, .total = m_progress.total(), .stage = std::move(stage)});
        };
        const torch::Tensor small =
            interpolate(viewOf(m_display), m_layout.overview, m_settings.inputMethod, Antialias::On)
                .clamp(0, 1);
        const auto result = runTensors(
            m_model, {.picture_13HW = small, .networkInput = {}, .initialNoise = {}}, settings,
            {.progress = report,
             .stop = m_control.stop,
             .trace = &trace,
             .finishEarly = m_control.finishEarly,
             .preview = {}});
        if (!result)
            return {};
        return Overview{trace.finalLatent, trace.members};
    }

    /// Clean canvases of the members of the overview, fewer when told to finish early; none when
    /// stopped.
    std::vector<torch::Tensor> runCanvases(const Overview& overview) {
        const auto image = encodeTiles(m_model, viewOf(m_display), m_layout, m_progress);
        if (!image)
            return {};
        diffusion::DdimScheduler scheduler(m_settings.scheduler);
        scheduler.setTimesteps(m_settings.steps);
        // The generator of the overview, after what that drew.
        const torch::Generator generator = diffusion::makeGenerator(m_settings.seed);
        const PixelSize canvas = m_layout.cells.canvas();
        drawNoise(m_settings, overview.latents_ECHW.size(1),
                  {overview.latents_ECHW.size(2), overview.latents_ECHW.size(3)}, generator);
        std::vector<torch::Tensor> canvases;
        const std::int64_t members = m_settings.beginsWithZeros ? 1 : overview.latents_ECHW.size(0);
        for (std::int64_t i = 0; i < members; ++i) {
            const TiledMember member{
                .image_1LHW = *image,
                .noise_1CHW = noiseOf(
                    {1, overview.latents_ECHW.size(1), canvas.height, canvas.width}, generator),
                .overview_1CHW = overview.latents_ECHW.narrow(0, i, 1),
                .index = i};
            const auto clean =
                denoiseTiles(m_model, scheduler, member, m_layout, m_settings, m_progress);
            if (!clean)
                return {};
            canvases.push_back(*clean);
            if (m_control.finishEarly.stop_requested())
                break;
        }
        return canvases;
    }

    torch::Tensor noiseOf(torch::IntArrayRef shape, const torch::Generator& generator) const {
        return m_settings.beginsWithZeros ? torch::zeros(shape)
                                          : diffusion::randn(shape, generator);
    }

    std::optional<TiledResult> runDecoder(const std::vector<torch::Tensor>& canvases,
                                          const Overview& overview) {
        TiledResult result;
        const TileViews views = viewsBeside(canvases, overview);
        result.members = static_cast<std::int64_t>(canvases.size()) + views.count;
        const bool isEnsemble = result.members > 1;
        result.pictures = emptyPictures();
        if (isEnsemble)
            result.uncertainties = emptyPictures();
        const auto take = [&](std::int64_t firstRow, const torch::Tensor& rows_EK3RW) {
            if (!isEnsemble) {
                putRows(result.pictures, firstRow, rows_EK3RW[0]);
                return;
            }
            const EnsembleResult reduced = reduceEnsemble(rows_EK3RW, m_settings.reduction);
            putRows(result.pictures, firstRow, reduced.prediction);
            putRows(result.uncertainties, firstRow, reduced.uncertainty);
        };
        if (!decodeTiles(m_model, canvases, views, m_layout, m_settings, m_progress, take))
            return {};
        hold(result, overview);
        if (!m_settings.detail.empty() || !m_settings.judged.empty())
            addDetail(result);
        takeStrength(result);
        return result;
    }

    /// Where no noise tells members apart: the first has a canvas, the others see tiles in views.
    TileViews viewsBeside(const std::vector<torch::Tensor>& canvases, const Overview& overview) {
        if (!m_settings.beginsWithZeros)
            return {};
        const auto make = [this](std::int64_t view, const TilePlace& pixels) {
            return tileSeenBy(view + 1, pixels);
        };
        return {overview.members_EK3HW.size(0) - static_cast<std::int64_t>(canvases.size()), make};
    }

    /// One member's pictures of one tile: [K, 3, tile].
    std::optional<torch::Tensor> tileSeenBy(std::int64_t view, const TilePlace& pixels) {
        m_progress.weighBy(workOfView(static_cast<int>(view)) * tileWork(m_layout));
        const torch::Tensor seen =
            seenBy(view, tilePixels(viewOf(m_display), pixels), m_layout.factor);
        const torch::Tensor image = encodePicture(m_model, seen);
        const std::int64_t channels = m_model.latentChannels() * m_model.targetCount();
        diffusion::DdimScheduler scheduler(m_settings.scheduler);
        scheduler.setTimesteps(m_settings.steps);
        const auto clean = denoise(m_model, scheduler, image,
                                   torch::zeros({1, channels, image.size(2), image.size(3)}),
                                   {view, view + 1}, m_settings, m_progress);
        if (!clean)
            return {};
        const auto decoded = decodeTargets(m_model, *clean, m_settings, m_progress);
        m_progress.weighBy(1);
        if (!decoded)
            return {};
        return takenBack(view, (*decoded)[0], {pixels.rows.length, pixels.columns.length});
    }

    /// In place: the tiles' own answers are only looked at while it is learned. And what is known
    /// of their errors.
    void addDetail(TiledResult& result) const {
        const PixelSize size = detailSize();
        const auto small = [&](const torch::Tensor& picture_13HW) {
            return interpolate(picture_13HW, size, Interpolation::Bilinear, Antialias::On)[0]
                .clamp(0, 1)
                .contiguous();
        };
        std::vector<torch::Tensor> answers;
        std::vector<torch::Tensor> pictures;
        for (const Image& picture : result.pictures) {
            answers.push_back(small(viewOf(picture)));
            pictures.push_back(viewOf(picture)[0]);
        }
        const torch::Tensor picture =
            m_picture.detail_13HW.defined() ? m_picture.detail_13HW : viewOf(m_display);
        const torch::Tensor seen = small(picture);
        const torch::Tensor answers_K3HW = torch::stack(answers);
        result.judged = judge(seen, answers_K3HW, m_settings, m_layout.input);
        if (!m_settings.detail.empty())
            GuidedDetail::fit(seen, answers_K3HW, m_settings.detail, m_settings.transfer)
                .apply(picture[0], pictures);
    }

    /// What the VAE carries of the picture, and never more than memory is needed for.
    PixelSize detailSize() const {
        constexpr std::int64_t kLongest = 4096;
        const std::int64_t longer = std::max(m_layout.input.height, m_layout.input.width);
        return processingSize(m_layout.input, std::min(longer, kLongest),
                              SizeArithmetic::Diffusers);
    }

    void hold(TiledResult& result, const Overview& overview) {
        const torch::Tensor members = overview.members_EK3HW.narrow(0, 0, result.members);
        const torch::Tensor whole = result.members > 1
                                        ? reduceEnsemble(members, m_settings.reduction).prediction
                                        : members[0];
        const PixelSize grid =
            anchorGrid(m_layout.input, m_layout.pixels().tileSize(), m_layout.overview);
        for (std::size_t kept = 0; kept < result.pictures.size(); ++kept)
            anchorPicture(result.pictures[kept],
                          whole.narrow(0, static_cast<std::int64_t>(kept), 1), grid);
    }

    /// At the picture's own size, after the tiles have been held to the overview.
    void takeStrength(TiledResult& result) const {
        for (std::size_t kept = 0; kept < m_settings.strengths.size(); ++kept) {
            blend(result.pictures[kept], m_display, m_settings.strengths[kept]);
            if (!result.uncertainties.empty())
                for (float& spread : result.uncertainties[kept].samples)
                    spread *= static_cast<float>(m_settings.strengths[kept]);
        }
    }

    std::vector<Image> emptyPictures() const {
        std::vector<Image> pictures;
        for (std::size_t i = 0; i < m_settings.decodedTargets.size(); ++i)
            pictures.push_back(
                makeImage(m_display.width, m_display.height, {"R", "G", "B"}, ColorSpace::Raw));
        return pictures;
    }

    LoadedModel& m_model;
    const TiledPicture& m_picture;
    const Image& m_display; ///< what the network sees of it
    const RunSettings& m_settings;
    const TileLayout& m_layout;
    const RunControl& m_control;
    double m_overviewWork;
    RunProgress m_progress;
};

} // namespace

std::optional<TiledResult> runTiles(LoadedModel& model, const TiledPicture& picture,
                                    const RunSettings& settings, const TileLayout& layout,
                                    const RunControl& control) {
    return TiledRun(model, picture, settings, layout, control).run();
}

} // namespace unlit::infer
