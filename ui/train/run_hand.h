// What can be asked of the run on show while it trains, whichever process does.
#pragma once

#include "ui/train/train_parts.h"

#include <QObject>

namespace unlit::ui {

/// Verbs that do not fit the run's state do nothing. GUI thread.
class RunHand : public QObject {
    Q_OBJECT

public:
    explicit RunHand(const TrainParts& parts);

    /// Pause, Continue, Validate, Save or Stop.
    void steer(runs::RunVerb verb);
    void pauseOrGoOn();
    void writeHistograms();
    /// Above 0.
    void changeRate(double rate);
    /// Of a run under way as they are at this step: a checkpoint is a model folder. Answers with
    /// useModelAsked().
    void useWeights();

signals:
    /// Infer is to use this model folder.
    void useModelAsked(const QString& folder);

private:
    void sayTaken(runs::RunVerb verb);

    TrainParts m_parts;
    bool m_usesWhenSaved = false;
};

} // namespace unlit::ui
