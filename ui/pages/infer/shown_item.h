// The image on show: what the viewer shows of it before, during and after its run.
#pragma once

#include "ui/bridge/background.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/item_settings.h"
#include "ui/pages/infer/sequence_stage.h"
#include "ui/pages/infer/strokes_mode.h"

#include <QObject>

#include <memory>

namespace unlit::ui {

/// Keeps InferParts::viewed, and follows the item in the queue. GUI thread; results that were saved
/// are read in the background.
class ShownItem : public QObject {
    Q_OBJECT

public:
    ShownItem(InferParts& parts, ItemSettings& settings, SequenceStage& sequence,
              StrokesMode& strokes);

    /// The item that is chosen in the queue, or what is said where none is.
    void showChosen();
    /// Precondition: the item is in the queue.
    void show(QueueItemId id);
    /// A renderer has written the file anew: what waits is shown as it is now, what has ended runs
    /// again. What runs goes on with what it has read.
    void readAgain();

private:
    struct Seen { // of the item, when its settings were shown; they are shown anew when it differs
        QueueItemId id = 0;
        QueueState state = QueueState::Waiting;
        std::size_t layers = 0;
        std::shared_ptr<const InferenceResult> result;
        InputOptions input;
        bool hasOwn = false;
        std::shared_ptr<const Image> small;
        double albedoScale = 1;
        bool isStale = false;

        bool operator==(const Seen&) const = default;
    };

    static Seen seenOf(const QueueItem& item);
    void follow();
    void remember();
    void setInput(const InputOptions& input);
    void takePicture(QueueItemId id, const std::shared_ptr<const Image>& image, double exposureEv);
    void takeLook(QueueItemId id, const std::shared_ptr<const Image>& small, const QSize& size,
                  double exposureEv);
    void takePreview(QueueItemId id, const std::shared_ptr<const InferenceResult>& soFar);
    void takeResult(QueueItemId id);
    void openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                   double exposureEv);

    InferParts& m_parts;
    ItemSettings& m_settings;
    SequenceStage& m_sequence;
    StrokesMode& m_strokes;
    bool m_inputChanged = false; // the next picture replaces the one on show
    Seen m_seen;
    Background<std::shared_ptr<const InferenceResult>> m_saved; // last: joined before the rest
};

} // namespace unlit::ui
