// Asks the session what the network's attentions look at from a pixel.
#pragma once

#include "core/base/failure.h"
#include "core/session/infer/attention_list.h"
#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_service.h"
#include "ui/bridge/request_maker.h"

#include <QObject>
#include <QPoint>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <vector>

namespace unlit::ui {

/// One question at a time, beside the queue: the result of the run is not kept, its maps are, in a
/// folder of their own, until the next question. GUI thread.
class AttentionAsker : public QObject {
    Q_OBJECT

public:
    AttentionAsker(EventBridge& bridge, const RequestMaker& requests, InferenceService& service);

    /// Of an image that is no sequence; with the settings that it would run with, but one member,
    /// whole. What was asked before is cancelled.
    void ask(const QueueItem& item, const QPoint& pixel);
    void cancel();

    bool isAsking() const { return m_job.has_value(); }

signals:
    void progressed(const unlit::Progress& progress);
    void answered(const std::vector<unlit::AttentionMapFile>& maps);
    /// Also where it was cancelled by whoever stops everything.
    void failed(const unlit::Failure& failure);

private:
    void finish(JobId job, const Finished& event);

    const RequestMaker& m_requests;
    InferenceService& m_service;
    std::optional<JobId> m_job;
    std::unique_ptr<QTemporaryDir> m_folder; ///< null until there was a question
};

} // namespace unlit::ui
