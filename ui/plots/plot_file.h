// A plot into a file that the user names, or into the clipboard.
#pragma once

#include "ui/plots/metric_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/widgets/message_bar.h"

#include <QSize>

#include <optional>

namespace unlit::ui {

/// All ways out of a plot: "png", "png size", "pdf", "svg", "csv", "copy".
const QStringList& plotExports();
/// "PNG…", "PNG of a size…", "Copy as a picture".
QString plotExportText(const QString& kind);

/// "1600 x 1000" in pixels, with x or × between them; nullopt for anything else.
std::optional<QSize> sizeOfText(const QString& text);

/// Asks for the file, and for the size where `kind` has one. What came of it is said in `message`.
void exportPlot(MetricPlot& plot, const QString& kind, QWidget* parent, MessageBar& message);

/// The same of a scatter; `suffix`: "png" or "svg".
void exportScatter(ScatterPlot& plot, const QString& suffix, QWidget* parent, MessageBar& message);

} // namespace unlit::ui
