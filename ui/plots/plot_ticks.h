// Where a plot's axes have their ticks.
#pragma once

#include "core/runs/run_series.h"
#include "ui/plots/plot_range.h"

#include <vector>

namespace unlit::ui {

struct PlotTicks {
    std::vector<double> ticks;
    std::vector<double> subTicks;
    double step = 1; ///< between two ticks; of a logarithmic axis without meaning
};

/// About `count` round numbers: 1, 2 and 5 times powers of ten; of times round seconds, minutes and
/// hours; of steps whole numbers.
PlotTicks linearTicks(const PlotRange& range, int count, runs::XAxis axis);
PlotTicks linearTicks(const PlotRange& range, int count);

/// Powers of ten; in narrow ranges 2 and 5 times them, too; in very narrow ones linear ticks.
PlotTicks logarithmicTicks(const PlotRange& range, int count);

} // namespace unlit::ui
