// A pair as one small picture: beauty at the left, albedo at the right.
#pragma once

#include "core/image/image.h"

#include <QImage>

namespace unlit::data {
class PictureSource;
struct ListedPair;
} // namespace unlit::data

namespace unlit::ui {

constexpr int kThumbnailSidePx = 144; ///< of each half

/// The middle square of both, beside each other. Scene-linear beauties are exposed by themselves;
/// albedos never are. Any thread.
QImage pairThumbnail(const Image& beauty, const Image& albedo);

/// The same from files. Throws Error naming the one that cannot be read. Any thread.
QImage pairThumbnail(const data::PictureSource& source, const data::ListedPair& pair);

} // namespace unlit::ui
