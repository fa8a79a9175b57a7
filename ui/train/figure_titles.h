// Which figures of a run the Train page plots, in which order, and what they are called.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace unlit::ui {

/// What lies in the large plot.
inline constexpr const char* kLossTag = "train/loss";

/// Of all tags of a run those of the small plots: the figure that decides first, then the other
/// validation figures, learning rate, gradient norm, throughput, and what else the training tells
/// of itself. Times of parts of a step and counters are left out.
std::vector<std::string> plottedTags(const std::vector<std::string>& tags);

/// "Learning rate", "Validation psnr · hall".
QString figureTitle(const std::string& tag);

} // namespace unlit::ui
