// One inference from file to files: read and show beside loading the model, run, write.
#pragma once

#include "core/events/event.h"
#include "core/session/infer/inference_types.h"
#include "core/session/infer/model_hash.h"
#include "core/session/job_runner.h"

#include <memory>
#include <stop_token>

namespace unlit {

namespace infer {
struct LoadedModel;
}

namespace weights {
struct ModelFolder;
}

/// The model of the last job, kept for the next. Used on the compute thread only.
class ModelCache {
public:
    /// Loads, or hands out the model of before if folder, files, device and precision are the same.
    /// The old one goes before the new one comes, so that memory never holds two. Nothing where
    /// `stop` was requested while it was loading. Throws as infer::loadModel().
    std::shared_ptr<infer::LoadedModel> get(const InferenceRequest& request,
                                            const weights::ModelFolder& folder,
                                            const std::function<void()>& beforeLoading,
                                            const std::stop_token& stop);
    void release();

private:
    std::string m_key;
    std::shared_ptr<infer::LoadedModel> m_model;
};

/// The two ways to end a job before its time.
struct JobStops {
    std::stop_token stop;        ///< nothing is left of it
    std::stop_token finishEarly; ///< the members of the ensemble that are done make the result
};

/// Posts Progress, LogLine, InputReady, PreviewReady and ResultReady; the runner posts Started and
/// Finished. Throws Error; where files cannot be written, after ResultReady without them.
Outcome runInference(const InferenceRequest& request, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const JobStops& stops);

} // namespace unlit
