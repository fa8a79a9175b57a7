// Says which samples have pixels that are not finite, and counts them.
#pragma once

#include "core/train/hook.h"

#include <cstdint>
#include <set>
#include <string>

namespace unlit::train {

/// A warning and a BadSample for each sample, the first time that it is seen, up to `most` of them;
/// the end tells how many there were. Steps that have seen some have "data/not_finite", how many.
/// Before the hook that writes figures.
class NotFiniteHook : public Hook {
public:
    explicit NotFiniteHook(std::size_t most = 20) : m_most(most) {}

    void onMicroBegin(StepContext& context) override { take(context); }

    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    void take(StepContext& context);

    std::size_t m_most;
    std::set<std::string> m_names;
};

} // namespace unlit::train
