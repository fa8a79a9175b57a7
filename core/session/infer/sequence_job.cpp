#include "core/session/infer/sequence_job.h"

#include "core/base/error.h"
#include "core/base/frame_sequence.h"
#include "core/base/log.h"
#include "core/base/seconds_since.h"
#include "core/infer/loaded_model.h"
#include "core/infer/memory.h"
#include "core/nn/torch_warnings.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/inference_steps.h"
#include "core/session/infer/light_mask.h"
#include "core/session/infer/memory_steps.h"
#include "core/session/infer/sequence_answers.h"
#include "core/session/infer/sequence_measure.h"
#include "core/session/infer/sequence_record.h"
#include "core/session/progress_meter.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <chrono>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using SequenceClock = std::chrono::steady_clock;

/// Where the names do not say: one after the other.
std::vector<std::int64_t> timesOf(const std::vector<InferenceRequest>& requests,
                                  std::string& pattern) {
    std::vector<fs::path> files;
    std::vector<std::int64_t> inOrder;
    for (const InferenceRequest& request : requests) {
        inOrder.push_back(static_cast<std::int64_t>(files.size()));
        files.push_back(request.input);
    }
    pattern = files.front().string();
    try {
        const std::vector<FrameSequence> found = findSequences(files);
        if (found.size() != 1 || !std::ranges::is_sorted(found.front().files))
            return inOrder;
        pattern = found.front().pattern;
        return frameTimes(found.front().numbers);
    } catch (const Error&) {
        logSwallowed("taking frames by their numbers");
        return inOrder;
    }
}

class SteadyRun final : public SequenceRun {
public:
    explicit SteadyRun(std::vector<InferenceRequest> requests)
        : m_requests(std::move(requests)), m_answers(timesOf(m_requests, m_pattern)) {
        const std::size_t count = m_requests.size();
        for (std::size_t i = 0; count > 1 && i < count; ++i)
            m_requests[i].sequence =
                SequencePlace{m_pattern, static_cast<int>(i) + 1, static_cast<int>(count)};
        m_options = m_requests.front().options;
    }

    Outcome runFrame(std::size_t frame, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const JobStops& stops) override {
        nn::logTorchWarnings();
        try {
            const Outcome outcome = run(frame, models, hashes, post, stops);
            if (outcome == Outcome::Done)
                endWith(frame);
            return outcome;
        } catch (...) {
            endWith(frame);
            throw;
        }
    }

private:
    Outcome run(std::size_t frame, ModelCache& models, ModelHashes& hashes,
                const JobRunner::Post& post, const JobStops& stops) {
        const SequenceClock::time_point start = SequenceClock::now();
        ProgressMeter meter([&post](Progress progress) { post(std::move(progress)); });
        const InferenceRequest& request = m_requests[frame];
        meter.stage({{.kind = StagePart::Kind::Reading}});
        const weights::ModelFolder folder = weights::openModelFolder(request.model);
        if (!prepare(folder, meter, stops))
            return Outcome::Cancelled;
        if (isDone(request, folder)) {
            post(LogLine{LogLine::Level::Info,
                         request.input.string() +
                             ": kept as it is; its results exist (--overwrite makes them again)"});
            return Outcome::Done;
        }
        checkRequest(request, folder);
        m_measure.requireSize(request.input);

        const auto result = std::make_shared<InferenceResult>();
        result->request = request;
        if (m_measure.exposureEv() && !request.inputOptions.exposureEv)
            result->request.inputOptions.exposureEv = m_measure.exposureEv();
        readInput(*result, folder);
        m_measure.requireSize(request.input, result->display->width, result->display->height);
        requireStrokes(*result, folder.targets);
        if (request.sequence && request.sequence->frame == 1)
            warnOfCutPrompt(request, folder, post);
        warnOfColor(*result, folder.transfer, post);
        tellInputNotes(*result, post);
        warnOfBadPixels(*result, post);
        post(InputReady{std::make_shared<const InferenceResult>(*result)});
        if (stops.stop.stop_requested())
            return Outcome::Cancelled;

        const auto model = models.get(
            request, folder, [&] { meter.stage({{.kind = StagePart::Kind::LoadingModel}}); },
            stops.stop);
        if (!model)
            return Outcome::Cancelled;
        infer::Pipeline pipeline(model);
        result->modelStamp = modelStamp(request.model);
        const SequenceClock::time_point networkStart = SequenceClock::now();
        if (!askNeighbours(frame, *result->display, pipeline, folder, meter, post, stops))
            return Outcome::Cancelled;
        meter.stage({{.kind = StagePart::Kind::MakingResult}});
        result->request.options = m_options;
        result->prediction = pipeline.finish(*result->display, m_answers.steadied(frame));
        result->sequenceFactor = m_answers.factorOf(frame);
        result->networkSeconds = secondsSince(networkStart);
        infer::releaseFreedMemory();
        if (stops.stop.stop_requested())
            return Outcome::Cancelled;
        finishResult(result, start, hashes, meter, post);
        if (request.output)
            keepRecord();
        return Outcome::Done;
    }

    static bool isDone(const InferenceRequest& request, const weights::ModelFolder& folder) {
        if (!request.output || request.output->overwrite)
            return false;
        const auto planned =
            plannedOutputs(request, outputTargets(folder, request.options.targets));
        return std::ranges::all_of(planned, [](const auto& entry) {
            std::error_code unknown;
            return fs::exists(entry.second, unknown);
        });
    }

    /// Sizes and exposure of all frames, once. False when stopped.
    bool prepare(const weights::ModelFolder& folder, ProgressMeter& meter, const JobStops& stops) {
        if (m_isPrepared)
            return true;
        if (m_requests.front().output) {
            m_recordFile = recordFile(m_requests);
            if (const auto record = readRecord(m_recordFile)) {
                m_measure.setExposure(record->exposureEv);
                m_answers.goOnFrom(*record);
                m_hasRecord = true;
            }
        }
        m_measure.findSize(m_requests);
        if (!m_hasRecord && !m_measure.measureExposure(m_requests, folder, meter, stops.stop))
            return false;
        m_isPrepared = true;
        return true;
    }

    /// False when stopped.
    bool askNeighbours(std::size_t frame, const Image& display, infer::Pipeline& pipeline,
                       const weights::ModelFolder& folder, ProgressMeter& meter,
                       const JobRunner::Post& post, const JobStops& stops) {
        const std::vector<std::size_t> wanted = m_answers.wantedFor(frame);
        for (std::size_t at = 0; at < wanted.size(); ++at) {
            const std::size_t i = wanted[at];
            if (!m_answers.isWithinReach(i, frame))
                continue; // the first answer has shown that there is no room for it
            const auto report = [&](const infer::InferProgress& progress) {
                WorkStage stage = progress.stage;
                if (i != frame)
                    stage.insert(stage.begin(),
                                 StagePart{.kind = StagePart::Kind::Picture,
                                           .name = m_requests[i].input.filename().string()});
                meter.advance(static_cast<double>(at) + progress.done / progress.total,
                              static_cast<double>(wanted.size()), stage);
            };
            if (i == frame) {
                if (!ask(i, display, pipeline, folder, report, post, stops))
                    return false;
            } else if (!askOther(i, pipeline, folder, report, post, stops)) {
                return false;
            }
            m_answers.forgetBefore(i, frame);
        }
        return true;
    }

    /// A neighbour that cannot be read is none; its own job says why.
    bool askOther(std::size_t i, infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                  const infer::ProgressCallback& report, const JobRunner::Post& post,
                  const JobStops& stops) {
        try {
            const InputOptions& options = m_requests[i].inputOptions;
            LoadedImage loaded = readImage(m_requests[i].input, {options.layer, options.space});
            m_measure.requireSize(m_requests[i].input, loaded.image.width, loaded.image.height);
            const DisplayImage display =
                shownToNetwork(loaded.image, m_requests[i].input, options, folder,
                               options.exposureEv ? options.exposureEv : m_measure.exposureEv());
            return ask(i, display.image, pipeline, folder, report, post, stops);
        } catch (const std::exception&) {
            logSwallowed("looking ahead at " + m_requests[i].input.string());
            m_answers.pass(i);
            return !stops.stop.stop_requested();
        }
    }

    bool ask(std::size_t i, const Image& display, infer::Pipeline& pipeline,
             const weights::ModelFolder& folder, const infer::ProgressCallback& report,
             const JobRunner::Post& post, const JobStops& stops) {
        std::optional<infer::FrameAnswer> answer = runWithLessMemory(
            m_options,
            [&](const InferOptions& options) {
                return pipeline.ask(display, options,
                                    {.progress = report,
                                     .stop = stops.stop,
                                     .finishEarly = stops.finishEarly,
                                     .preview = {}});
            },
            [&](const std::string& step) {
                infer::releaseFreedMemory();
                post(LogLine{LogLine::Level::Warning,
                             m_requests[i].input.string() +
                                 ": not enough memory; trying again with " + step});
            });
        if (!answer)
            return false;
        m_answers.add(i, std::move(*answer), folder.transfer, m_requests.front().input, post);
        return true;
    }

    /// It only saves time: a disk that is full tells with the next result.
    void keepRecord() const {
        try {
            SequenceRecord record;
            record.exposureEv = m_measure.exposureEv();
            m_answers.keepIn(record);
            writeRecord(m_recordFile, record);
        } catch (const std::exception&) {
            logSwallowed("keeping how far a sequence is");
        }
    }

    /// The frame is done: what only it needed goes, after the last one the record too.
    void endWith(std::size_t frame) {
        m_answers.endWith(frame);
        if (frame + 1 < m_requests.size() || m_recordFile.empty())
            return;
        std::error_code ignored;
        fs::remove(m_recordFile, ignored);
    }

    std::vector<InferenceRequest> m_requests;
    std::string m_pattern;
    InferOptions m_options; ///< with what had to be given up for want of memory

    bool m_isPrepared = false;
    bool m_hasRecord = false;
    fs::path m_recordFile; ///< empty = there are no outputs
    SequenceMeasure m_measure;
    SequenceAnswers m_answers;
};

} // namespace

std::unique_ptr<SequenceRun> openSequence(std::vector<InferenceRequest> requests) {
    return std::make_unique<SteadyRun>(std::move(requests));
}

} // namespace unlit
