// Whole images to QImage: thumbnails, and what tests compare. The viewer converts tile by tile
// instead (ui/viewer).
#pragma once

#include "core/image/image.h"

#include <QImage>

namespace unlit::ui {

/// The image as a screen shows it, in sRGB bytes, exposed by 2^exposureEv in linear light. One
/// channel is shown as grey. Any thread.
QImage toQImage(const Image& image, double exposureEv = 0);

/// The same with 16 bits a sample: what goes to the clipboard, and out by drag.
QImage toDeepQImage(const Image& image);

/// An sRGB image out of any QImage; alpha that is not whole everywhere becomes the mask. Throws
/// Error::invalidInput for an empty one.
Image fromQImage(const QImage& image);

/// A picture of at most `longerSidePx` pixels, averaged; never enlarged. Scene-linear images are
/// exposed automatically so that dark renders can be told apart. Any thread.
QImage makeThumbnail(const Image& image, int longerSidePx);

} // namespace unlit::ui
