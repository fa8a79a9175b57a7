#include "ui/viewer/mip_store.h"

namespace unlit::ui {

namespace {

constexpr std::size_t kSmallPixels = 2'500'000; // about 10 ms of work

} // namespace

MipStore::MipStore(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(2);
}

MipStore::~MipStore() {
    m_pool.clear();
    m_pool.waitForDone();
}

void MipStore::get(const std::shared_ptr<const Image>& image, const Use& use) {
    if (const auto known = m_known.find(image.get()); known != m_known.end()) {
        use(known->second);
        return;
    }
    if (image->planeSize() <= kSmallPixels) {
        const auto mip = MipImage::build(image);
        m_known[image.get()] = mip;
        use(mip);
        return;
    }
    m_pool.start([this, image, use, generation = m_generation] {
        auto mip = MipImage::build(image);
        QMetaObject::invokeMethod(this, [this, image, use, generation, mip = std::move(mip)] {
            if (generation != m_generation)
                return;
            m_known[image.get()] = mip;
            use(mip);
        });
    });
}

void MipStore::clear() {
    ++m_generation;
    m_pool.clear();
    m_known.clear();
}

} // namespace unlit::ui
