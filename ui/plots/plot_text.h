// Numbers of a plot as people read them.
#pragma once

#include "core/runs/run_series.h"

#include <QString>

namespace unlit::ui {

/// 0.041823 -> "0.04182", 3e-05 -> "3e-5", 24.6 -> "24.6"; NaN -> "not a number".
QString figureText(double value);

/// On an axis: "12k", "90 s", "5 min", "2 h", "3.5". `step`: between two ticks.
QString tickText(double value, double step, runs::XAxis axis);

/// "step 12 480 · epoch 14.2 · 2 h 5 min".
QString placeText(std::int64_t step, double epoch, double seconds);

} // namespace unlit::ui
