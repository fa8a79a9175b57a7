// The sequence on show: its frames play, stand still, and follow the run.
#pragma once

#include "ui/pages/infer/infer_parts.h"

#include <QObject>

class QKeyEvent;

namespace unlit::ui {

/// GUI thread.
class SequenceStage : public QObject {
    Q_OBJECT

public:
    explicit SequenceStage(InferParts& parts);

    /// Shows a sequence; `isOther`: it was not on show before.
    void view(const QueueItem& item, bool isOther);
    /// Frames are shown under the view's exposure, with the item's brightness.
    void updateLook(const QueueItem& item);
    /// Its frames are read anew: they are understood in another way.
    void reload();
    void toggle();
    /// The albedo, or the input.
    void toggleShown();
    /// Steps by the arrow keys. False: not one of them.
    bool takeKey(const QKeyEvent& event);

private:
    /// The current frame at its own size: out of memory, or read from its files.
    void viewFrame();
    void updateFrames(const QueueItem& item);
    /// Of a frame that stands still: the input alone, or what was made of it beside it.
    void showShown();

    InferParts& m_parts;
    bool m_followsRun = false; ///< the newest frame comes on show by itself
};

} // namespace unlit::ui
