#include "core/data/loader/data_loader.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/diffusion/random.h"

#include <torch/types.h>

#include <algorithm>
#include <iterator>

namespace unlit::data {

namespace {

OrderOptions orderOf(const Dataset& dataset, const LoaderOptions& options) {
    OrderOptions order{dataset.size(), options.isShuffled, {}};
    if (options.weights.empty())
        return order;
    const auto* joined = dynamic_cast<const JoinedDataset*>(&dataset);
    order.mixture.sizes =
        joined != nullptr ? joined->partSizes() : std::vector<std::int64_t>{dataset.size()};
    order.mixture.weights = options.weights;
    return order;
}

} // namespace

DataLoader::DataLoader(std::shared_ptr<const Dataset> dataset, LoaderOptions options)
    : m_dataset(std::move(dataset)), m_options(std::move(options)),
      m_order(orderOf(*m_dataset, m_options)),
      m_generator(diffusion::makeGenerator(m_options.seed)) {
    if (m_options.workers < 0 || m_options.prefetch < 1)
        throw Error::invalidInput("a loader of " + std::to_string(m_options.workers) +
                                      " workers and " + std::to_string(m_options.prefetch) +
                                      " batches ahead",
                                  "workers are 0 or more, batches ahead 1 or more");
    const auto trial = diffusion::makeGenerator(m_options.seed); // what cannot work is said now
    batchesOf(epochOrder(m_order, trial), m_options.batchSize, m_options.dropLast);
    if (batchesPerEpoch() == 0)
        throw Error::invalidInput("a set of " + std::to_string(m_order.count) +
                                      " samples gives no batch of " +
                                      std::to_string(m_options.batchSize),
                                  "take a smaller batch size, or keep the last, shorter batch");
}

std::int64_t DataLoader::batchesPerEpoch() const {
    const std::int64_t whole = m_order.count / m_options.batchSize;
    const bool hasRest = m_order.count % m_options.batchSize != 0;
    return whole + (hasRest && !m_options.dropLast ? 1 : 0);
}

std::optional<Batch> DataLoader::next() {
    while (m_taken < batchesPerEpoch()) {
        const std::int64_t index = m_taken++;
        LoadedBatch loaded = m_options.workers == 0 ? makeBatch(m_epoch, index, {}) : prefetched();
        std::ranges::move(loaded.skipped, std::back_inserter(m_skipped));
        std::ranges::move(loaded.notFinite, std::back_inserter(m_notFinite));
        if (loaded.batch)
            return std::move(loaded.batch);
    }
    // An epoch of which nothing was read was never drawn; the next one comes after it all the same.
    (void)samplesOf(m_epoch, 0);
    const std::scoped_lock lock(m_epochsMutex);
    m_epochs.erase(m_epoch++);
    m_taken = 0;
    return {};
}

void DataLoader::skip(std::int64_t count) {
    if (count < 0 || m_taken + count > batchesPerEpoch())
        throw Error::invalidInput("cannot skip " + std::to_string(count) + " batches after " +
                                      std::to_string(m_taken) + " of " +
                                      std::to_string(batchesPerEpoch()),
                                  "the set has changed since the run was saved");
    m_prefetcher.reset();
    m_taken += count;
}

LoaderState DataLoader::state() const {
    const std::scoped_lock lock(m_epochsMutex);
    const auto drawn = m_epochs.find(m_epoch);
    const torch::Tensor generator =
        drawn == m_epochs.end() ? m_generator.get_state() : drawn->second.generatorBefore;
    return {generator.clone(), m_epoch, m_taken};
}

void DataLoader::restore(const LoaderState& state) {
    if (state.batch < 0 || state.batch > batchesPerEpoch() || state.epoch < 0)
        throw Error::invalidInput("a saved run stands at batch " + std::to_string(state.batch) +
                                      " of an epoch of " + std::to_string(batchesPerEpoch()),
                                  "the set has changed since the run was saved");
    m_prefetcher.reset();
    const std::scoped_lock lock(m_epochsMutex);
    m_generator.set_state(state.generator.clone());
    m_epochs.clear();
    m_notFinite.clear(); // they come again
    m_epoch = state.epoch;
    m_taken = state.batch;
}

std::vector<std::int64_t> DataLoader::samplesOf(std::int64_t epoch, std::int64_t batch) {
    const std::scoped_lock lock(m_epochsMutex);
    for (std::int64_t next = m_epochs.empty() ? m_epoch : m_epochs.rbegin()->first + 1;
         next <= epoch; ++next) {
        Epoch drawn{m_generator.get_state().clone(), {}};
        drawn.batches =
            batchesOf(epochOrder(m_order, m_generator), m_options.batchSize, m_options.dropLast);
        m_epochs.emplace(next, std::move(drawn));
    }
    return m_epochs.at(epoch).batches[static_cast<std::size_t>(batch)];
}

LoadedBatch DataLoader::prefetched() {
    if (!m_prefetcher) {
        // Batches are numbered on over the ends of epochs: workers never wait for one to end.
        const std::int64_t perEpoch = batchesPerEpoch();
        m_prefetcher = std::make_unique<Prefetcher>(
            [this, perEpoch](std::int64_t number, const std::stop_token& stop) {
                return makeBatch(number / perEpoch, number % perEpoch, stop);
            },
            m_epoch * perEpoch + m_taken - 1, m_options.workers,
            m_options.workers * m_options.prefetch * static_cast<int>(m_options.parts));
    }
    return m_prefetcher->next();
}

LoadedBatch DataLoader::makeBatch(std::int64_t epoch, std::int64_t index,
                                  const std::stop_token& stop) {
    const torch::NoGradGuard noGrad;
    LoadedBatch loaded;
    if (index % m_options.parts != m_options.part) {
        loaded.batch = Batch{.tensors = {}, .rgbRelativePath = {}, .index = index};
        loaded.batch->isElsewhere = true;
        return loaded;
    }
    std::vector<Sample> samples;
    const bool isOfMiddle = epoch * batchesPerEpoch() + index < m_options.middleBatches;
    for (const std::int64_t i : samplesOf(epoch, index)) {
        if (stop.stop_requested())
            return {};
        try {
            samples.push_back(isOfMiddle ? m_dataset->getMiddle(i, epoch)
                                         : m_dataset->get(i, epoch));
            if (!samples.back().notFinite.empty())
                loaded.notFinite.push_back({m_dataset->describe(i), samples.back().notFinite});
        } catch (...) {
            if (!m_options.skipBroken)
                throw;
            loaded.skipped.push_back({m_dataset->describe(i), translateCurrentException().text()});
        }
    }
    if (samples.empty()) {
        if (m_options.parts > 1)
            loaded.batch = Batch{.tensors = {}, .rgbRelativePath = {}, .index = index};
        return loaded;
    }
    if (m_options.padsSizes)
        padToLargest(samples);
    loaded.batch = collate(samples, m_dataset->targetNames());
    loaded.batch->index = index;
    return loaded;
}

} // namespace unlit::data
