// Optimizer state and running mean of the weights, divided among the processes of a training by
// whole parameters.
#pragma once

#include "core/train/distributed/peers.h"
#include "core/train/optim/optimizer.h"
#include "core/train/optim/state_sharding.h"
#include "core/weights/state_dict.h"

#include <memory>
#include <string>
#include <vector>

namespace unlit::train {

/// The owner of each parameter: the largest ones first, each to the process that has the fewest
/// numbers so far. The same for the same parameters and number of processes.
std::vector<int> ownersOf(const std::vector<NamedParameter>& parameters, int processes);

/// A checkpoint has the state of all. The first process, which writes it between two steps, calls
/// for it where the others wait for it anyway. Thread: the one that trains.
class ShardedState : public StateSharding {
public:
    ShardedState(std::shared_ptr<Peers> peers, const std::vector<NamedParameter>& parameters);

    bool isMine(std::size_t parameter) const override {
        return m_owners[parameter] == m_peers->rank();
    }

    void complete(std::vector<torch::Tensor>& tensors) const override;

    /// What the first process calls for, "optimizer" or "mean", from what it is told; empty where
    /// that is no call for state.
    static std::string calledFor(const std::string& told);

    /// Of the first process: what all have of it, `mine` sharing its memory, the rest on the CPU.
    /// Collective with give() of the others.
    weights::StateDict called(const std::string& what, const weights::StateDict& mine) const;

    /// Of the others.
    void give(const weights::StateDict& mine) const;

private:
    weights::StateDict brought(const weights::StateDict& mine) const;

    std::shared_ptr<Peers> m_peers;
    std::vector<int> m_owners;
};

} // namespace unlit::train
