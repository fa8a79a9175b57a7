// Tells what the latent cache has to say, and at the end what it was good for.
#pragma once

#include "core/train/hook.h"
#include "core/train/latent_cache.h"

#include <memory>

namespace unlit::train {

class LatentCacheHook : public Hook {
public:
    explicit LatentCacheHook(std::shared_ptr<LatentCache> cache) : m_cache(std::move(cache)) {}

    void onTrainBegin(StepContext& context) override { tellNotes(context); }

    void onStepEnd(StepContext& context) override { tellNotes(context); }

    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    void tellNotes(const StepContext& context);

    std::shared_ptr<LatentCache> m_cache;
};

} // namespace unlit::train
