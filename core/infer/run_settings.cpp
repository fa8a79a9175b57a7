#include "core/infer/run_settings.h"

#include "core/infer/ensemble/member_size.h"

#include <algorithm>

namespace unlit::infer {

ResizePolicy resizePolicyOf(ResizeConvention convention) {
    switch (convention) {
    case ResizeConvention::Marigold:
        return {.arithmetic = SizeArithmetic::Marigold,
                .padsToFactor = false,
                .noiseDraw = NoiseDraw::PerBatch};
    case ResizeConvention::Diffusers:
        return {.clipsAfterResize = false, .antialiasBack = Antialias::Off};
    case ResizeConvention::Unlit:
        break;
    }
    return {};
}

void keepToTraining(RunSettings& settings, bool beginsWithZeros) {
    settings.beginsWithZeros = beginsWithZeros;
    if (!beginsWithZeros)
        return;
    settings.steps = 1;
    settings.ensemble = std::min<std::int64_t>(settings.ensemble, kMemberViews);
}

} // namespace unlit::infer
