#include "ui/bridge/picture_copier.h"

#include "core/session/albedo_scale.h"
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

void PictureCopier::copy(std::shared_ptr<const InferenceResult> result,
                         const TargetPrediction& target, double albedoScale,
                         std::function<void(const QImage&)> take) {
    const int number = ++m_asked;
    m_pool.start(
        [this, number, result = std::move(result), &target, albedoScale, take = std::move(take)] {
            if (m_asked != number)
                return;
            const QImage made =
                toDeepQImage(scaledPicture(target, result->prediction.lightless, albedoScale));
            QMetaObject::invokeMethod(this, [this, number, take, picture = made] {
                if (m_asked == number)
                    take(picture);
            });
        });
}

} // namespace unlit::ui
