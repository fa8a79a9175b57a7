#include "core/strokes/stroke.h"

#include "core/base/error.h"
#include "core/strokes/stroke_cover.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit {

namespace {

constexpr std::array<std::string_view, 5> kKindNames{"same_paint", "same_light", "keep", "unknown",
                                                     "this_bright"};

[[noreturn]] void refuseStroke(std::size_t index, const std::string& what,
                               const std::string& hint) {
    throw Error::invalidInput("stroke " + std::to_string(index + 1) + " " + what, hint);
}

void checkValue(const Stroke& stroke, std::size_t index) {
    if (stroke.kind != StrokeKind::ThisBright) {
        if (!stroke.value.empty())
            refuseStroke(index,
                         "has a value, but is of the kind " + std::string(toString(stroke.kind)),
                         "leave the value out, or make it this_bright");
        return;
    }
    if (stroke.value.size() != 1 && stroke.value.size() != 3)
        refuseStroke(index, "says this_bright without a value",
                     "give one number, the luminance, or three: linear R, G, B");
    for (const double value : stroke.value)
        if (!(value > 0 && value <= 1))
            refuseStroke(index, "has a value that no albedo has",
                         "an albedo is above 0 and at most 1");
}

bool isFinite(const StrokePoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

std::string pixelsText(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height) + " pixels";
}

} // namespace

std::string_view toString(StrokeKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<StrokeKind> strokeKindFromString(std::string_view name) {
    const auto found = std::ranges::find(kKindNames, name);
    if (found == kKindNames.end())
        return {};
    return static_cast<StrokeKind>(found - kKindNames.begin());
}

bool StrokeSet::isActive() const {
    return std::ranges::any_of(strokes, [this](const Stroke& stroke) {
        return stroke.isOn && touchesPicture(stroke, width, height);
    });
}

void checkStrokes(const StrokeSet& set) {
    if (set.width < 1 || set.height < 1)
        throw Error::invalidInput("the strokes are of a picture without pixels",
                                  "say the width and height of the picture that they are of");
    std::size_t points = 0;
    for (std::size_t i = 0; i < set.strokes.size(); ++i) {
        const Stroke& stroke = set.strokes[i];
        if (stroke.points.empty())
            refuseStroke(i, "has no points", "take it out");
        if (!(stroke.radius >= 0) || !std::isfinite(stroke.radius))
            refuseStroke(i, "has a radius that is none", "a radius is 0 or more");
        if (!std::ranges::all_of(stroke.points, isFinite))
            refuseStroke(i, "has a point that is no number", "take it out");
        checkValue(stroke, i);
        points += stroke.points.size();
    }
    if (points > kMostStrokePoints)
        throw Error::invalidInput("the strokes have " + std::to_string(points) +
                                      " points, and more than " +
                                      std::to_string(kMostStrokePoints) + " are no drawing",
                                  "leave points out that lie closer than a pixel");
}

std::string whyStrokesDoNotFit(const StrokeSet& set, int width, int height, std::string_view hash,
                               bool isForAll) {
    if (set.width != width || set.height != height)
        return "the strokes were drawn on a picture of " + pixelsText(set.width, set.height) +
               ", this one has " + pixelsText(width, height);
    if (!isForAll && !set.hash.empty() && set.hash != hash)
        return "the strokes were drawn on another picture of this size";
    return {};
}

} // namespace unlit
