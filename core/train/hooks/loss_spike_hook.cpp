#include "core/train/hooks/loss_spike_hook.h"

#include "core/base/split_text.h"
#include "core/train/figure_window.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace unlit::train {

namespace {

using config::SpikePolicy;

std::string fourDigits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

double meanOf(const std::vector<float>& losses) {
    return std::accumulate(losses.begin(), losses.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(losses.size(), 1));
}

std::string picturesOf(const RunPosition& position) {
    std::string pictures;
    for (const auto& samples : position.samples)
        pictures += (pictures.empty() ? "" : ", ") + joined(samples);
    return pictures;
}

std::string_view whatFollows(SpikePolicy policy) {
    return policy == SpikePolicy::Skip ? "; the step is left out" : "; the step is taken";
}

} // namespace

void LossSpikeHook::onBackwardEnd(StepContext& context) {
    const std::vector<double>& before = context.position.recentLosses;
    const double loss = meanOf(context.position.losses);
    if (before.size() < static_cast<std::size_t>(m_config.window) || !std::isfinite(loss))
        return;
    const double median = medianOf(before);
    if (median <= 0 || loss <= m_config.factor * median)
        return m_inARow = 0, void();
    if (++m_inARow >= m_config.patience)
        take(context, loss, median);
}

void LossSpikeHook::take(StepContext& context, double loss, double median) {
    const std::string found = "the loss of step " + std::to_string(context.position.step + 1) +
                              " is " + fourDigits(loss) + ", " + fourDigits(loss / median) +
                              " times the median of the " + std::to_string(m_config.window) +
                              " steps before; pictures: " + picturesOf(context.position);
    const SpikePolicy policy = m_config.policy;
    if (policy == SpikePolicy::Stop || policy == SpikePolicy::RollBack)
        throw LossSpike(
            Error::invalidInput(found, "the weights are those of the step before; look at these "
                                       "pictures, or lower the learning rate" +
                                           (m_waysOn ? ": " + m_waysOn() : "")),
            policy == SpikePolicy::RollBack);
    context.log(LogLine::Level::Warning, found + std::string(whatFollows(policy)));
    if (policy == SpikePolicy::Skip)
        context.task.dropGradients();
    context.scalars.push_back({"train/loss_spikes", static_cast<double>(++m_found)});
}

void LossSpikeHook::onStepEnd(StepContext& context) {
    std::vector<double>& recent = context.position.recentLosses;
    if (std::isfinite(context.loss))
        recent.push_back(context.loss);
    const auto most = static_cast<std::size_t>(m_config.window);
    if (recent.size() > most)
        recent.erase(recent.begin(), recent.end() - static_cast<std::ptrdiff_t>(most));
}

} // namespace unlit::train
