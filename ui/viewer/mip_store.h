// Makes the levels of pictures, in the background for large ones, and keeps those of the pictures
// on show.
#pragma once

#include "ui/viewer/mip_image.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <map>
#include <memory>

namespace unlit::ui {

/// GUI thread. The destructor waits for the picture being worked on.
class MipStore : public QObject {
    Q_OBJECT

public:
    using Use = std::function<void(std::shared_ptr<const MipImage>)>;

    explicit MipStore(QObject* parent = nullptr);
    ~MipStore() override;

    /// Calls `use` on the GUI thread: at once for small or known pictures, later for large ones,
    /// never after clear().
    void get(const std::shared_ptr<const Image>& image, const Use& use);

    /// Forgets all pictures and all answers that are still to come.
    void clear();

private:
    std::map<const Image*, std::shared_ptr<const MipImage>> m_known; // each keeps its image alive
    QThreadPool m_pool;
    int m_generation = 0;
};

} // namespace unlit::ui
