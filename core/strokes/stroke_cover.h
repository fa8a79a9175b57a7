// Which cells of a grid a stroke covers.
#pragma once

#include "core/strokes/stroke.h"

#include <vector>

namespace unlit {

struct StrokeGrid;

/// Whether a stroke comes near a picture at all: the rectangle of one of its parts does.
bool touchesPicture(const Stroke& stroke, int width, int height);

/// Of each cell the share that the stroke covers, in [0,1], from 4 x 4 places of it. A stroke that
/// is thinner than a cell counts as half a cell thick to each side, so that no stroke is lost.
/// Points are in pixels of a picture of `width` x `height`. Time: rows of cells for each part of
/// the line; points closer than a sixteenth of a cell, or of the radius, are one.
std::vector<float> strokeCover(const Stroke& stroke, int width, int height, const StrokeGrid& grid);

} // namespace unlit
