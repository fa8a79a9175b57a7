#include "core/weights/component_weights.h"

#include "core/weights/files/weight_files.h"
#include "core/weights/key_adapter.h"

#include <utility>

namespace unlit::weights {

namespace fs = std::filesystem;

StateDict readWeights(const fs::path& componentFolder) {
    StateDict state;
    for (const SafetensorsFile& file : openWeightFiles(componentFolder))
        state.merge(file.all());
    return state;
}

StateDict readComponentWeights(const Component& component) {
    StateDict state = readWeights(component.folder);
    switch (component.kind) {
    case ComponentKind::Vae:
        return adaptVaeKeys(std::move(state), component.folder);
    case ComponentKind::TextEncoder:
        return adaptClipKeys(std::move(state), component.folder);
    default:
        return state;
    }
}

} // namespace unlit::weights
