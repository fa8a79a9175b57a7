// The verbs of an inference session as the studio needs them, so that tests and the screenshot mode
// can stand in for the engine.
#pragma once

#include "core/session/inference_session.h"

#include <memory>

namespace unlit::ui {

/// See InferenceSession: every verb returns at once; answers come as events.
class InferenceService {
public:
    virtual ~InferenceService() = default;
    virtual JobId submit(InferenceRequest request) = 0;
    virtual void cancel(JobId job) = 0;
    virtual JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options) = 0;
};

/// The real one.
class SessionInferenceService : public InferenceService {
public:
    /// The sink outlives the service.
    explicit SessionInferenceService(EventSink& sink) : m_session(sink) {}

    JobId submit(InferenceRequest request) override { return m_session.submit(std::move(request)); }

    void cancel(JobId job) override { m_session.cancel(job); }

    JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options) override {
        return m_session.save(std::move(result), std::move(options));
    }

private:
    InferenceSession m_session;
};

} // namespace unlit::ui
