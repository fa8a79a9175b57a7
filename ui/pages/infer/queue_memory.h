// What the Infer page remembers from one start to the next: the queue, strokes, times of runs.
#pragma once

#include "ui/bridge/queue_keeper.h"
#include "ui/models/queue_place.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/queue_verbs.h"
#include "ui/pages/infer/run_estimates.h"
#include "ui/pages/infer/strokes_mode.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace unlit::ui {

/// GUI thread; files are written in the background.
class QueueMemory : public QObject {
    Q_OBJECT

public:
    QueueMemory(InferParts& parts, QueueVerbs& verbs, StrokesMode& strokes,
                RunEstimates& estimates);

    /// Brings back what is in the folder, of studios that were open beside it, too. Once.
    void begin(const std::filesystem::path& stateFolder);
    /// What changes in the queue from now on is not remembered, and another studio may take it.
    void end();

private:
    InferParts& m_parts;
    QueueVerbs& m_verbs;
    StrokesMode& m_strokes;
    RunEstimates& m_estimates;
    std::unique_ptr<QueuePlace> m_place;   // null: nothing is remembered
    std::unique_ptr<QueueKeeper> m_keeper; // null: likewise
};

} // namespace unlit::ui
