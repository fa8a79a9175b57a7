#include "core/data/loader/epoch_order.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unlit::data {

namespace {

void checkMixture(const OrderOptions& options) {
    const auto& [sizes, weights] = options.mixture;
    const auto sum = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    if (weights.size() != sizes.size())
        throw Error::invalidInput(std::to_string(weights.size()) + " weights for " +
                                      std::to_string(sizes.size()) + " sets",
                                  "give each set one weight");
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!(weights[i] > 0) || !std::isfinite(weights[i]) || sizes[i] < 1)
            throw Error::invalidInput("set " + std::to_string(i + 1) +
                                          " of the mixture has no samples or no weight above 0",
                                      "leave it out, or give it a weight");
    if (sum != options.count)
        throw Error::internal("a mixture of " + std::to_string(sum) + " samples for a set of " +
                              std::to_string(options.count));
}

/// Endless shuffled passes over one set.
class Passes {
public:
    Passes(std::int64_t first, std::int64_t count) : m_first(first), m_count(count) {}

    std::int64_t next(const torch::Generator& generator) {
        if (m_at == m_pass.size()) {
            m_pass = diffusion::shuffledOrder(m_count, generator);
            m_at = 0;
        }
        return m_first + m_pass[m_at++];
    }

private:
    std::int64_t m_first;
    std::int64_t m_count;
    std::vector<std::int64_t> m_pass;
    std::size_t m_at = 0;
};

std::vector<std::int64_t> mixedOrder(const OrderOptions& options,
                                     const torch::Generator& generator) {
    checkMixture(options);
    const auto& [sizes, weights] = options.mixture;
    std::vector<Passes> passes;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        passes.emplace_back(first, size);
        first += size;
    }
    std::vector<double> bounds(weights.size());
    std::partial_sum(weights.begin(), weights.end(), bounds.begin());
    const torch::Tensor draws = diffusion::rand({options.count}, generator);
    const float* draw = draws.data_ptr<float>();
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < options.count; ++i) {
        const auto bound = std::upper_bound(bounds.begin(), bounds.end() - 1,
                                            static_cast<double>(draw[i]) * bounds.back());
        order.push_back(passes[static_cast<std::size_t>(bound - bounds.begin())].next(generator));
    }
    return order;
}

} // namespace

std::vector<std::int64_t> epochOrder(const OrderOptions& options,
                                     const torch::Generator& generator) {
    if (options.count < 1)
        throw Error::invalidInput("a set without samples", "check its filename_list");
    if (!options.mixture.sizes.empty())
        return mixedOrder(options, generator);
    if (options.isShuffled)
        return diffusion::shuffledOrder(options.count, generator);
    std::vector<std::int64_t> order(static_cast<std::size_t>(options.count));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<std::vector<std::int64_t>> batchesOf(const std::vector<std::int64_t>& order,
                                                 std::int64_t batchSize, bool dropLast) {
    if (batchSize < 1)
        throw Error::invalidInput("a batch of " + std::to_string(batchSize) + " samples",
                                  "a batch has at least one");
    std::vector<std::vector<std::int64_t>> batches;
    const auto size = static_cast<std::size_t>(batchSize);
    for (std::size_t at = 0; at < order.size(); at += size) {
        const std::size_t end = std::min(at + size, order.size());
        if (end - at == size || !dropLast)
            batches.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(at),
                                 order.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return batches;
}

} // namespace unlit::data
