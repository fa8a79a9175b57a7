#include "ui/viewer/picture_store.h"

#include "ui/bridge/freed_elsewhere.h"

namespace unlit::ui {

std::shared_ptr<const TilePyramid> PictureStore::get(const std::shared_ptr<const Image>& image) {
    auto& known = m_known[image.get()];
    if (known)
        return known;
    known = freedElsewhere(std::make_shared<TilePyramid>(image));
    m_queue.post([this, pyramid = known](const std::stop_token& stop) {
        pyramid->build(stop, [this] {
            QMetaObject::invokeMethod(this, &PictureStore::averaged, Qt::QueuedConnection);
        });
    });
    return known;
}

void PictureStore::forgetUnused() {
    std::erase_if(m_known, [](const auto& known) { return known.second.use_count() == 1; });
}

void PictureStore::clear() {
    m_queue.clear();
    m_known.clear();
}

} // namespace unlit::ui
