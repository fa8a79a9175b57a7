// Small versions of pictures for user interfaces. What a network is shown is resized elsewhere.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// The picture with its longer side at most `maxEdge` pixels, aspect kept (no side below 1): each
/// pixel is the mean of the area that it covers, in the values as they are; samples that are not
/// finite count as 0. A picture that is small enough is returned as it is. The mask shrinks along.
/// Throws Error::invalidInput for maxEdge below 1.
Image thumbnail(const Image& image, int maxEdge);

} // namespace unlit
