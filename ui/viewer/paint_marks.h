// What a viewer marks in its pictures (pixels without light, albedos that no paint has), and how
// much of them that is.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/viewer/image_view.h"
#include "ui/viewer/marks_panel.h"
#include "ui/viewer/view_options.h"
#include "ui/viewer/viewer_layer.h"

namespace unlit::ui {

/// Its panel lies on the view, which owns it; the shares are told to the options, too. GUI thread;
/// all that it is given must outlive it.
class PaintMarks : public QObject {
    Q_OBJECT

public:
    PaintMarks(ImageView& view, ViewOptions& options, const ShownLayers& shown);

    /// Other layers, limits or marks are shown, or the options are.
    void update();
    void forget();

    /// Some layer is paint.
    bool hasPaint() const { return paintLayer() != nullptr; }

    /// Some layer has pixels without light.
    bool hasLightless() const { return lightless() != nullptr; }

    /// What was asked has been counted.
    bool isSettled() const { return !m_count.source || m_count.shares; }

    const MarksPanel& panel() const { return *m_panel; }

    MarksPanel& panel() { return *m_panel; }

signals:
    /// The panel has come, gone or changed its size.
    void panelsChanged();

private:
    struct Count { // the question asked last
        PixelSourcePtr source;
        PaintLimits limits;
        std::optional<PaintShares> shares; // unset: on its way
    };

    void count(const ViewerLayer& layer);
    /// The one on show where it is paint, or the one that it is compared with, else the first that
    /// is; null = none.
    const ViewerLayer* paintLayer() const;
    /// Null = all pixels of all layers have light.
    const LightlessMask* lightless() const;
    std::vector<MarkLine> lines(bool isCounted) const;

    ImageView& m_view;
    ViewOptions& m_options;
    const ShownLayers& m_shown;
    MarksPanel* m_panel;
    Count m_count;
    Background<PaintShares> m_counting{Haste::Later}; // last: joined while the rest is there
};

} // namespace unlit::ui
