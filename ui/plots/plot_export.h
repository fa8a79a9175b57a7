// What a plot leaves behind as a file.
#pragma once

#include "ui/plots/metric_plot.h"

#include <QImage>
#include <QSize>

#include <filesystem>

namespace unlit::ui {

/// As it is on show, `scale` pixels a logical pixel.
QImage pictureOf(const MetricPlot& plot, double scale = 2);
/// The same as a file. Throws Error: Io.
void savePng(const MetricPlot& plot, const std::filesystem::path& file);

/// For a paper: black on white, with title, names of the axes and a legend of all curves, raw
/// values where nothing is smoothed. Throws Error: InvalidInput where there is no curve, Io.
void saveSvg(const MetricPlot& plot, const std::filesystem::path& file);
/// The same as lines on a page of that size. Throws as saveSvg().
void savePdf(const MetricPlot& plot, const std::filesystem::path& file);
/// The same in so many pixels, 100 to 16000 a side. Throws Error: InvalidInput, Io.
void savePaperPng(const MetricPlot& plot, const std::filesystem::path& file, const QSize& pixels);

/// All values within the x range, not only those drawn. Throws Error: Io.
void saveCsv(const MetricPlot& plot, const std::filesystem::path& file);

} // namespace unlit::ui
