// Says which pictures could not be read and were left out.
#pragma once

#include "core/train/hook.h"

#include <cstdint>
#include <set>
#include <string>

namespace unlit::train {

/// A warning and a BadSample for each picture, the first time it is left out, up to `most` of them;
/// the end tells how many pictures and how often. For runs with dataloader.skip_broken.
class SkippedPicturesHook : public Hook {
public:
    explicit SkippedPicturesHook(std::size_t most = 20) : m_most(most) {}

    void onMicroBegin(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    std::size_t m_most;
    std::set<std::string> m_names;
    std::int64_t m_times = 0;
};

} // namespace unlit::train
