#include "ui/plots/plot_export.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/session/train/svg_plot.h"
#include "core/train/writers/csv_text.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_canvas.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kLeastPaperPx = 100;
constexpr int kMostPaperPx = 16000;
constexpr int kPaperDpi = 600;         // how finely places of lines are told
constexpr double kPointsOfUnit = 0.75; // a unit of a drawing is 1/96 of an inch

void writeWhole(const std::filesystem::path& file, const QByteArray& bytes) {
    writeAtomically(file,
                    std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

QByteArray pngOf(const QImage& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (picture.isNull() || !picture.save(&buffer, "PNG"))
        throw Error(ErrorKind::Io, "cannot draw the plot as PNG", "try a smaller one");
    return bytes;
}

QString axisName(runs::XAxis axis) {
    switch (axis) {
    case runs::XAxis::Step:
        return QObject::tr("optimizer steps");
    case runs::XAxis::Time:
        return QObject::tr("seconds of training");
    case runs::XAxis::Epoch:
        break;
    }
    return QObject::tr("epochs");
}

/// The rows of one curve within the range.
void writeRows(AtomicFile& file, const CurveView& view, const PlotRange& x, runs::XAxis axis) {
    const PlotCurve& curve = view.curve();
    const runs::TagSeries* series = curve.run->find(curve.tag);
    if (series == nullptr)
        return;
    const std::string name = train::csvField(curve.name.toStdString());
    const std::string tag = train::csvField(curve.tag);
    for (std::size_t i = runs::indexFrom(*curve.run, *series, x.low, axis);
         i < series->rows.size() && curve.run->xAt(series->rows[i], axis) <= x.high; ++i) {
        const CurveValue value = view.valueAt(i, axis);
        file.write(name + "," + tag + "," + std::to_string(value.step) + "," +
                   train::csvNumber(value.seconds) + "," + train::csvNumber(value.epoch) + "," +
                   train::csvNumber(value.raw) + "," + train::csvNumber(value.smoothed) + "\n");
    }
}

QByteArray paperOf(const MetricPlot& plot) {
    constexpr int kColumns = 500;
    const PlotRange x = plot.xRange();
    std::vector<double> edges;
    for (int i = 0; i <= kColumns; ++i)
        edges.push_back(x.low + (x.high - x.low) * i / kColumns);
    std::vector<SvgCurve> curves;
    for (const CurveView& view : plot.canvas().curves())
        curves.push_back({view.curve().name.toStdString(),
                          view.isSmoothed() ? view.smoothedPoints(plot.xAxis(), edges)
                                            : view.rawPoints(plot.xAxis(), edges),
                          view.curve().color.name().toStdString()});
    const std::string title = plot.title().toStdString();
    const std::string svg = svgFile(curves, {.title = title,
                                             .xName = axisName(plot.xAxis()).toStdString(),
                                             .yName = title,
                                             .isLogarithmic = plot.isLogarithmic()});
    if (svg.empty())
        throw Error::invalidInput("there is nothing on the plot yet", "wait for the first figures");
    return QByteArray::fromStdString(svg);
}

/// Qt takes sizes of words as shares of the painter's font, which has to have one in points.
void drawPaper(const MetricPlot& plot, QSvgRenderer& drawing, QPainter& painter) {
    QFont font = plot.font();
    font.setPointSizeF(10);
    painter.setFont(font);
    drawing.render(&painter);
}

} // namespace

QImage pictureOf(const MetricPlot& plot, double scale) {
    return plot.canvas().toPixmap(0, 0, scale).toImage();
}

void savePng(const MetricPlot& plot, const std::filesystem::path& file) {
    writeWhole(file, pngOf(pictureOf(plot)));
}

void savePaperPng(const MetricPlot& plot, const std::filesystem::path& file, const QSize& pixels) {
    const int least = std::min(pixels.width(), pixels.height());
    const int most = std::max(pixels.width(), pixels.height());
    if (least < kLeastPaperPx || most > kMostPaperPx)
        throw Error::invalidInput("a plot of " + std::to_string(pixels.width()) + " by " +
                                      std::to_string(pixels.height()) + " pixels",
                                  "each side has " + std::to_string(kLeastPaperPx) + " to " +
                                      std::to_string(kMostPaperPx) + " of them");
    QSvgRenderer drawing(paperOf(plot));
    drawing.setAspectRatioMode(Qt::KeepAspectRatio);
    QImage picture(pixels, QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    drawPaper(plot, drawing, painter);
    painter.end();
    writeWhole(file, pngOf(picture));
}

void savePdf(const MetricPlot& plot, const std::filesystem::path& file) {
    QSvgRenderer drawing(paperOf(plot));
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter pdf(&buffer);
        pdf.setResolution(kPaperDpi);
        pdf.setPageMargins(QMarginsF());
        pdf.setPageSize(QPageSize(QSizeF(drawing.defaultSize()) * kPointsOfUnit, QPageSize::Point,
                                  {}, QPageSize::ExactMatch));
        pdf.setTitle(plot.title());
        QPainter painter(&pdf);
        drawPaper(plot, drawing, painter);
    }
    writeWhole(file, bytes);
}

void saveSvg(const MetricPlot& plot, const std::filesystem::path& file) {
    writeWhole(file, paperOf(plot));
}

void saveCsv(const MetricPlot& plot, const std::filesystem::path& file) {
    AtomicFile whole(file);
    whole.write(std::string_view("run,figure,step,seconds,epoch,value,smoothed\n"));
    for (const CurveView& curve : plot.canvas().curves())
        writeRows(whole, curve, plot.xRange(), plot.xAxis());
    whole.commit();
}

} // namespace unlit::ui
