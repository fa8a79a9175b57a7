// What is done with rows of the queue, and what is said of it.
#pragma once

#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/result_saver.h"

#include <QObject>

#include <vector>

namespace unlit::ui {

/// GUI thread.
class QueueVerbs : public QObject {
    Q_OBJECT

public:
    QueueVerbs(InferParts& parts, ResultSaver& saver);

    /// Cancels those that run or wait, takes out the others.
    void close(const std::vector<QueueItemId>& ids);
    void clearDone();
    /// Layer, colour and exposure of the item on show, for all that wait.
    void useInputForAll();
    /// Chosen sequences become single images.
    void splitChosen();
    /// Chosen images become one sequence.
    void joinChosen();
    /// Says what was found, and offers to take the files for single images.
    void tellSequences(const std::vector<QueueItemId>& ids);
    /// The queue has come back from an earlier start.
    void tellRestored();

private:
    void tellTakenOut(int before);
    void tellUnsavedStay(int before);
    void tellBroughtBack(const std::vector<QueueItemId>& ids);
    void showHeld();

    InferParts& m_parts;
    ResultSaver& m_saver;
    bool m_isFull = false; ///< held because results fill the memory
    int m_restored = 0;    ///< waiting images of an earlier start
};

} // namespace unlit::ui
