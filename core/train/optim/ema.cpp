#include "core/train/optim/ema.h"

#include "core/base/error.h"
#include "core/train/optim/update_loops.h"

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::train {

double emaDecay(const config::EmaConfig& config, std::int64_t stepsDone) {
    const std::int64_t steps = std::max<std::int64_t>(0, stepsDone - config.updateAfterStep - 1);
    if (steps == 0)
        return 0;
    const auto n = static_cast<double>(steps);
    const double risen = config.useEmaWarmup ? 1 - std::pow(1 + n / config.invGamma, -config.power)
                                             : (1 + n) / (10 + n);
    // Schedules count the steps that were done before this one, as those of the rate do.
    return std::max(std::min(risen, config.decay.at(stepsDone - 1)),
                    config.minDecay.at(stepsDone - 1));
}

namespace {

/// One pass over memory where both lie alike on a processor.
void moveTo(const torch::Tensor& weight, float share, torch::Tensor& mean) {
    constexpr std::int64_t kGrain = 16384;
    if (!weight.is_cpu() || weight.scalar_type() != torch::kFloat32 ||
        weight.strides() != mean.strides() || !mean.is_non_overlapping_and_dense()) {
        mean.sub_((mean - weight).mul_(share));
        return;
    }
    const float* const from = weight.data_ptr<float>();
    float* const to = mean.data_ptr<float>();
    at::parallel_for(0, mean.numel(), kGrain, [&](std::int64_t first, std::int64_t end) {
        moveMean(share, end - first, from + first, to + first);
    });
}

} // namespace

Ema::Ema(config::EmaConfig config, std::vector<NamedParameter> parameters,
         const StateSharding* sharding)
    : m_config(std::move(config)), m_everyParameter(std::move(parameters)), m_sharding(sharding) {
    const torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < m_everyParameter.size(); ++i)
        if (sharding == nullptr || sharding->isMine(i))
            m_parameters.push_back(m_everyParameter[i]);
    for (const NamedParameter& parameter : m_parameters)
        m_means.push_back(torch::empty_like(parameter.value.detach(), torch::kFloat32,
                                            torch::MemoryFormat::Preserve)
                              .copy_(parameter.value));
}

void Ema::update(std::int64_t stepsDone) {
    if (stepsDone % m_config.updateEvery != 0)
        return;
    const torch::NoGradGuard noGrad;
    const double rest = 1 - decayAt(stepsDone);
    if (!m_means.empty() && m_means.front().is_cuda())
        return updateTogether(rest);
    for (std::size_t i = 0; i < m_means.size(); ++i)
        moveTo(m_parameters[i].value.detach(), static_cast<float>(rest), m_means[i]);
}

/// The same sums in a few launches; so many at once that the differences take little memory.
void Ema::updateTogether(double rest) {
    constexpr std::size_t kAtOnce = 64;
    for (std::size_t first = 0; first < m_means.size(); first += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, m_means.size() - first);
        std::vector<torch::Tensor> means, weights;
        for (std::size_t i = first; i < first + count; ++i) {
            means.push_back(m_means[i]);
            weights.push_back(m_parameters[i].value.to(torch::kFloat32));
        }
        std::vector<torch::Tensor> differences = at::_foreach_sub(means, weights);
        at::_foreach_mul_(differences, rest);
        at::_foreach_sub_(means, differences);
    }
}

weights::StateDict Ema::means() const {
    weights::StateDict means;
    for (std::size_t i = 0; i < m_means.size(); ++i)
        means.emplace(m_parameters[i].name, m_means[i]);
    return means;
}

void Ema::restore(const weights::StateDict& means, const std::string& file) {
    const torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < m_means.size(); ++i) {
        const auto found = means.find(m_parameters[i].name);
        if (found == means.end() || found->second.sizes() != m_means[i].sizes())
            throw Error::corrupt(file,
                                 "the running mean of the weight " + m_parameters[i].name +
                                     (found == means.end() ? " is missing" : " has another shape"),
                                 "take another checkpoint of the run");
        m_means[i].copy_(found->second);
    }
    if (means.size() != m_everyParameter.size())
        throw Error::corrupt(file, "it has running means of weights that are not trained",
                             "take another checkpoint of the run");
}

/// One for each parameter.
std::vector<torch::Tensor> Ema::all() const {
    if (m_sharding == nullptr)
        return m_means;
    std::vector<torch::Tensor> means;
    std::size_t own = 0;
    for (std::size_t i = 0; i < m_everyParameter.size(); ++i)
        means.push_back(m_sharding->isMine(i)
                            ? m_means[own++]
                            : torch::empty_like(m_everyParameter[i].value.detach(), torch::kFloat32,
                                                torch::MemoryFormat::Preserve));
    m_sharding->complete(means);
    return means;
}

EmaInUse::EmaInUse(Ema& ema) : m_ema(ema) {
    const torch::NoGradGuard noGrad;
    const std::vector<torch::Tensor> means = ema.all();
    m_own.reserve(means.size());
    try {
        for (std::size_t i = 0; i < means.size(); ++i) {
            torch::Tensor weight = ema.m_everyParameter[i].value;
            const torch::Tensor mean = means[i].to(weight.scalar_type());
            m_own.push_back(weight.variable_data()); // the same memory under another name
            weight.set_data(mean);
        }
    } catch (...) {
        putBack();
        throw;
    }
}

EmaInUse::~EmaInUse() {
    putBack();
}

void EmaInUse::putBack() {
    for (std::size_t i = 0; i < m_own.size(); ++i)
        m_ema.m_everyParameter[i].value.set_data(m_own[i]);
}

} // namespace unlit::train
