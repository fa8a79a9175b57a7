// From a set to batches, epoch after epoch: shuffled, prefetched, resumable.
#pragma once

#include "core/base/python_random.h"
#include "core/data/loader/dataset.h"
#include "core/data/loader/epoch_order.h"
#include "core/data/loader/prefetcher.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unlit::data {

struct LoaderOptions {
    std::int64_t batchSize = 1;
    bool isShuffled = true;
    bool dropLast = false;
    Seed seed = Seed::fromUnsigned(0); ///< of the order; the sets have their own for augmentation
    int workers = 0;  ///< 0 = batches are made when they are asked for, on the caller's thread
    int prefetch = 2; ///< batches ahead of use, for each worker
    bool skipBroken = false; ///< leave a sample that cannot be read out of its batch, and count it
    std::int64_t middleBatches = 0; ///< the first ones of all: Dataset::getMiddle
    bool padsSizes = false;         ///< pictures of different sizes become one batch (collate)
    std::vector<double> weights;    ///< of the parts of a JoinedDataset; empty = each sample once
    /// Of `parts` loaders of the same set and seed this one reads every parts-th batch of an epoch,
    /// from number `part` on; the others are handed out unread (Batch::isElsewhere).
    std::int64_t part = 0;
    std::int64_t parts = 1;
};

/// Where a loader stands: enough to go on with the very next batch.
struct LoaderState {
    torch::Tensor generator; ///< of the order, uint8: as it was before the epoch was drawn
    std::int64_t epoch = 0;  ///< from 0
    std::int64_t batch = 0;  ///< batches of this epoch that were handed out
};

/// Used by one thread. Batches are the same, bit for bit, for any number of workers and after
/// restore().
class DataLoader {
public:
    /// Throws Error::invalidInput for an empty set, a batch size below 1, weights that do not fit.
    DataLoader(std::shared_ptr<const Dataset> dataset, LoaderOptions options);

    std::int64_t batchesPerEpoch() const;

    /// The next batch, across the ends of epochs: after the last batch of one comes nullopt once,
    /// and then the first of the next. A sample that cannot be read is one Error naming its file
    /// (its batch is lost, the call after it goes on), unless skipBroken is set. A batch of which
    /// nothing is left is passed over; of several parts it is handed out without samples.
    std::optional<Batch> next();

    /// Passes over `count` batches of this epoch without reading a file. Throws
    /// Error::invalidInput beyond its end.
    void skip(std::int64_t count);

    std::int64_t epoch() const { return m_epoch; }

    LoaderState state() const;
    /// Throws Error::invalidInput for a state that is none of this set.
    void restore(const LoaderState& state);

    /// What was left out of the batches since the last call, those that were passed over among
    /// them. What workers read ahead counts when its batch's turn comes.
    std::vector<SkippedSample> takeSkipped() { return std::exchange(m_skipped, {}); }

    /// Samples of the batches since the last call of which pixels are not finite.
    std::vector<NotFiniteSample> takeNotFinite() { return std::exchange(m_notFinite, {}); }

private:
    /// An epoch that was drawn and is not over.
    struct Epoch {
        torch::Tensor generatorBefore; ///< state before its order was drawn
        std::vector<std::vector<std::int64_t>> batches;
    };

    /// Samples of a batch; draws its epoch, and those before it, where that was not done. Any
    /// thread.
    std::vector<std::int64_t> samplesOf(std::int64_t epoch, std::int64_t batch);
    LoadedBatch prefetched();
    LoadedBatch makeBatch(std::int64_t epoch, std::int64_t index, const std::stop_token& stop);

    std::shared_ptr<const Dataset> m_dataset;
    LoaderOptions m_options;
    OrderOptions m_order;
    std::int64_t m_epoch = 0; ///< that batches are handed out of
    std::int64_t m_taken = 0;
    mutable std::mutex m_epochsMutex; ///< guards the generator and m_epochs
    torch::Generator m_generator;
    std::map<std::int64_t, Epoch> m_epochs; ///< from m_epoch on, as far as workers are ahead
    std::vector<SkippedSample> m_skipped;
    std::vector<NotFiniteSample> m_notFinite;
    std::unique_ptr<Prefetcher> m_prefetcher; // last: its threads use everything above
};

} // namespace unlit::data
