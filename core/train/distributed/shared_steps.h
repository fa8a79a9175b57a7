// One optimizer step, its micro-batches dealt out to several processes by their place in the epoch.
//
// A recipe means the same for any number of processes: a step has as many micro-batches as ever,
// each of its own seed, and gradients are summed over all of them. What only the process knows that
// reads a batch, that there is nothing to learn from in it, is told to the others when the step is
// done; the step is begun again then, and all of them pass that batch over.
#pragma once

#include "core/config/memory_config.h"
#include "core/train/distributed/gradient_sums.h"
#include "core/train/distributed/peers.h"
#include "core/train/optim/optimizer.h"
#include "core/train/run_position.h"

#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace unlit::train {

/// A batch: its epoch and its number in that, both from 0.
using BatchPlace = std::pair<std::int64_t, std::int64_t>;

/// Thread: the one that trains.
class SharedSteps {
public:
    /// `parameters`: whose gradients are summed.
    SharedSteps(const std::shared_ptr<Peers>& peers, config::GradientExchange exchange,
                std::vector<NamedParameter> parameters)
        : m_peers(peers), m_sums(peers, exchange, std::move(parameters)) {}

    Peers& peers() const { return *m_peers; }

    GradientSums& sums() { return m_sums; }

    /// Whether this process has none of the `count` micro-batches behind the one at `place`, as far
    /// as it knows; an epoch has `perEpoch` batches.
    bool hasNoneOf(std::int64_t count, BatchPlace place, std::int64_t perEpoch) const;

    /// Has this batch been found to be empty by any process?
    bool isEmpty(BatchPlace place) const { return m_empty.contains(place); }

    /// This process found it.
    void noteEmpty(BatchPlace place) { m_found.insert(place); }

    /// Collective. Called when each process is through with the micro-batches of the step that
    /// `position` has. True: what the others have learnt is in `position`, and gradients are sums
    /// over all. False: batches were found to be empty; the step is to be begun again.
    bool join(RunPosition& position);

    /// Seconds that each process has waited for the others, on the average of all of them, from the
    /// end of one join() to the end of the next: what the slowest one costs. Of the step before the
    /// last join, as that is what all know.
    double waited() const { return m_waited; }

private:
    std::shared_ptr<Peers> m_peers;
    GradientSums m_sums;
    std::set<BatchPlace> m_empty; ///< known to all
    std::set<BatchPlace> m_found; ///< by this process, not told yet
    double m_waited = 0;
};

} // namespace unlit::train
