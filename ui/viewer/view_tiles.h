// The tiles of a view's pictures: which are drawn next, and those that are there.
#pragma once

#include "ui/viewer/tile_workers.h"
#include "ui/viewer/view_scene.h"

#include <QObject>
#include <QTimer>

namespace unlit::ui {

/// Worker threads draw what can be seen first; while the tone is being dragged, only that. GUI
/// thread; the scene must outlive it.
class ViewTiles : public QObject {
    Q_OBJECT

public:
    explicit ViewTiles(const ViewScene& scene);

    const TileCache& cache() const { return m_cache; }

    /// Takes the place of what was ordered before.
    void order();
    /// The same, and the tone changes from moment to moment.
    void orderInHaste();

    void forget(const PixelSourcePtr& source) { m_cache.forget(source.get()); }

    /// True when every visible tile is up to date.
    bool isComplete() const;

signals:
    /// A tile is there that can be seen at this place: screen pixels of the widget.
    void arrived(const QRectF& place);
    /// All of `arrived` for the tiles that came together have been told.
    void taken();

private:
    void take();
    bool keep(TileDelivery& delivery);

    const ViewScene& m_scene;
    TileCache m_cache;
    QTimer m_toning;       ///< runs while the tone changes from moment to moment
    TileWorkers m_workers; // last: joined before the rest goes
};

} // namespace unlit::ui
