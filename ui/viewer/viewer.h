// The viewer, for every page: the line of view settings, the picture, and what lies on top of it.
#pragma once

#include "ui/viewer/key_help.h"
#include "ui/viewer/paint_marks.h"
#include "ui/viewer/picture_store.h"
#include "ui/viewer/pixel_readout.h"
#include "ui/viewer/viewer_bar.h"

#include <QList>
#include <QWidget>

#include <memory>

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

    const std::vector<ViewerLayer>& layers() const { return m_shown.layers; }

    int currentLayer() const { return m_shown.current; }

    int baseLayer() const { return m_shown.base; }

    /// Other numbers than those of layers: nothing.
    void showLayer(int index);
    void compareWith(int index);
    void stepLayer(int step);
    /// Spreads the shown layer's numbers, but for the outermost thousandths, from black to white.
    void normalize();

    void setHistogramShown(bool isShown);
    void setHistogramLogarithmic(bool isLogarithmic);
    void setOptionsShown(bool isShown);

    bool areOptionsShown() const { return m_options->isVisibleTo(m_view); }

    void setKeysShown(bool isShown);

    bool areKeysShown() const { return m_keys->isVisibleTo(m_view); }

    /// All visible tiles are up to date, all levels averaged, all pixels counted.
    bool isSettled() const;

    ViewState& state() { return m_state; }

    ImageView& view() { return *m_view; }

    ViewerBar& bar() { return *m_bar; }

    /// Values, histogram, colour bar.
    PixelReadout& readout() { return m_readout; }

    const MarksPanel& marks() const { return m_marks.panel(); }

    const ViewOptions& options() const { return *m_options; }

    QList<QAction*> viewActions() const { return m_actions; }

signals:
    void layerChanged(int index);
    void baseChanged(int index);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectBar();
    void connectOptions();
    void showPictures();
    void updateActions();
    void placeOverlays();
    ViewPicture pictureOf(int layer) const;

    std::unique_ptr<ViewState> m_ownState;
    ViewState& m_state;
    PictureStore m_store;
    ShownLayers m_shown;
    ViewerBar* m_bar;
    ImageView* m_view;
    PixelReadout m_readout;
    ViewOptions* m_options;
    PaintMarks m_marks;
    KeyHelp* m_keys;
    QList<QAction*> m_actions;
};

} // namespace unlit::ui
