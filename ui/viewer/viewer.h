// The viewer, for every page: the line of view settings, the picture, and what lies on top of it.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/viewer/color_bar_panel.h"
#include "ui/viewer/histogram_panel.h"
#include "ui/viewer/image_view.h"
#include "ui/viewer/inspector_panel.h"
#include "ui/viewer/key_help.h"
#include "ui/viewer/marks_panel.h"
#include "ui/viewer/picture_store.h"
#include "ui/viewer/view_options.h"
#include "ui/viewer/viewer_bar.h"
#include "ui/viewer/viewer_layer.h"

#include <QList>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace unlit::ui {

/// Shows one layer, alone or compared with another. Viewers that share a state move together.
/// GUI thread.
class Viewer : public QWidget {
    Q_OBJECT

public:
    /// `shared` must outlive the viewer; null = a state of its own.
    explicit Viewer(QWidget* parent = nullptr, ViewState* shared = nullptr);
    ~Viewer() override;

    /// The pyramid of an image, averaged in the background; what layers are made of.
    std::shared_ptr<const TilePyramid> pyramid(const std::shared_ptr<const Image>& image) {
        return m_store.get(image);
    }

    /// Replaces all layers. `base` is compared with `current`; the same number shows it alone.
    /// Precondition: both are numbers of layers.
    void setLayers(std::vector<ViewerLayer> layers, int base, int current);
    /// No picture. Forgets the pyramids, too.
    void clear();

    const std::vector<ViewerLayer>& layers() const { return m_layers; }

    int currentLayer() const { return m_current; }

    int baseLayer() const { return m_base; }

    /// Other numbers than those of layers: nothing.
    void showLayer(int index);
    void compareWith(int index);
    void stepLayer(int step);
    /// Spreads the shown layer's numbers, but for the outermost thousandths, from black to white.
    void normalize();

    void setHistogramShown(bool isShown);

    bool isHistogramShown() const { return m_showsHistogram; }

    /// Frames pass faster than they can be counted: no histogram until they stop.
    void setPlaying(bool isPlaying);

    void setHistogramLogarithmic(bool isLogarithmic);

    bool isHistogramLogarithmic() const { return m_histogram->isLogarithmic(); }

    /// All lines, linear only, none.
    void stepReadout();
    void setOptionsShown(bool isShown);

    bool areOptionsShown() const { return m_options->isVisibleTo(m_view); }

    void setKeysShown(bool isShown);

    bool areKeysShown() const { return m_keys->isVisibleTo(m_view); }

    /// All visible tiles are up to date, all levels averaged, all pixels counted.
    bool isSettled() const;

    /// The readout as if the pointer were there.
    void probe(const std::optional<QPoint>& pixel);

    ViewState& state() { return m_state; }

    ImageView& view() { return *m_view; }

    ViewerBar& bar() { return *m_bar; }

    const InspectorPanel& inspector() const { return *m_inspector; }

    const HistogramPanel& histogram() const { return *m_histogram; }

    const ColorBarPanel& colorBar() const { return *m_colorBar; }

    const MarksPanel& marks() const { return *m_marks; }

    const ViewOptions& options() const { return *m_options; }

    /// The pixel that the readout is about, of the first layer; unset = none.
    const std::optional<QPoint>& probedPixel() const { return m_pixel; }

    QList<QAction*> viewActions() const { return m_actions; }

signals:
    void layerChanged(int index);
    void baseChanged(int index);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Readout { Full, Linear, None };

    // viewer.cpp
    void connectBar();
    void connectOptions();
    void showPictures();
    void updateActions();
    void placeOverlays();
    ViewPicture pictureOf(int layer) const;
    // viewer_readout.cpp
    const PictureLayer& measuredLayer() const;
    void updateHistogram();
    void updateColorBar();
    void countInBackground(const PixelSourcePtr& source);
    void measureInBackground(const std::optional<QRect>& region);
    void updateReadout();
    std::vector<ReadoutLine> linesAt(const QPoint& pixel) const;
    std::vector<ReadoutLine> linesOf(const ViewerLayer& layer, const PictureLayer& drawn,
                                     const QPoint& pixel) const;
    QSize referenceSize() const;
    // viewer_marks.cpp
    void updateMarks();
    void countPaint(const ViewerLayer& layer);
    /// The one on show where it is paint, or the one that it is compared with, else the first that
    /// is; null = none.
    const ViewerLayer* paintLayer() const;
    /// Null = all pixels of all layers have light.
    const LightlessMask* lightless() const;

    struct PaintCount { // the question asked last
        PixelSourcePtr source;
        PaintLimits limits;
        std::optional<PaintShares> shares; // unset: on its way
    };

    std::unique_ptr<ViewState> m_ownState;
    ViewState& m_state;
    PictureStore m_store;
    ViewerBar* m_bar;
    ImageView* m_view;
    InspectorPanel* m_inspector;
    HistogramPanel* m_histogram;
    ColorBarPanel* m_colorBar;
    MarksPanel* m_marks;
    ViewOptions* m_options;
    KeyHelp* m_keys;
    QList<QAction*> m_actions;
    std::vector<ViewerLayer> m_layers;
    int m_base = 0;
    int m_current = 0;
    bool m_showsHistogram = true;
    bool m_isPlaying = false;
    Readout m_readout = Readout::Full;
    std::optional<QPoint> m_pixel;
    std::optional<RegionStatistics> m_regionStatistics;
    std::map<PixelSourcePtr, std::shared_ptr<const PixelStatistics>>
        m_statistics; // null: on its way
    PaintCount m_paintCount;
    // These last: joined while the rest is there.
    BackgroundQueue m_counting{Haste::Later};
    Background<PaintShares> m_paintCounting{Haste::Later};
    Background<std::optional<RegionStatistics>> m_measuring{Haste::Later};
};

} // namespace unlit::ui
