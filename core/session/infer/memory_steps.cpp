#include "core/session/infer/memory_steps.h"

#include "core/infer/device.h"
#include "core/infer/memory.h"

namespace unlit {

std::optional<std::string> stepDownMemory(InferOptions& options) {
    if (options.ensemble > 1 && options.batchSize != 1) {
        options.batchSize = 1;
        return "one member at a time";
    }
    if (options.memory.attentionSlicing != AttentionSlicing::Max) {
        options.memory.attentionSlicing = AttentionSlicing::Max;
        return "one head of an attention at a time";
    }
    if (!options.memory.vaeTiling) {
        options.memory.vaeTiling = true;
        return "encoding and decoding in tiles, whose numbers differ a little";
    }
    return {};
}

void letMemoryGo() {
    infer::releaseFreedMemory();
    infer::releaseDeviceMemory();
}

} // namespace unlit
