#include "core/data/loader/data_loader.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/diffusion/random.h"

#include <torch/types.h>

#include <algorithm>

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
    if (m_batches.empty())
        drawEpoch();
    while (m_taken < batchesPerEpoch()) {
        std::optional<Batch> batch;
        if (m_options.workers == 0) {
            batch = makeBatch(m_taken++, m_epoch, {});
        } else {
            if (!m_prefetcher)
                startWorkers();
            try {
                batch = m_prefetcher->next();
            } catch (...) {
                m_taken = m_prefetcher->position();
                throw;
            }
            m_taken = m_prefetcher->position();
        }
        if (batch)
            return batch;
    }
    m_prefetcher.reset();
    m_batches.clear();
    ++m_epoch;
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
    return {m_batches.empty() ? m_generator.get_state().clone() : m_generatorBefore.clone(),
            m_epoch, m_taken};
}

void DataLoader::restore(const LoaderState& state) {
    if (state.batch < 0 || state.batch > batchesPerEpoch() || state.epoch < 0)
        throw Error::invalidInput("a saved run stands at batch " + std::to_string(state.batch) +
                                      " of an epoch of " + std::to_string(batchesPerEpoch()),
                                  "the set has changed since the run was saved");
    m_prefetcher.reset();
    m_generator.set_state(state.generator.clone());
    m_batches.clear();
    m_epoch = state.epoch;
    m_taken = state.batch;
}

std::vector<SkippedSample> DataLoader::skipped() const {
    const std::scoped_lock lock(m_skippedMutex);
    return m_skipped;
}

void DataLoader::drawEpoch() {
    m_generatorBefore = m_generator.get_state().clone();
    m_batches =
        batchesOf(epochOrder(m_order, m_generator), m_options.batchSize, m_options.dropLast);
}

void DataLoader::startWorkers() {
    m_prefetcher = std::make_unique<Prefetcher>(
        [this, epoch = m_epoch](std::int64_t index, const std::stop_token& stop) {
            return makeBatch(index, epoch, stop);
        },
        Prefetcher::Range{m_taken, batchesPerEpoch()}, m_options.workers,
        m_options.workers * m_options.prefetch);
}

std::optional<Batch> DataLoader::makeBatch(std::int64_t index, std::int64_t epoch,
                                           const std::stop_token& stop) const {
    const torch::NoGradGuard noGrad;
    std::vector<Sample> samples;
    for (const std::int64_t i : m_batches[static_cast<std::size_t>(index)]) {
        if (stop.stop_requested())
            return {};
        try {
            samples.push_back(m_dataset->get(i, epoch));
        } catch (...) {
            if (!m_options.skipBroken)
                throw;
            const std::scoped_lock lock(m_skippedMutex);
            m_skipped.push_back({m_dataset->describe(i), translateCurrentException().text()});
        }
    }
    if (samples.empty())
        return {};
    Batch batch = collate(samples);
    batch.index = index;
    return batch;
}

} // namespace unlit::data
