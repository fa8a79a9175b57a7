// A mean of two pictures.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// input + share * (prediction - input) in place of `prediction`, in the numbers of both; at 1 the
/// prediction itself, bit by bit. Above 1 it undoes an earlier mean: with shares a and b / a one
/// after the other it is that of b, up to rounding. Throws Error::internal for pictures of
/// different sizes or channels.
void blend(Image& prediction, const Image& input, double share);

} // namespace unlit
