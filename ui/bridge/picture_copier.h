// Makes the picture that goes to the clipboard, away from the GUI thread: seconds for 8K.
#pragma once

#include "core/session/inference_types.h"

#include <QImage>
#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>

namespace unlit::ui {

/// GUI thread; a thread of its own. The destructor waits for the picture that is being made.
class PictureCopier : public QObject {
    Q_OBJECT

public:
    explicit PictureCopier(QObject* parent = nullptr);
    ~PictureCopier() override;

    /// `take` gets the target's picture with 16 bits a sample, paint `albedoScale` times as bright,
    /// on the GUI thread, unless another one is asked for before. `target` is one of `result`.
    void copy(std::shared_ptr<const InferenceResult> result, const TargetPrediction& target,
              double albedoScale, std::function<void(const QImage&)> take);

private:
    std::atomic<int> m_asked{0};
    QThreadPool m_pool;
};

} // namespace unlit::ui
