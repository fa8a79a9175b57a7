#include "ui/bridge/picture_copier.h"

#include "ui/bridge/image_conversion.h"

#include <utility>

namespace unlit::ui {

PictureCopier::PictureCopier(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

PictureCopier::~PictureCopier() {
    ++m_asked;
    m_pool.clear();
    m_pool.waitForDone();
}

void PictureCopier::copy(std::shared_ptr<const Image> image,
                         std::function<void(const QImage&)> take) {
    const int number = ++m_asked;
    m_pool.start([this, number, image = std::move(image), take = std::move(take)] {
        if (m_asked != number)
            return;
        QMetaObject::invokeMethod(this, [this, number, take, picture = toDeepQImage(*image)] {
            if (m_asked == number)
                take(picture);
        });
    });
}

} // namespace unlit::ui
