// Estimates of what a recipe's training will need, off the GUI thread.
#pragma once

#include "core/session/train/estimate_run.h"
#include "ui/bridge/background.h"

#include <QObject>
#include <QTimer>

#include <filesystem>

namespace unlit::ui {

/// GUI thread. A newer request takes the place of an older one.
class RecipeEstimator : public QObject {
    Q_OBJECT

public:
    explicit RecipeEstimator(QObject* parent = nullptr);

    /// Answers by `done` when nothing else was asked for a moment. `config` is usable.
    void estimate(const config::TrainConfig& config, const std::filesystem::path& file);
    void cancel();

    /// An answer is to come.
    bool isAsked() const { return m_pause.isActive() || m_estimate.isBusy(); }

signals:
    void done(const unlit::RunEstimate& estimate);

private:
    void begin();

    QTimer m_pause;
    config::TrainConfig m_config;
    Background<RunEstimate> m_estimate{Haste::Later}; // last: joined while the rest is there
};

/// "7.9 GiB of memory · 3.4 GiB a checkpoint · 912 steps an epoch"; what is unknown is left out.
QString estimateText(const RunEstimate& estimate);

/// The same in full: what each figure means, and why some are missing.
QString estimateDetails(const RunEstimate& estimate);

} // namespace unlit::ui
