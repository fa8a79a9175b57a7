// The pyramids of the pictures on show; their levels are averaged in the background.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/viewer/tile_pyramid.h"

#include <QObject>

#include <map>
#include <memory>

namespace unlit::ui {

/// GUI thread. The destructor stops the averaging and waits for its row to end.
class PictureStore : public QObject {
    Q_OBJECT

public:
    explicit PictureStore(QObject* parent = nullptr) : QObject(parent) {}

    /// Usable at once, the same one for the same image.
    std::shared_ptr<const TilePyramid> get(const std::shared_ptr<const Image>& image);

    /// Forgets those that nobody else holds.
    void forgetUnused();

    /// Forgets all pictures. Those that somebody still holds are averaged no further.
    void clear();

signals:
    /// Some picture has one more level.
    void averaged();

private:
    std::map<const Image*, std::shared_ptr<TilePyramid>> m_known; // each keeps its image alive
    BackgroundQueue m_queue{Haste::Later}; // last, so that it is joined while the rest is there
};

} // namespace unlit::ui
