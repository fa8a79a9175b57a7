#include "core/train/hooks/latent_cache_hook.h"

namespace unlit::train {

void LatentCacheHook::onTrainEnd(StepContext& context, RunEnd) {
    tellNotes(context);
    context.log(LogLine::Level::Info, "latent cache: " + std::to_string(m_cache->hits()) +
                                          " pictures were read from it, " +
                                          std::to_string(m_cache->misses()) + " were encoded");
}

void LatentCacheHook::tellNotes(const StepContext& context) {
    for (std::string& note : m_cache->takeNotes())
        context.log(LogLine::Level::Warning, std::move(note));
}

} // namespace unlit::train
