#include "core/infer/ensemble/ensemble_end.h"

#include "core/infer/ensemble/ensemble.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::infer {

namespace {

constexpr int kCalmMembers = 2;

/// Every so manyth pixel of a side is looked at: the mean over a whole picture needs no more.
std::int64_t strideFor(std::int64_t side) {
    constexpr std::int64_t kSamplesASide = 256;
    return std::max<std::int64_t>(1, side / kSamplesASide);
}

double meanSpread(const std::vector<torch::Tensor>& members_K3HW, std::int64_t count,
                  Reduction reduction) {
    std::vector<torch::Tensor> samples;
    for (std::int64_t i = 0; i < count; ++i) {
        const torch::Tensor& member = members_K3HW[static_cast<std::size_t>(i)];
        samples.push_back(member.slice(2, 0, member.size(2), strideFor(member.size(2)))
                              .slice(3, 0, member.size(3), strideFor(member.size(3))));
    }
    return reduceEnsemble(torch::stack(samples), reduction).uncertainty.mean().item<double>();
}

} // namespace

bool SpreadWatch::settledWith(double meanSpread) {
    if (m_tolerance <= 0)
        return false;
    if (m_last) {
        const bool isCalm = std::abs(meanSpread - *m_last) <= m_tolerance * *m_last;
        m_calmMembers = isCalm ? m_calmMembers + 1 : 0;
    }
    m_last = meanSpread;
    return m_calmMembers >= kCalmMembers;
}

EnsembleEnd::EnsembleEnd(const RunSettings& settings, std::stop_token finishEarly)
    : m_settings(settings), m_finishEarly(std::move(finishEarly)),
      m_limit(settings.stopAfter > 0 ? std::min(settings.stopAfter, settings.ensemble)
                                     : settings.ensemble),
      m_watch(settings.settledSpread) {}

std::optional<std::int64_t> EnsembleEnd::endedWith(const std::vector<torch::Tensor>& members_K3HW) {
    const auto done = static_cast<std::int64_t>(members_K3HW.size());
    if (m_settings.settledSpread > 0) {
        constexpr std::int64_t kFewestWithSpread = 2;
        for (std::int64_t count = std::max(m_watched + 1, kFewestWithSpread);
             count <= std::min(done, m_limit); ++count) {
            if (m_watch.settledWith(meanSpread(members_K3HW, count, m_settings.reduction)))
                return count;
        }
        m_watched = done;
    }
    if (done >= m_limit || m_finishEarly.stop_requested())
        return std::min(done, m_limit);
    return {};
}

} // namespace unlit::infer
