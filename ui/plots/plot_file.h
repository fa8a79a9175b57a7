// A plot into a file that the user names.
#pragma once

#include "ui/plots/metric_plot.h"
#include "ui/widgets/message_bar.h"

namespace unlit::ui {

/// Asks for the file; `suffix` is "png", "pdf", "svg" or "csv". What came of it is said in
/// `message`.
void exportPlot(MetricPlot& plot, const QString& suffix, QWidget* parent, MessageBar& message);

} // namespace unlit::ui
