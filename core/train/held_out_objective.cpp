#include "core/train/held_out_objective.h"

#include "core/base/mix_bits.h"
#include "core/diffusion/random.h"
#include "core/train/autoencoder/autoencoder_task.h"
#include "core/train/unet/unet_task.h"

#include <torch/utils.h>

#include <map>
#include <string>

namespace unlit::train {

namespace {

/// The same in every validation, also where the pictures' own seeds are drawn anew.
std::uint64_t noiseSeed(const config::ValidationConfig& config, std::int64_t picture,
                        std::int64_t draw) {
    const auto initial = static_cast<std::uint64_t>(config.initSeed.value_or(0));
    return mixBits(mixBits(initial + 1) + static_cast<std::uint64_t>(picture)) +
           static_cast<std::uint64_t>(draw);
}

torch::Tensor toWholeCells(const torch::Tensor& x_CHW, std::int64_t factor) {
    return x_CHW.slice(1, 0, x_CHW.size(1) / factor * factor)
        .slice(2, 0, x_CHW.size(2) / factor * factor)
        .contiguous();
}

data::Batch batchOf(const ValidationSet& set, std::int64_t picture, std::int64_t factor) {
    data::Sample sample = set.pairs->get(picture, 0);
    sample.beauty_CHW = toWholeCells(sample.beauty_CHW, factor);
    sample.valid_1HW = toWholeCells(sample.valid_1HW, factor);
    for (torch::Tensor& target : sample.targets_TCHW)
        target = toWholeCells(target, factor);
    return data::collate({sample}, set.pairs->targetNames());
}

/// Means of several figures, each over its own weights.
class WeightedMeans {
public:
    void add(const std::string& tag, double value, double weight) {
        auto& [sum, weights] = m_sums[tag];
        sum += value * weight;
        weights += weight;
    }

    std::vector<Scalar> take() const {
        std::vector<Scalar> means;
        for (const auto& [tag, sums] : m_sums)
            if (sums.second > 0)
                means.push_back({tag, sums.first / sums.second});
        return means;
    }

private:
    std::map<std::string, std::pair<double, double>> m_sums;
};

class UNetObjective : public HeldOutObjective {
public:
    UNetObjective(UNetTask& task, const config::ValidationConfig& config)
        : m_task(task), m_config(config) {}

    std::optional<std::vector<Scalar>> measure(const ValidationSet& set, std::int64_t count,
                                               const std::stop_token& stop) override {
        WeightedMeans means;
        const std::vector<std::int64_t> timesteps =
            m_task.heldOutTimesteps(m_config.objectiveTimesteps);
        for (std::int64_t i = 0; i < count; ++i) {
            const data::Batch batch =
                batchOf(set, i, m_task.model().targetVae->options().downscaleFactor());
            for (std::size_t k = 0; k < timesteps.size(); ++k) {
                if (stop.stop_requested())
                    return {};
                const auto seed = noiseSeed(m_config, i, static_cast<std::int64_t>(k));
                const auto loss =
                    m_task.heldOutLoss(batch, timesteps[k], diffusion::makeGenerator(seed));
                if (!loss)
                    break; // nothing of the picture is valid
                means.add("loss", loss->mean, loss->elements);
                if (timesteps.size() > 1)
                    means.add("loss_t" + std::to_string(timesteps[k]), loss->mean, loss->elements);
            }
        }
        return means.take();
    }

private:
    UNetTask& m_task;
    config::ValidationConfig m_config;
};

class AutoencoderObjective : public HeldOutObjective {
public:
    AutoencoderObjective(AutoencoderTask& task, const config::ValidationConfig& config)
        : m_task(task), m_config(config) {}

    std::optional<std::vector<Scalar>> measure(const ValidationSet& set, std::int64_t count,
                                               const std::stop_token& stop) override {
        WeightedMeans means;
        for (std::int64_t i = 0; i < count; ++i) {
            if (stop.stop_requested())
                return {};
            const data::Batch batch = batchOf(set, i, m_task.vae()->options().downscaleFactor());
            const auto elements = static_cast<double>(batch.tensor(data::kBeautyNorm).numel());
            for (const Scalar& part : m_task.heldOutLoss(batch, noiseSeed(m_config, i, 0)))
                means.add(part.tag, part.value, elements);
        }
        return means.take();
    }

private:
    AutoencoderTask& m_task;
    config::ValidationConfig m_config;
};

} // namespace

std::unique_ptr<HeldOutObjective> makeObjective(UNetTask& task,
                                                const config::ValidationConfig& config) {
    return std::make_unique<UNetObjective>(task, config);
}

std::unique_ptr<HeldOutObjective> makeObjective(AutoencoderTask& task,
                                                const config::ValidationConfig& config) {
    return std::make_unique<AutoencoderObjective>(task, config);
}

} // namespace unlit::train
