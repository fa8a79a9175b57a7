#include "core/infer/tiles/tiled_decode.h"

#include "core/infer/decode.h"
#include "core/infer/tiles/tile_blend.h"
#include "core/infer/tiles/tiled_latents.h"
#include "core/infer/visiting_vae.h"

#include <algorithm>

namespace unlit::infer {

namespace {

/// Rows that are turned into floats at once.
constexpr std::int64_t kRowsAtOnce = 64;

/// The rows of all members that the tiles of one row reach, and those of the row above that are
/// still to be blended with it.
class Band {
public:
    Band(LoadedModel& model, const std::vector<torch::Tensor>& canvases, const TileViews& views,
         const TileLayout& layout, const RunSettings& settings, RunProgress& progress)
        : m_model(model), m_canvases(canvases), m_views(views), m_cells(layout.cells),
          m_pixels(layout.pixels()), m_work(tileWork(layout)), m_settings(settings),
          m_progress(progress) {
        const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(kept()), 3,
                                                 m_pixels.tileSize().height,
                                                 m_pixels.canvas().width};
        const std::size_t members = canvases.size() + static_cast<std::size_t>(views.count);
        for (std::size_t member = 0; member < members; ++member)
            m_members.emplace_back(shape, TileBlend::Values::Unit);
    }

    /// Adds the tiles of one row of them; false when stopped.
    bool addRow(std::size_t row) {
        const TileSpan& rows = m_cells.rows()[row];
        for (std::size_t column = 0; column < m_cells.columns().size(); ++column) {
            const TilePlace cells{rows, m_cells.columns()[column]};
            const TilePlace pixels{m_pixels.rows()[row], m_pixels.columns()[column]};
            const torch::Tensor weights = m_pixels.weights(pixels);
            const std::size_t number = row * m_cells.columns().size() + column + 1;
            const WorkStage stage{{.kind = StagePart::Kind::Decoding},
                                  tileStage(static_cast<std::int64_t>(number), m_cells)};
            for (std::size_t member = 0; member < m_members.size(); ++member) {
                if (m_progress.stopRequested())
                    return false;
                const bool hasCanvas = member < m_canvases.size();
                const auto tile =
                    hasCanvas ? std::optional(decodeTile(m_canvases[member], cells))
                              : m_views.make(static_cast<std::int64_t>(member - m_canvases.size()),
                                             pixels);
                if (!tile)
                    return false;
                m_members[member].add(*tile, weights, 0, pixels.columns.begin);
                if (hasCanvas) // views tell of their work themselves
                    m_progress.advance(WorkWeights().decode * m_work * static_cast<double>(kept()),
                                       stage);
            }
        }
        return true;
    }

    /// Hands out the first `count` rows, which lie at `firstRow` of the picture of this size, and
    /// forgets them.
    void give(std::int64_t firstRow, std::int64_t count, PixelSize picture, const TakeRows& take) {
        const std::int64_t visible = std::min(count, picture.height - firstRow);
        for (std::int64_t begin = 0; begin < visible; begin += kRowsAtOnce) {
            const std::int64_t rows = std::min(kRowsAtOnce, visible - begin);
            std::vector<torch::Tensor> members;
            for (const TileBlend& member : m_members)
                members.push_back(member.rows(begin, rows).narrow(-1, 0, picture.width));
            take(firstRow + begin, torch::stack(members));
        }
        for (TileBlend& member : m_members)
            member.moveUp(count);
    }

private:
    std::size_t kept() const { return m_settings.decodedTargets.size(); }

    torch::Tensor decodeTile(const torch::Tensor& canvas, const TilePlace& cells) {
        const std::int64_t channels = m_model.latentChannels();
        const torch::Tensor latents = canvas.narrow(2, cells.rows.begin, cells.rows.length)
                                          .narrow(3, cells.columns.begin, cells.columns.length);
        std::vector<torch::Tensor> targets;
        for (std::size_t i = 0; i < kept(); ++i) {
            const torch::Tensor latent =
                latents.narrow(1, m_settings.decodedTargets[i] * channels, channels);
            targets.push_back(
                decodeLatent(m_model, latent.to(m_model.device), m_settings.targetNames[i]));
        }
        return torch::cat(targets);
    }

    LoadedModel& m_model;
    const std::vector<torch::Tensor>& m_canvases;
    const TileViews& m_views;
    TileGrid m_cells;
    TileGrid m_pixels;
    double m_work;
    const RunSettings& m_settings;
    RunProgress& m_progress;
    std::vector<TileBlend> m_members;
};

} // namespace

bool decodeTiles(LoadedModel& model, const std::vector<torch::Tensor>& canvases,
                 const TileViews& views, const TileLayout& layout, const RunSettings& settings,
                 RunProgress& progress, const TakeRows& take) {
    const VisitingVae visiting(model, model.targetVae);
    Band band(model, canvases, views, layout, settings, progress);
    const TileGrid pixels = layout.pixels();
    const std::vector<TileSpan>& rows = pixels.rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!band.addRow(row))
            return false;
        const std::int64_t next = row + 1 < rows.size() ? rows[row + 1].begin : rows[row].end();
        band.give(rows[row].begin, next - rows[row].begin, layout.input, take);
    }
    return true;
}

} // namespace unlit::infer
