// In which colour space a target's numbers are.
#pragma once

#include "core/image/color/color_space.h"
#include "core/weights/target_info.h"

namespace unlit::infer {

/// Display-encoded targets have the folder's `transfer`, linear colours are
/// Linear. Raw: stacks, and linear targets whose name says that they are no colours (roughness,
/// metallicity, depth, …), which must never be encoded for display.
ColorSpace colorSpaceOf(const weights::TargetInfo& target, ColorSpace transfer);

/// Whether a mean of this target and the input means something: an albedo in the numbers that the
/// model's input has (`transfer`), which no linear target, no shading and no stack is.
bool canBlend(const weights::TargetInfo& target, ColorSpace transfer);

} // namespace unlit::infer
