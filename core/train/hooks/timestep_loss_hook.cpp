#include "core/train/hooks/timestep_loss_hook.h"

#include <algorithm>

namespace unlit::train {

bool TimestepLossHook::isWanted(const config::TrainConfig& config) {
    return config.trainer.lossBins > 0 && config.trained() != config::TrainedNetwork::Autoencoder &&
           config.trainer.timesteps == config::TrainedTimesteps::All;
}

TimestepLossHook::TimestepLossHook(std::int64_t bins, std::int64_t trainTimesteps) {
    const std::int64_t count = std::min(bins, trainTimesteps);
    for (std::int64_t bin = 0; bin <= count; ++bin)
        m_firsts.push_back(bin * trainTimesteps / count);
}

void TimestepLossHook::onBackwardEnd(StepContext& context) {
    m_ofStep = context.position.sampleLosses;
}

void TimestepLossHook::onStepEnd(StepContext& context) {
    for (std::size_t bin = 0; bin + 1 < m_firsts.size(); ++bin) {
        double sum = 0;
        std::int64_t count = 0;
        for (const SampleLoss& entry : m_ofStep) {
            if (entry.timestep < m_firsts[bin] || entry.timestep >= m_firsts[bin + 1])
                continue;
            sum += entry.loss;
            ++count;
        }
        if (count > 0)
            context.scalars.push_back({kTimestepLoss + std::to_string(m_firsts[bin]) + "-" +
                                           std::to_string(m_firsts[bin + 1] - 1),
                                       sum / static_cast<double>(count)});
    }
    m_ofStep.clear();
}

} // namespace unlit::train
