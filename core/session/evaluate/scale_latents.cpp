#include "core/session/evaluate/scale_latents.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/infer/latent_statistics.h"
#include "core/infer/loaded_model.h"
#include "core/infer/visiting_vae.h"
#include "core/session/evaluate/evaluation_pictures.h"
#include "core/tensor/image_tensor.h"
#include "core/weights/json_file.h"

#include <torch/utils.h>

#include <algorithm>

namespace unlit {

namespace {

/// The middle of a picture: at most `side` pixels each way, whole latent cells.
torch::Tensor middle(const torch::Tensor& picture_13HW, std::int64_t side, std::int64_t factor) {
    torch::Tensor part = picture_13HW;
    for (const std::int64_t dimension : {2, 3}) {
        const std::int64_t whole = part.size(dimension);
        const std::int64_t kept = std::min(side, whole) / factor * factor;
        part = part.narrow(dimension, (whole - kept) / 2, kept);
    }
    return part;
}

class LatentMeter {
public:
    LatentMeter(infer::LoadedModel& model, int side) : m_model(model), m_side(side) {}

    void add(const EvaluationPicture& picture) {
        const ColorSpace transfer = m_model.folder.transfer;
        addTo(m_model.inputVae,
              toDisplay(picture.beauty, transfer, {}, m_model.folder.headroomEv).image);
        Image truth = picture.truth.linear;
        if (m_model.folder.targets.front().predictionSpace == weights::PredictionSpace::Srgb)
            convertTo(truth, transfer);
        addTo(m_model.targetVae, truth);
    }

    const infer::LatentStatistics& statistics() const { return m_statistics; }

private:
    void addTo(nn::AutoencoderKL& vae, const Image& image) {
        const torch::Tensor part = middle(infer::toTensor(image).clamp(0, 1) * 2 - 1, m_side,
                                          vae->options().downscaleFactor());
        if (part.numel() == 0)
            return; // smaller than one latent cell
        const infer::VisitingVae visiting(m_model, vae);
        m_statistics.add(vae->encode(part.to(m_model.device, m_model.vaeDtype)).mean);
    }

    infer::LoadedModel& m_model;
    std::int64_t m_side;
    infer::LatentStatistics m_statistics;
};

void writeFactor(const weights::Component& vae, double factor) {
    nlohmann::json config = weights::readJsonObject(vae.configFile);
    config["scaling_factor"] = factor;
    weights::writeJson(vae.configFile, config);
}

} // namespace

std::optional<LatentScale>
scaleLatents(const LatentScaleRequest& request,
             const std::function<void(std::size_t, std::size_t)>& progress,
             const std::stop_token& stop) {
    EvaluationRequest pictures;
    pictures.dataset = request.dataset;
    const auto set = EvaluationSet::open(pictures, stop);
    if (!set)
        return {};
    const auto model =
        infer::loadModelForTraining(weights::openModelFolder(request.model), request.device);
    const torch::NoGradGuard noGrad;
    LatentMeter meter(*model, request.side);
    LatentScale scale;
    const auto limit = static_cast<std::size_t>(request.pictures);
    scale.pairs = limit == 0 ? set->size() : std::min(limit, set->size());
    for (std::size_t i = 0; i < scale.pairs; ++i) {
        if (stop.stop_requested())
            return {};
        progress(i, scale.pairs);
        meter.add(set->read(i * set->size() / scale.pairs));
    }
    scale.numbers = meter.statistics().count();
    scale.mean = meter.statistics().mean();
    scale.deviation = meter.statistics().deviation();
    scale.before = model->targetVae->options().scalingFactor;
    scale.factor = meter.statistics().scalingFactor();
    if (request.writes) {
        writeFactor(model->folder.vaeAlbedo, scale.factor);
        if (model->folder.hasTwoVaes)
            writeFactor(model->folder.vaeBeauty, scale.factor);
    }
    return scale;
}

} // namespace unlit
