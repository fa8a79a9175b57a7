// The verbs of an inference session as the studio needs them, so that tests and the screenshot mode
// can stand in for the engine. The real one: session_inference_service.h.
#pragma once

#include "core/events/event_sink.h"
#include "core/session/infer/inference_types.h"

#include <memory>
#include <vector>

namespace unlit::ui {

/// See InferenceSession: every verb returns at once; answers come as events.
class InferenceService {
public:
    virtual ~InferenceService() = default;
    virtual JobId submit(InferenceRequest request) = 0;
    virtual std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames) = 0;
    virtual void cancel(JobId job) = 0;
    virtual void finishEarly(JobId job) = 0;
    virtual JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options) = 0;
};

} // namespace unlit::ui
