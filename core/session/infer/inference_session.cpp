#include "core/session/infer/inference_session.h"

#include "core/base/error.h"
#include "core/session/infer/inference_job.h"
#include "core/session/infer/result_writer.h"
#include "core/session/infer/sequence_job.h"
#include "core/session/job_runner.h"
#include "core/weights/checkpoint_name.h"

#include <atomic>
#include <functional>
#include <map>
#include <stop_token>

namespace unlit {

namespace {

/// Opened by the first of its frames, on the compute thread.
class LazySequence {
public:
    explicit LazySequence(std::vector<InferenceRequest> frames) : m_frames(std::move(frames)) {}

    SequenceRun& run() {
        if (!m_run)
            m_run = openSequence(m_frames);
        return *m_run;
    }

private:
    std::vector<InferenceRequest> m_frames; ///< a copy stays: opening may fail, and be tried again
    std::unique_ptr<SequenceRun> m_run;
};

} // namespace

class InferenceSession::Impl {
public:
    Impl(EventSink& sink, std::shared_ptr<ComputeTurn> turn)
        : m_writer(sink, m_nextId, AtShutdown::Finish),
          m_compute(sink, m_nextId, AtShutdown::Cancel, std::move(turn)) {}

    JobId submit(InferenceRequest request) {
        request.model = weights::existingCheckpoint(request.model);
        std::string title = request.input.filename().string();
        return submitWork(std::move(title), [this, request = std::move(request)](
                                                const auto& post, const JobStops& stops) {
            return runInference(request, m_models, m_hashes, post, stops);
        });
    }

    std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames) {
        if (frames.empty())
            return {};
        if (frames.size() == 1)
            return {submit(std::move(frames.front()))};
        std::vector<std::string> titles;
        for (InferenceRequest& frame : frames) {
            frame.model = weights::existingCheckpoint(frame.model);
            titles.push_back(frame.input.filename().string());
        }
        const auto sequence = std::make_shared<LazySequence>(std::move(frames));
        std::vector<JobId> jobs;
        for (std::size_t i = 0; i < titles.size(); ++i)
            jobs.push_back(
                submitWork(titles[i], [this, sequence, i](const auto& post, const JobStops& stops) {
                    return sequence->run().runFrame(i, m_models, m_hashes, post, stops);
                }));
        return jobs;
    }

    void finishEarly(JobId job) {
        const auto found = m_earlyEnds.find(job);
        if (found == m_earlyEnds.end())
            return;
        if (const auto early = found->second.lock())
            early->request_stop();
    }

    void cancel(JobId job) {
        m_compute.cancel(job);
        m_writer.cancel(job);
    }

    void cancelAll() { m_compute.cancelAll(); }

    void releaseModel() {
        m_compute.submitSilently([this] { m_models.release(); });
    }

    JobId save(std::shared_ptr<const InferenceResult> result, OutputOptions options) {
        std::string title = "saving " + result->request.input.filename().string();
        return m_writer.submit(
            std::move(title), [this, result = std::move(result),
                               options = std::move(options)](const auto& post, const auto&) {
                if (result->prediction.targets.empty())
                    throw Error::invalidInput("there is no result to save yet",
                                              "wait until the job is done");
                const auto saved = std::make_shared<InferenceResult>(*result);
                saved->request.output = options;
                saved->outputs.clear();
                saved->uncertaintyOutputs.clear();
                saved->sidecar.clear();
                refuseExistingOutputs(saved->request, targetsOf(saved->prediction));
                fillModelHash(*saved, m_hashes);
                for (const std::string& note : writeResult(*saved))
                    post(LogLine{LogLine::Level::Warning, note});
                post(ResultReady{saved});
                return Outcome::Done;
            });
    }

private:
    using Work = std::function<Outcome(const JobRunner::Post& post, const JobStops& stops)>;

    JobId submitWork(std::string title, Work work) {
        // The job owns it; a job that has ended cannot be told anything any more.
        const auto early = std::make_shared<std::stop_source>();
        const JobId job = m_compute.submit(
            std::move(title), [work = std::move(work), early](const auto& post, const auto& stop) {
                return work(post, {stop, early->get_token()});
            });
        if (m_earlyEnds.size() >= m_sweepAt) { // seldom: each time goes through all of them
            std::erase_if(m_earlyEnds, [](const auto& entry) { return entry.second.expired(); });
            m_sweepAt = 2 * m_earlyEnds.size() + kLeastSweep;
        }
        m_earlyEnds[job] = early;
        return job;
    }

    static std::vector<OutputTarget> targetsOf(const Prediction& prediction) {
        std::vector<OutputTarget> targets;
        for (const TargetPrediction& target : prediction.targets)
            targets.push_back({target.name, target.subTargets});
        return targets;
    }

    std::atomic<std::uint64_t> m_nextId{0};
    static constexpr std::size_t kLeastSweep = 64;

    std::map<JobId, std::weak_ptr<std::stop_source>> m_earlyEnds; // of the verbs' thread
    std::size_t m_sweepAt = kLeastSweep;                          // how many of them
    ModelCache m_models; // touched by the compute thread only
    ModelHashes m_hashes;
    JobRunner m_writer;
    JobRunner m_compute; // last: it ends first
};

InferenceSession::InferenceSession(EventSink& sink, std::shared_ptr<ComputeTurn> turn)
    : m_impl(std::make_unique<Impl>(sink, std::move(turn))) {}

InferenceSession::~InferenceSession() = default;

JobId InferenceSession::submit(InferenceRequest request) {
    return m_impl->submit(std::move(request));
}

std::vector<JobId> InferenceSession::submitSequence(std::vector<InferenceRequest> frames) {
    return m_impl->submitSequence(std::move(frames));
}

void InferenceSession::cancel(JobId job) {
    m_impl->cancel(job);
}

void InferenceSession::finishEarly(JobId job) {
    m_impl->finishEarly(job);
}

void InferenceSession::cancelAll() {
    m_impl->cancelAll();
}

void InferenceSession::releaseModel() {
    m_impl->releaseModel();
}

JobId InferenceSession::save(std::shared_ptr<const InferenceResult> result, OutputOptions options) {
    return m_impl->save(std::move(result), std::move(options));
}

} // namespace unlit
