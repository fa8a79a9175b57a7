// What a person draws on a picture to tell paint from light: plain values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// What a stroke says of the pixels under it.
enum class StrokeKind {
    SamePaint,  ///< they have one albedo: what differs there is light
    SameLight,  ///< one light falls on them: what differs there is paint
    Keep,       ///< their albedo is right as it is
    Unknown,    ///< nobody knows: it follows what is around it, and counts as uncertain
    ThisBright, ///< their albedo has this value
};

/// "same_paint", "same_light", "keep", "unknown", "this_bright".
std::string_view toString(StrokeKind kind);
std::optional<StrokeKind> strokeKindFromString(std::string_view name);

/// In pixels of the picture from its upper left corner: the middle of the first pixel is 0.5, 0.5.
struct StrokePoint {
    float x = 0;
    float y = 0;

    bool operator==(const StrokePoint&) const = default;
};

struct Stroke {
    StrokeKind kind = StrokeKind::SamePaint;
    /// Pixels of the picture, 0 or more; with 0 the stroke is as thin as the pixels it goes
    /// through.
    float radius = 8;
    std::vector<StrokePoint> points; ///< a line from one to the next; one point is a dot
    /// Of ThisBright: one number, the luminance that the albedo gets with its colour kept, or
    /// three, its linear R, G, B. In (0,1]. Empty for other kinds.
    std::vector<double> value{};
    bool isOn = true;

    bool operator==(const Stroke&) const = default;
};

/// The strokes of one picture. Later strokes do not replace earlier ones: they add up in the least
/// squares; only Unknown takes what others say of its pixels away.
struct StrokeSet {
    int width = 0; ///< pixels of the picture that they were drawn on
    int height = 0;
    std::string hash; ///< of its file (InferenceResult::inputHash); empty = of any picture
    std::vector<Stroke> strokes;

    /// Whether anything is to be solved: a stroke that is on and touches the picture.
    bool isActive() const;

    bool operator==(const StrokeSet&) const = default;
};

/// As many points a set may have, all strokes together; more are refused by readers.
inline constexpr std::size_t kMostStrokePoints = 4'000'000;

/// Throws Error::invalidInput naming the stroke (from 1): a number that is not finite, a radius
/// below 0, no point, a value outside of (0,1] or for another kind, a size of the picture below 1.
/// Strokes outside of the picture are no error: they touch nothing.
void checkStrokes(const StrokeSet& set);

/// Why the strokes do not belong to a picture of this size and hash, as a full thought; empty =
/// they do. `isForAll`: another picture of the same size will do.
std::string whyStrokesDoNotFit(const StrokeSet& set, int width, int height, std::string_view hash,
                               bool isForAll);

} // namespace unlit
