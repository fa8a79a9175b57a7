// Which figures of a run the Train page plots, in which order, and what they are called.
#pragma once

#include "core/train/hooks/timestep_figure.h"

#include <QString>

#include <string>
#include <vector>

namespace unlit::ui {

/// The plot of all parts of the noise schedule together.
inline constexpr const char* kTimestepLosses = train::kTimestepLoss;

/// What lies in the large plot.
inline constexpr const char* kLossTag = "train/loss";

/// Of all tags of a run those of the small plots: the figure that decides first, then the other
/// validation figures, learning rate, gradient norm, throughput, and what else the training tells
/// of itself. `deciding` is "" as long as that is not known. Times of parts of a step and counters
/// are left out; losses of parts of the noise schedule are kTimestepLosses together.
std::vector<std::string> plottedTags(const std::vector<std::string>& tags,
                                     const std::string& deciding);

/// Those of a plot's curves: the figure itself, or of kTimestepLosses the parts from the least
/// noise to the most.
std::vector<std::string> curvesOfPlot(const std::string& plot,
                                      const std::vector<std::string>& tags);

/// "Learning rate", "Validation psnr · hall"; of a part of the noise schedule "0-249".
QString figureTitle(const std::string& tag);

} // namespace unlit::ui
