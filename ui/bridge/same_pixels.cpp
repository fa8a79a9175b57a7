#include "ui/bridge/same_pixels.h"

#include "core/session/command_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace unlit::ui {

namespace {

std::vector<Stroke> strokesThatCount(const StrokeSet* set) {
    std::vector<Stroke> strokes;
    if (set != nullptr && set->isActive())
        std::ranges::copy_if(set->strokes, std::back_inserter(strokes),
                             [](const Stroke& stroke) { return stroke.isOn; });
    return strokes;
}

/// What is compared by itself: the file that strokes were read from does not matter.
void leaveStrokesOut(InferenceRequest& request) {
    request.strokes.reset();
    request.strokesFrom.clear();
    request.strokesForAll = false;
}

} // namespace

bool makeSameCorrections(const StrokeSet* a, const StrokeSet* b) {
    return a == b || strokesThatCount(a) == strokesThatCount(b);
}

bool makesSamePixels(InferenceRequest a, InferenceRequest b) {
    if (!makeSameCorrections(a.strokes.get(), b.strokes.get()))
        return false;
    for (InferenceRequest* request : {&a, &b}) {
        request->output.reset();
        leaveStrokesOut(*request);
    }
    return inferCommand(a) == inferCommand(b);
}

} // namespace unlit::ui
