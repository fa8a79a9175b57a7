#include "core/infer/memory.h"
#include "core/session/infer/inference_job.h"

namespace unlit {

void ModelCache::release() {
    if (!m_model)
        return;
    m_model.reset();
    m_key.clear();
    infer::releaseFreedMemory();
}

} // namespace unlit
