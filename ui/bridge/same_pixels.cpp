#include "ui/bridge/same_pixels.h"

#include "core/session/command_text.h"

namespace unlit::ui {

bool makesSamePixels(InferenceRequest a, InferenceRequest b) {
    a.output.reset();
    b.output.reset();
    return inferCommand(a) == inferCommand(b);
}

} // namespace unlit::ui
