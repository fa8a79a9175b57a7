// Looks before the first step whether a micro-batch fits into memory, and splits it where it does
// not.
#pragma once

#include "core/train/hook.h"

#include <optional>

namespace unlit::train {

/// One sample is tried and measured; what a whole micro-batch will take is told, and where that is
/// more than there is, the samples that go through the network at once become fewer. Parts that a
/// resumed run has come to stay. A run that is resumed in the middle of a step is not measured:
/// its gradients must not be touched.
class MemoryHook : public Hook {
public:
    /// `limitGib`: what the process may use in all; unset = what is free, less a margin.
    explicit MemoryHook(std::optional<double> limitGib) : m_limitGib(limitGib) {}

    void onTrainBegin(StepContext& context) override;

private:
    std::optional<std::uint64_t> room(const StepContext& context) const;
    std::optional<MemoryEstimate> measure(StepContext& context) const;

    std::optional<double> m_limitGib;
};

} // namespace unlit::train
