// Makes the picture that goes to the clipboard, away from the GUI thread: seconds for 8K.
#pragma once

#include "core/image/image.h"

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

    /// `take` gets the image with 16 bits a sample, on the GUI thread, unless another one is asked
    /// for before.
    void copy(std::shared_ptr<const Image> image, std::function<void(const QImage&)> take);

private:
    std::atomic<int> m_asked{0};
    QThreadPool m_pool;
};

} // namespace unlit::ui
