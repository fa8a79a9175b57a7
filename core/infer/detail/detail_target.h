// How each kind of target follows the picture's detail.
#pragma once

#include "core/image/color/color_space.h"
#include "core/weights/target_info.h"

namespace unlit::infer {

/// What of a target is a linear function of the picture's colours in a small window. Logarithms
/// are those of ColorSpace::Log100.
enum class DetailRule {
    Paint, ///< log picture - log target: the light that is taken off. Plain light leaves all detail
    Light, ///< log target: shading, residual
    Value, ///< the target's own numbers: roughness, metallicity, stacks
};

struct DetailTarget {
    DetailRule rule = DetailRule::Paint;
    ColorSpace space = ColorSpace::Srgb; ///< of the target's numbers

    /// Targets that together are the picture: albedo × shading + residual.
    enum class Part { None, Albedo, Shading, Residual } part = Part::None;

    friend bool operator==(const DetailTarget&, const DetailTarget&) = default;
};

/// `transfer`: the folder's display curve. Colour targets that are no light are paint.
DetailTarget detailTargetOf(const weights::TargetInfo& target, ColorSpace transfer);

} // namespace unlit::infer
