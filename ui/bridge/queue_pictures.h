// What is known of the pictures of the queue before they run: pixels of the one on show, headers
// and small copies of the rows.
#pragma once

#include "ui/bridge/picture_loader.h"
#include "ui/bridge/row_pictures.h"
#include "ui/models/inference_queue_model.h"

#include <QObject>

#include <memory>
#include <vector>

namespace unlit::ui {

/// GUI thread. Items whose file cannot be read while they wait have failed.
class QueuePictures : public QObject {
    Q_OBJECT

public:
    /// `queue` must outlive it.
    explicit QueuePictures(InferenceQueueModel& queue);

    /// This item is on show: pixels are read where it has no result yet; pictureReady follows.
    void show(QueueItemId id);

    QueueItemId shown() const { return m_shown; }

    /// The item has come, or its file is to be read anew; in a long queue once it is looked at.
    void readRow(QueueItemId id);
    /// Whatever the length of the queue.
    void readThumbnail(const QueueItem& item);
    /// Another layer, space or exposure is asked for.
    void readAgain(QueueItemId id);

    /// Rows without a picture are looked at; in a long queue these alone are read.
    void rowsSeen(const std::vector<QueueItemId>& ids) { m_rows.rowsSeen(ids); }

    /// It has begun: the item behind it is known when it begins, and how many bits an output has
    /// is known of itself.
    void runBegan(QueueItemId id) { m_rows.rowsRunNext(id); }

    void readWidth(QueueItemId id);
    /// What the run has read of its picture.
    void takeInput(QueueItemId id, const std::shared_ptr<const InferenceResult>& result);

signals:
    /// The pixels of the input are there, in their own range, and the stops that they are exposed
    /// by for the network.
    void pictureReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& image,
                      double exposureEv);
    /// Of an item whose pixels are still being read: what of them is there, small, the size of the
    /// picture, and the stops that it is exposed by.
    void lookReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& small,
                   const QSize& size, double exposureEv);

private:
    void takeLook(const PictureLook& look);
    void takePicture(const LoadedPicture& picture);
    void takeUnreadable(QueueItemId id, const Failure& failure);

    InferenceQueueModel& m_queue;
    PictureLoader m_loader;
    RowPictures m_rows{m_queue, m_loader};
    QueueItemId m_shown = 0;
};

} // namespace unlit::ui
