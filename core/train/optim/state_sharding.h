// Which of several processes keeps what a training remembers of a parameter (ZeRO, stage 1:
// Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
// 2020).
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <vector>

namespace unlit::train {

/// Of one list of parameters, the same in all processes. Thread: the one that trains.
class StateSharding {
public:
    virtual ~StateSharding() = default;

    /// Whether this process has the state of the parameter of this number, and updates it.
    virtual bool isMine(std::size_t parameter) const = 0;

    /// Collective. Of as many tensors as there are parameters, shaped as they: each becomes what
    /// the process has that keeps its state, in place. Same types everywhere.
    virtual void complete(std::vector<torch::Tensor>& tensors) const = 0;
};

} // namespace unlit::train
