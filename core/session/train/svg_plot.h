// Curves as a drawing that a page holds: no script, no file beside it.
#pragma once

#include "core/runs/series_sampler.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit {

struct SvgCurve {
    std::string name;
    std::vector<runs::PlotPoint> points; ///< finite, by x
    std::string color = {};              ///< "#0072b2"; "" = one of its own
};

/// What is written around the curves of a file.
struct SvgWords {
    std::string title;
    std::string xName{};
    std::string yName{};
    bool isLogarithmic = false; ///< y; values that are not above 0 are left out
};

/// An <svg> element of 640 by 240 units with axes, their numbers and the curves; names are escaped.
/// Curves without points are left out; "" where none has any.
std::string svgPlot(const std::vector<SvgCurve>& curves, std::string_view xName);

/// The same as a file of its own, for a paper: with a title, the names of both axes and a legend
/// also of one curve, black on white.
std::string svgFile(const std::vector<SvgCurve>& curves, const SvgWords& words);

/// For text between tags and in attributes: & < > " ' become entities, and what steers a reader
/// (control characters, turned writing) a question mark.
std::string htmlText(std::string_view text);

/// Numbers at even places of 1, 2 or 5 times a power of ten within [least, most], about `count`.
std::vector<double> tickNumbers(double least, double most, int count);

} // namespace unlit
