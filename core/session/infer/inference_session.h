// The door to inference: verbs in, events out. No torch, no Qt, nothing blocks.
#pragma once

#include "core/base/compute_turn.h"
#include "core/base/job_id.h"
#include "core/events/event_sink.h"
#include "core/session/infer/inference_types.h"

#include <memory>
#include <vector>

namespace unlit {

/// Owns the compute thread and the loaded model (kept between jobs; another model folder replaces
/// it). Jobs run one at a time in the order of submit(). Thread: any one thread may call the verbs.
/// The sink outlives the session. The destructor cancels everything, waits for the running UNet
/// step to end, and posts the last events.
class InferenceSession {
public:
    /// `turn`: shared with the other sessions of the program, so that one computes at a time; null
    /// = there are no others.
    explicit InferenceSession(EventSink& sink, std::shared_ptr<ComputeTurn> turn = nullptr);
    ~InferenceSession();
    InferenceSession(const InferenceSession&) = delete;
    InferenceSession& operator=(const InferenceSession&) = delete;

    /// Returns at once. Events of the job: Started, Progress…, InputReady, PreviewReady… (of an
    /// ensemble), ResultReady, Finished.
    JobId submit(InferenceRequest request);

    /// Frames of one sequence in their order, with the same settings but for the input: one job
    /// each, with the events of submit() but for previews. Exposure and level of the albedo are
    /// the same in all, and what does not move keeps its albedo while the light does. The first
    /// frames wait for those after them: the job of a frame asks the network about its neighbours.
    /// One whose results exist ends Done without ResultReady, unless they may be replaced. A frame
    /// alone is as with submit(). Several sequences may wait; tiles are refused.
    std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames);

    /// Ends a waiting job at once, a running one within one UNet step. Finished{Cancelled} follows.
    /// Unknown ids: nothing.
    void cancel(JobId job);
    void cancelAll();

    /// Ends the ensemble of a running job with the members that it has, at least one; the result is
    /// theirs, and says so (UsedSettings::members). A waiting job will run with one batch of
    /// members. A job that makes one prediction goes on. Unknown ids: nothing.
    void finishEarly(JobId job);

    /// Gives the loaded model's memory back once the jobs before this call have ended; the next job
    /// loads it again.
    void releaseModel();

    /// Writes a result's files on a writer thread (never behind the network). Events: Started,
    /// ResultReady with the outputs filled in, Finished.
    JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit
