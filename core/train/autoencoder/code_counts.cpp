#include "core/train/autoencoder/code_counts.h"

#include <cmath>

namespace unlit::train {

void CodeCounts::add(const torch::Tensor& codes) {
    const torch::Tensor flat = codes.to(torch::kCPU, torch::kInt64).contiguous();
    const auto* values = flat.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < flat.numel(); ++i)
        ++m_counts[values[i]];
}

double CodeCounts::usageOf(std::int64_t codeCount) const {
    return static_cast<double>(m_counts.size()) / static_cast<double>(codeCount);
}

double CodeCounts::perplexity() const {
    double total = 0, sum = 0;
    for (const auto& [code, count] : m_counts) {
        const auto n = static_cast<double>(count);
        total += n;
        sum += n * std::log(n);
    }
    return total > 0 ? std::exp(std::log(total) - sum / total) : 0;
}

} // namespace unlit::train
