// What a viewer says about the pixels that it shows: values under the pointer and of a region,
// histogram, colour bar.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/viewer/color_bar_panel.h"
#include "ui/viewer/histogram_panel.h"
#include "ui/viewer/image_view.h"
#include "ui/viewer/inspector_panel.h"
#include "ui/viewer/viewer_layer.h"

#include <map>
#include <memory>

namespace unlit::ui {

/// Its three panels lie on the view, which owns them; pixels are counted in the background. GUI
/// thread; view and layers must outlive it.
class PixelReadout : public QObject {
    Q_OBJECT

public:
    PixelReadout(ImageView& view, const ShownLayers& shown);

    /// Other layers are shown.
    void update();
    /// The same, in another tone or another way of comparing.
    void retone();
    /// The layers have gone, and what was counted of them.
    void forget();

    /// The readout as if the pointer were there.
    void probe(const std::optional<QPoint>& pixel);

    /// The pixel that the readout is about, of the first layer; unset = none.
    const std::optional<QPoint>& probedPixel() const { return m_pixel; }

    /// All lines, linear only, none.
    void step();

    void setHistogramShown(bool isShown);

    bool isHistogramShown() const { return m_showsHistogram; }

    /// Frames pass faster than they can be counted: no histogram until they stop.
    void setPlaying(bool isPlaying);

    /// All pixels that are shown have been counted.
    bool isSettled() const;

    InspectorPanel& inspector() { return *m_inspector; }

    HistogramPanel& histogram() { return *m_histogram; }

    ColorBarPanel& colorBar() { return *m_colorBar; }

signals:
    /// Panels have come, gone or changed their size.
    void panelsChanged();

private:
    enum class Lines { Full, Linear, None };

    const PictureLayer& measuredLayer() const;
    QSize referenceSize() const;
    void updateHistogram();
    void updateColorBar();
    void updateLines();
    void count(const PixelSourcePtr& source);
    void measure(const std::optional<QRect>& region);
    std::vector<ReadoutLine> linesAt(const QPoint& pixel) const;
    std::vector<ReadoutLine> linesOf(const ViewerLayer& layer, const PictureLayer& drawn,
                                     const QPoint& pixel) const;

    ImageView& m_view;
    const ShownLayers& m_shown;
    InspectorPanel* m_inspector;
    HistogramPanel* m_histogram;
    ColorBarPanel* m_colorBar;
    bool m_showsHistogram = true;
    bool m_isPlaying = false;
    Lines m_lines = Lines::Full;
    std::optional<QPoint> m_pixel;
    std::optional<RegionStatistics> m_regionStatistics;
    std::map<PixelSourcePtr, std::shared_ptr<const PixelStatistics>>
        m_statistics; // null: on its way
    // These last: joined while the rest is there.
    BackgroundQueue m_counting{Haste::Later};
    Background<std::optional<RegionStatistics>> m_measuring{Haste::Later};
};

} // namespace unlit::ui
