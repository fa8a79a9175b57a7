#include "core/infer/tiles/tiled_latents.h"

#include "core/diffusion/predicted_sample.h"
#include "core/infer/denoise.h"
#include "core/infer/finite_check.h"
#include "core/infer/low_frequencies.h"
#include "core/infer/padding.h"
#include "core/infer/tiles/tile_blend.h"
#include "core/infer/visiting_vae.h"

#include <algorithm>
#include <vector>

namespace unlit::infer {

namespace {

torch::Tensor cellsOf(const torch::Tensor& canvas, const TilePlace& place) {
    return canvas.narrow(2, place.rows.begin, place.rows.length)
        .narrow(3, place.columns.begin, place.columns.length);
}

/// One step of one member on the canvas.
class CanvasStep {
public:
    CanvasStep(LoadedModel& model, const TiledMember& member, const TileLayout& layout,
               const RunSettings& settings, RunProgress& progress)
        : m_model(model), m_member(member), m_layout(layout), m_settings(settings),
          m_progress(progress), m_guidance(guidanceOf(model, settings)),
          m_places(layout.cells.places()) {}

    /// The network's output for the whole canvas; nothing when stopped.
    std::optional<torch::Tensor> output(const torch::Tensor& noisy_1CHW, std::int64_t timestep,
                                        const WorkStage& step) {
        TileBlend blend(noisy_1CHW.sizes().vec(), TileBlend::Values::Latents);
        for (std::size_t begin = 0; begin < m_places.size(); begin += batch()) {
            if (m_progress.stopRequested())
                return {};
            const std::size_t end = std::min(m_places.size(), begin + batch());
            addBatch(blend, noisy_1CHW, timestep, begin, end);
            WorkStage stage = step;
            stage.push_back(tileStage(static_cast<std::int64_t>(end), m_layout.cells));
            m_progress.advance(WorkWeights().step * tileWork(m_layout) *
                                   static_cast<double>(end - begin),
                               std::move(stage));
        }
        return blend.sum();
    }

private:
    std::size_t batch() const { return static_cast<std::size_t>(m_layout.batch); }

    void addBatch(TileBlend& blend, const torch::Tensor& noisy_1CHW, std::int64_t timestep,
                  std::size_t begin, std::size_t end) {
        std::vector<torch::Tensor> noisy;
        std::vector<torch::Tensor> image;
        for (std::size_t i = begin; i < end; ++i) {
            noisy.push_back(cellsOf(noisy_1CHW, m_places[i]));
            image.push_back(cellsOf(m_member.image_1LHW, m_places[i]));
        }
        const torch::Tensor output_BCHW = predictOutput(
            m_model, torch::cat(noisy).to(m_model.device), torch::cat(image).to(m_model.device),
            timestep, m_settings.concatOrder, m_guidance);
        requireFinite(output_BCHW, "removing the noise", m_model);
        for (std::size_t i = begin; i < end; ++i)
            blend.add(output_BCHW.narrow(0, static_cast<std::int64_t>(i - begin), 1),
                      m_layout.cells.weights(m_places[i]), m_places[i].rows.begin,
                      m_places[i].columns.begin);
    }

    LoadedModel& m_model;
    const TiledMember& m_member;
    const TileLayout& m_layout;
    const RunSettings& m_settings;
    RunProgress& m_progress;
    Guidance m_guidance;
    std::vector<TilePlace> m_places;
};

} // namespace

StagePart tileStage(std::int64_t tile, const TileGrid& cells) {
    return {
        .kind = StagePart::Kind::Tile, .at = tile, .of = static_cast<std::int64_t>(cells.count())};
}

torch::Tensor tilePixels(const torch::Tensor& picture_13HW, const TilePlace& place) {
    const std::int64_t rows = std::min(place.rows.length, picture_13HW.size(2) - place.rows.begin);
    const std::int64_t columns =
        std::min(place.columns.length, picture_13HW.size(3) - place.columns.begin);
    const torch::Tensor inside =
        picture_13HW.narrow(2, place.rows.begin, rows).narrow(3, place.columns.begin, columns);
    return padReplicate(inside * 2.0 - 1.0,
                        {place.rows.length - rows, place.columns.length - columns});
}

double tileWork(const TileLayout& layout) {
    const PixelSize tile = layout.pixels().tileSize();
    return static_cast<double>(tile.height * tile.width) /
           static_cast<double>(layout.overview.height * layout.overview.width);
}

std::optional<torch::Tensor> encodeTiles(LoadedModel& model, const torch::Tensor& picture_13HW,
                                         const TileLayout& layout, RunProgress& progress) {
    const VisitingVae visiting(model, model.inputVae);
    const TileGrid pixels = layout.pixels();
    const std::vector<TilePlace> places = layout.cells.places();
    const std::vector<TilePlace> pixelPlaces = pixels.places();
    const PixelSize canvas = layout.cells.canvas();
    TileBlend blend({1, model.latentChannels(), canvas.height, canvas.width},
                    TileBlend::Values::Latents);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (progress.stopRequested())
            return {};
        const torch::Tensor latent = encodePicture(model, tilePixels(picture_13HW, pixelPlaces[i]));
        blend.add(latent, layout.cells.weights(places[i]), places[i].rows.begin,
                  places[i].columns.begin);
        progress.advance(WorkWeights().encode * tileWork(layout),
                         {{.kind = StagePart::Kind::Encoding},
                          tileStage(static_cast<std::int64_t>(i) + 1, layout.cells)});
    }
    return blend.sum();
}

std::optional<torch::Tensor> denoiseTiles(LoadedModel& model,
                                          const diffusion::DdimScheduler& scheduler,
                                          const TiledMember& member, const TileLayout& layout,
                                          const RunSettings& settings, RunProgress& progress) {
    CanvasStep canvas(model, member, layout, settings, progress);
    const PixelSize grid = anchorGrid(layout.cells.canvas(), layout.cells.tileSize(),
                                      {member.overview_1CHW.size(2), member.overview_1CHW.size(3)});
    torch::Tensor noisy = member.noise_1CHW;
    std::int64_t step = 0;
    for (const std::int64_t timestep : scheduler.timesteps()) {
        ++step;
        const auto output = canvas.output(
            noisy, timestep, stepStage({member.index, member.index + 1}, step, settings));
        if (!output)
            return {};
        const float alpha = scheduler.schedule().alphaCumprod(timestep);
        const torch::Tensor clean =
            diffusion::predictSample(scheduler.config(), *output, noisy, alpha).original;
        const torch::Tensor held =
            anchored(clean, member.overview_1CHW, grid, 1.0 - static_cast<double>(alpha));
        noisy = scheduler
                    .step(diffusion::modelOutputFor(scheduler.config(), held, noisy, alpha),
                          timestep, noisy)
                    .prev;
    }
    requireFinite(noisy, "removing the noise", model);
    return noisy;
}

} // namespace unlit::infer
