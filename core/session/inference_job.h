// One inference from file to files: read, show, load, run, write.
#pragma once

#include "core/events/event.h"
#include "core/session/inference_types.h"
#include "core/session/job_runner.h"
#include "core/session/model_hash.h"

#include <memory>

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
    /// The old one goes before the new one comes, so that memory never holds two.
    std::shared_ptr<infer::LoadedModel> get(const InferenceRequest& request,
                                            const weights::ModelFolder& folder,
                                            const std::function<void()>& beforeLoading);
    void release();

private:
    std::string m_key;
    std::shared_ptr<infer::LoadedModel> m_model;
};

/// Hashes the model where a side-car will want it. `stamp`s of another state of the folder than
/// the result's give none.
void fillModelHash(InferenceResult& result, ModelHashes& hashes);

/// Posts Progress, LogLine, InputReady and ResultReady; the runner posts Started and Finished.
/// Throws Error.
Outcome runInference(const InferenceRequest& request, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const std::stop_token& stop);

} // namespace unlit
