#include "core/session/train/svg_plot.h"

#include "core/base/steering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace unlit {

namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 240;
constexpr double kLeft = 62;
constexpr double kRight = 12;
constexpr double kTop = 10;
constexpr double kBottom = 34;
constexpr double kLegendLine = 16;
constexpr double kHalfDigit = 3.4; // of a number at an axis

/// Told apart also by people who see fewer colours (Okabe & Ito 2008).
constexpr std::array kColors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#e69f00", "#56b4e9", "#8a6d00", "#666666"};

std::string printedNumber(const char* format, double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string svgNumber(double value) {
    return printedNumber("%.1f", value);
}

struct PlotFrame {
    double left = 0, right = 1, low = 0, high = 1;
    bool isLogarithmic = false; ///< then low and high are powers of ten

    double x(double value) const {
        return kLeft + (value - left) / (right - left) * (kWidth - kLeft - kRight);
    }

    double y(double value) const {
        return kHeight - kBottom - (value - low) / (high - low) * (kHeight - kTop - kBottom);
    }
};

PlotFrame frameOf(const std::vector<SvgCurve>& curves) {
    PlotFrame frame{INFINITY, -INFINITY, INFINITY, -INFINITY, false};
    for (const SvgCurve& curve : curves)
        for (const runs::PlotPoint& point : curve.points) {
            frame.left = std::min(frame.left, point.x);
            frame.right = std::max(frame.right, point.x);
            frame.low = std::min(frame.low, point.y);
            frame.high = std::max(frame.high, point.y);
        }
    if (frame.left == frame.right) // one point stands in the middle
        frame = {frame.left - 1, frame.right + 1, frame.low, frame.high, false};
    if (frame.low == frame.high) {
        const double room = frame.low == 0 ? 1 : std::abs(frame.low) * 0.1;
        frame.low -= room;
        frame.high += room;
    }
    return frame;
}

std::string svgLine(double x1, double y1, double x2, double y2, const char* kind) {
    return "<line class=\"" + std::string(kind) + "\" x1=\"" + svgNumber(x1) + "\" y1=\"" +
           svgNumber(y1) + "\" x2=\"" + svgNumber(x2) + "\" y2=\"" + svgNumber(y2) + "\"/>";
}

std::string svgWords(double x, double y, const char* anchor, const std::string& text) {
    return "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" text-anchor=\"" + anchor +
           "\">" + htmlText(text) + "</text>";
}

/// Logarithms of the numbers of people (1, 2 or 5 times a power of ten) from 10^low to 10^high:
/// powers alone where there are many; a row of even steps where there are hardly any.
std::vector<double> decadeTicks(double low, double high) {
    constexpr double kManyDecades = 2.5;
    constexpr double kMostPowers = 8;
    std::vector<double> ticks;
    const double stride = std::max(1.0, std::ceil((high - low) / kMostPowers));
    for (double power = std::floor(low / stride) * stride; power <= high; power += stride)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = power + std::log10(factor);
            const bool isShown = factor == 1 || high - low <= kManyDecades;
            if (isShown && tick >= low - 1e-9 && tick <= high + 1e-9)
                ticks.push_back(tick);
        }
    if (ticks.size() > 1)
        return ticks;
    ticks.clear();
    for (const double number : tickNumbers(std::pow(10, low), std::pow(10, high), 4))
        if (number > 0)
            ticks.push_back(std::log10(number));
    return ticks;
}

std::string svgAxes(const PlotFrame& frame, std::string_view xName) {
    std::string svg;
    for (const double tick : frame.isLogarithmic ? decadeTicks(frame.low, frame.high)
                                                 : tickNumbers(frame.low, frame.high, 5))
        svg += svgLine(kLeft, frame.y(tick), kWidth - kRight, frame.y(tick), "grid") +
               svgWords(kLeft - 6, frame.y(tick) + 4, "end",
                        printedNumber("%.4g", frame.isLogarithmic ? std::pow(10, tick) : tick));
    for (const double tick : tickNumbers(frame.left, frame.right, 7)) {
        const std::string number = printedNumber("%.6g", tick);
        const double half = kHalfDigit * static_cast<double>(number.size());
        svg += svgLine(frame.x(tick), kHeight - kBottom, frame.x(tick), kHeight - kBottom + 4,
                       "tick") +
               svgWords(std::min(frame.x(tick), kWidth - half), kHeight - kBottom + 16, "middle",
                        number);
    }
    svg += svgLine(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "tick");
    return svg + svgWords((kLeft + kWidth - kRight) / 2, kHeight - 4, "middle", std::string(xName));
}

std::string svgCurve(const SvgCurve& curve, const PlotFrame& frame, const char* color) {
    if (curve.points.size() == 1)
        return "<circle r=\"3\" fill=\"" + std::string(color) + "\" cx=\"" +
               svgNumber(frame.x(curve.points[0].x)) + "\" cy=\"" +
               svgNumber(frame.y(curve.points[0].y)) + "\"/>";
    std::string points;
    for (const runs::PlotPoint& point : curve.points)
        points += (points.empty() ? "" : " ") + svgNumber(frame.x(point.x)) + "," +
                  svgNumber(frame.y(point.y));
    return "<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"" + std::string(color) +
           "\" points=\"" + points + "\"/>";
}

std::vector<SvgCurve> withPoints(const std::vector<SvgCurve>& curves) {
    std::vector<SvgCurve> shown;
    std::ranges::copy_if(curves, std::back_inserter(shown),
                         [](const SvgCurve& curve) { return !curve.points.empty(); });
    return shown;
}

std::vector<SvgCurve> logarithmsOf(std::vector<SvgCurve> curves) {
    for (SvgCurve& curve : curves) {
        std::erase_if(curve.points, [](const runs::PlotPoint& point) { return !(point.y > 0); });
        for (runs::PlotPoint& point : curve.points)
            point.y = std::log10(point.y);
    }
    return curves;
}

std::string colorOf(const std::vector<SvgCurve>& curves, std::size_t i) {
    return curves[i].color.empty() ? kColors[i % kColors.size()] : htmlText(curves[i].color);
}

std::string svgAxesAndCurves(const std::vector<SvgCurve>& curves, const PlotFrame& frame,
                             std::string_view xName) {
    std::string svg = svgAxes(frame, xName);
    for (std::size_t i = 0; i < curves.size(); ++i)
        svg += svgCurve(curves[i], frame, colorOf(curves, i).c_str());
    return svg;
}

double legendHeight(const std::vector<SvgCurve>& curves) {
    return kLegendLine * static_cast<double>(curves.size());
}

/// Below the plot, a line each, with whole names.
std::string svgLegend(const std::vector<SvgCurve>& curves) {
    std::string svg;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const double y = kHeight + kLegendLine * (static_cast<double>(i) + 0.5);
        svg += "<line stroke-width=\"3\" stroke=\"" + colorOf(curves, i) + "\" x1=\"" +
               svgNumber(kLeft) + "\" x2=\"" + svgNumber(kLeft + 18) + "\" y1=\"" +
               svgNumber(y - 4) + "\" y2=\"" + svgNumber(y - 4) + "\"/>" +
               svgWords(kLeft + 24, y, "start", curves[i].name);
    }
    return svg;
}

} // namespace

std::vector<double> tickNumbers(double least, double most, int count) {
    std::vector<double> ticks;
    if (!(most > least) || !std::isfinite(least) || !std::isfinite(most) || count < 1)
        return ticks;
    const double rough = (most - least) / count;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    for (double i = std::ceil(least / step - 1e-9); i * step <= most + step * 1e-9; ++i)
        ticks.push_back(i == 0 ? 0 : i * step); // not -0
    return ticks;
}

std::string htmlText(std::string_view text) {
    std::string safe;
    for (const char c : withoutSteering(text, '?'))
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        case '\'':
            safe += "&#39;";
            break;
        default:
            safe += c;
        }
    return safe;
}

std::string svgPlot(const std::vector<SvgCurve>& curves, std::string_view xName) {
    const std::vector<SvgCurve> shown = withPoints(curves);
    if (shown.empty())
        return "";
    const double legend = shown.size() > 1 ? legendHeight(shown) : 0;
    return "<svg viewBox=\"0 0 " + svgNumber(kWidth) + " " + svgNumber(kHeight + legend) +
           "\" role=\"img\">" + svgAxesAndCurves(shown, frameOf(shown), xName) +
           (shown.size() > 1 ? svgLegend(shown) : "") + "</svg>";
}

std::string svgFile(const std::vector<SvgCurve>& curves, const SvgWords& words) {
    constexpr double kTitle = 28;
    constexpr double kNameOfY = 18;
    const std::vector<SvgCurve> shown =
        withPoints(words.isLogarithmic ? logarithmsOf(curves) : curves);
    if (shown.empty())
        return "";
    PlotFrame frame = frameOf(shown);
    frame.isLogarithmic = words.isLogarithmic;
    const std::string width = svgNumber(kWidth + kNameOfY);
    const std::string height = svgNumber(kHeight + kTitle + legendHeight(shown) + 8);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
           width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height +
           "\">\n<title>" + htmlText(words.title) +
           "</"
           "title>\n<style>text{font-family:sans-serif;font-size:11px;fill:#000}.title{font-size:"
           "14px}"
           ".grid{stroke:#ddd}.tick{stroke:#000}</style>\n"
           "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
           "<text class=\"title\" text-anchor=\"middle\" x=\"" +
           svgNumber(kNameOfY + (kLeft + kWidth - kRight) / 2) + "\" y=\"18\">" +
           htmlText(words.title) +
           "</text>\n<text text-anchor=\"middle\" transform=\"translate(14," +
           svgNumber(kTitle + (kTop + kHeight - kBottom) / 2) + ") rotate(-90)\">" +
           htmlText(words.yName) + "</text>\n<g transform=\"translate(" + svgNumber(kNameOfY) +
           "," + svgNumber(kTitle) + ")\">" + svgAxesAndCurves(shown, frame, words.xName) +
           svgLegend(shown) + "</g>\n</svg>\n";
}

} // namespace unlit
