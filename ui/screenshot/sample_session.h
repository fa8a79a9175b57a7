// Plays an inference session with sample pictures, so that the window can be shown in any state.
#pragma once

#include "ui/main_window.h"
#include "ui/screenshot/sample_scene.h"

#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace unlit::ui {

/// Takes jobs and never answers; SampleSession posts the events.
class SilentInferenceService : public InferenceService {
public:
    JobId submit(InferenceRequest request) override {
        m_last = std::move(request);
        return JobId{++m_lastId};
    }

    std::vector<JobId> submitSequence(std::vector<InferenceRequest> frames) override {
        std::vector<JobId> jobs;
        for (InferenceRequest& frame : frames)
            jobs.push_back(submit(std::move(frame)));
        return jobs;
    }

    void cancel(JobId) override {}

    void finishEarly(JobId) override {}

    JobId save(std::shared_ptr<const InferenceResult>, OutputOptions) override {
        return JobId{++m_lastId};
    }

private:
    InferenceRequest m_last;
    std::uint64_t m_lastId = 0;
};

/// Writes sample files into a folder of its own and drives a window through the states of a
/// session. GUI thread.
class SampleSession {
public:
    SampleSession();

    StudioParts parts() const;

    /// Chooses the sample model and queues the sample files; everything ends done, but for the
    /// damaged file.
    void fill(MainWindow& window);
    /// After fill(): one more picture that is half done, and one that waits.
    void makeBusy(MainWindow& window);
    /// After fill(): shows the damaged file.
    void showFailure(MainWindow& window);
    /// Waits until the viewer has drawn and counted all that it shows.
    void settle(MainWindow& window);

private:
    struct Sample {
        std::filesystem::path file;
        SampleScene scene;
        std::string layer;
        double seconds = 0;
    };

    void writeSamples();
    void answer(MainWindow& window, JobId job, const InferenceRequest& request);
    std::shared_ptr<const InferenceResult> resultFor(const Sample& sample,
                                                     const InferenceRequest& request) const;

    QTemporaryDir m_folder;
    std::vector<Sample> m_samples;
    std::filesystem::path m_broken;
};

} // namespace unlit::ui
