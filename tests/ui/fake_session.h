// Stands in for the engine in window tests: takes jobs, and says what a test wants said.
#pragma once

#include "core/base/error.h"
#include "core/session/models/model_commands.h"
#include "tests/support/wait_for.h"
#include "ui/bridge/inference_service.h"

#include <QTest>

#include <chrono>
#include <filesystem>
#include <functional>
#include <vector>

namespace unlit::ui {

/// What the fake was asked; shared between a test and the service that the controller owns.
struct FakeSessionLog {
    std::vector<InferenceRequest> submitted;
    std::vector<JobId> jobs; ///< of `submitted`, in the same order
    std::vector<JobId> cancelled;
    std::vector<JobId> finishedEarly;
    std::vector<OutputOptions> saves;
    JobId lastSave;
    std::uint64_t lastId = 0;
    int sequences = 0; ///< that frames among `submitted` came in
};

class FakeInferenceService : public InferenceService {
public:
    explicit FakeInferenceService(FakeSessionLog& log) : m_log(log) {}

    JobId submit(InferenceRequest request) override {
        m_log.submitted.push_back(std::move(request));
        m_log.jobs.push_back(JobId{++m_log.lastId});
        return m_log.jobs.back();
    }

    std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames) override {
        ++m_log.sequences;
        std::vector<JobId> jobs;
        for (InferenceRequest& frame : frames)
            jobs.push_back(submit(std::move(frame)));
        return jobs;
    }

    void cancel(JobId job) override { m_log.cancelled.push_back(job); }

    void finishEarly(JobId job) override { m_log.finishedEarly.push_back(job); }

    JobId save(std::shared_ptr<const InferenceResult>, OutputOptions options) override {
        m_log.saves.push_back(std::move(options));
        m_log.lastSave = JobId{++m_log.lastId};
        return m_log.lastSave;
    }

private:
    FakeSessionLog& m_log;
};

inline std::function<std::unique_ptr<InferenceService>(EventSink&)> makeFake(FakeSessionLog& log) {
    return [&log](EventSink&) { return std::make_unique<FakeInferenceService>(log); };
}

inline void postTo(EventSink& sink, JobId job, decltype(Event::body) body) {
    sink.post({job, std::chrono::system_clock::now(), std::move(body)});
}

using test::waitFor;

/// What a window test's models are: they make an albedo; "one-step" does it in one step, "bad" is
/// damaged.
inline ModelSummary describe(const std::filesystem::path& folder) {
    if (folder.filename() == "bad")
        throw Error::corrupt(folder / "model_index.json", "is no JSON", "copy it again");
    ModelSummary summary;
    summary.folder = folder;
    summary.targets = {"albedo"};
    if (folder.filename() == "one-step") {
        summary.isOneStep = true;
        summary.defaultSteps = 1;
        summary.mostMembers = 12;
    }
    return summary;
}

/// A result of one albedo target of the given size, every value 0.25.
inline std::shared_ptr<const InferenceResult> makeResult(const InferenceRequest& request, int width,
                                                         int height) {
    auto result = std::make_shared<InferenceResult>();
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
    std::fill(image.samples.begin(), image.samples.end(), 0.25F);
    result->request = request;
    result->input = std::make_shared<const Image>(image);
    result->display = result->input;
    TargetPrediction target;
    target.name = "albedo";
    target.image = image;
    result->prediction.targets.push_back(target);
    result->seconds = 2.5;
    return result;
}

} // namespace unlit::ui
