// What an ImageView shows, and where on its screen: one picture or two, by the mode of comparing.
#pragma once

#include "ui/viewer/picture_layer.h"
#include "ui/viewer/view_state.h"

#include <QString>

#include <vector>

namespace unlit::ui {

/// A picture with what the view needs to know of it.
struct ViewPicture {
    PixelSourcePtr source; ///< null = none
    LayerTone tone;
    QString name;
};

/// Pictures cover the same rectangle whatever their own sizes; with one of them empty the other is
/// shown alone. All places are screen pixels, of one pane when two are side by side, unless said
/// otherwise. Draws nothing and orders nothing. GUI thread; the state must outlive it.
class ViewScene {
public:
    explicit ViewScene(ViewState& state) : m_state(state) {}

    /// Returns the sources that have gone: others may come to lie at their addresses.
    std::vector<PixelSourcePtr> setPictures(const ViewPicture& first, const ViewPicture& second);
    /// Made anew, or taken away in other modes; returns the source that has gone, or null.
    PixelSourcePtr renewDifference();
    void retone();
    /// The widget's size in logical pixels, and how many of the screen are one of them. True: this
    /// is the first size with a picture.
    void setView(const QSizeF& size, double ratio);

    const PictureLayer& first() const { return m_first; }

    const PictureLayer& second() const { return m_second; }

    /// What the difference mode shows; empty in other modes.
    const PictureLayer& difference() const { return m_difference; }

    bool isEmpty() const { return m_first.isEmpty() && m_second.isEmpty(); }

    bool hasBoth() const { return !m_first.isEmpty() && !m_second.isEmpty(); }

    bool isIn(CompareMode mode) const { return m_state.mode() == mode && hasBoth(); }

    ViewState& state() const { return m_state; }

    ViewGeometry& geometry() { return m_geometry; }

    const ViewGeometry& geometry() const { return m_geometry; }

    double ratio() const { return m_ratio; }

    /// Where the whole picture lies; at whole scales a whole place, to be drawn pixel for pixel.
    QRectF pictureRect() const;

    /// Of the widget, whole.
    QRectF area() const { return {QPointF(0, 0), m_size}; }

    QRectF paneArea() const { return {QPointF(0, 0), m_geometry.viewSize()}; }

    /// Of the widget.
    double secondPaneX() const;
    /// A place of the widget in its pane.
    QPointF toPane(const QPointF& place) const;
    WipeGeometry wipe() const;

    /// The layers of this mode, the one on top first; the others cannot be seen now.
    std::vector<const PictureLayer*> shownLayers() const;
    /// Where each of them can be seen; empty = nowhere.
    std::vector<QRectF> seenAreas() const;
    /// The layer that is drawn at a place of the widget.
    const PictureLayer& layerAt(const QPointF& place) const;

    /// A name to write, at a corner of what can be seen of the picture.
    struct Label {
        QString text;
        QPointF corner; ///< of the widget, logical pixels
        Qt::Corner which = Qt::TopLeftCorner;
    };

    std::vector<Label> labels() const;

private:
    ViewState& m_state;
    PictureLayer m_first;
    PictureLayer m_second;
    PictureLayer m_difference;
    ViewPicture m_firstPicture;
    ViewPicture m_secondPicture;
    ViewGeometry m_geometry;
    QSizeF m_size; ///< of the widget
    double m_ratio = 1;
};

} // namespace unlit::ui
