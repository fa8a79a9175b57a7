#include "core/infer/run_settings.h"

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

} // namespace unlit::infer
