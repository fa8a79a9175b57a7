// The studio's way to the engine.
#pragma once

#include "core/session/infer/inference_session.h"
#include "ui/bridge/inference_service.h"

namespace unlit::ui {

/// Hands every verb to an InferenceSession of its own.
class SessionInferenceService : public InferenceService {
public:
    /// The sink outlives the service. `turn`: see InferenceSession.
    explicit SessionInferenceService(EventSink& sink, std::shared_ptr<ComputeTurn> turn = nullptr)
        : m_session(sink, std::move(turn)) {}

    JobId submit(InferenceRequest request) override { return m_session.submit(std::move(request)); }

    std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames) override {
        return m_session.submitSequence(std::move(frames));
    }

    void cancel(JobId job) override { m_session.cancel(job); }

    void finishEarly(JobId job) override { m_session.finishEarly(job); }

    JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options) override {
        return m_session.save(std::move(result), std::move(options));
    }

private:
    InferenceSession m_session;
};

} // namespace unlit::ui
