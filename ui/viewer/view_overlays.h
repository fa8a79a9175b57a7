// Small panels on top of the picture: the values under the pointer, and the histogram.
#pragma once

#include "ui/viewer/mip_image.h"

#include <QStringList>
#include <QWidget>

#include <array>
#include <vector>

namespace unlit::ui {

/// One line of the readout: a name and up to three values, as text.
struct ReadoutLine {
    QString name;
    QString values;
    QString note; ///< "lin", "± 0.018"
};

/// Values under the pointer in a type of fixed width. Grows upwards from its lower left corner and
/// never narrower, so that nothing jumps.
class PixelReadout : public QWidget {
    Q_OBJECT

public:
    explicit PixelReadout(QWidget* parent = nullptr);
    void setLines(const QString& place, const std::vector<ReadoutLine>& lines);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_place;
    std::vector<ReadoutLine> m_lines;
};

/// How often each display value occurs: luminance of the shown picture, as a filled curve.
class HistogramOverlay : public QWidget {
    Q_OBJECT

public:
    static constexpr int kBins = 64;

    explicit HistogramOverlay(QWidget* parent = nullptr);
    void setBins(const std::array<double, kBins>& bins);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<double, kBins> m_bins{};
};

/// Shares of display values 0..1 of a picture, from one of its small levels; the largest is 1.
std::array<double, HistogramOverlay::kBins> histogramOf(const MipImage& mip, double exposureEv);

/// Which colour of the uncertainty picture means how much.
class HeatLegend : public QWidget {
    Q_OBJECT

public:
    explicit HeatLegend(QWidget* parent = nullptr);
    void setTop(double top);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_top = 1;
};

/// The value that 99 of 100 pixels stay below (mean of the channels), from a small level, at least
/// 0.001: what the uncertainty view shows as white.
double heatTopOf(const MipImage& mip);

} // namespace unlit::ui
